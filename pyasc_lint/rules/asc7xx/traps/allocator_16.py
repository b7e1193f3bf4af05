"""An allocator as argument of a helper."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

TRAP = Trap(
    id="allocator-16",
    severity=Severity.WARNING,
    message=Text(
        "pyasc cannot pass an allocator ('{name}') to a helper: allocate in the kernel and pass the tensors",
        "pyasc 不能把分配器（'{name}'）传给辅助函数：请在 kernel 中分配并传递张量",
    ),
    bad="""
import asc


@asc.jit
def fill(ub):
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    fill(ub)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def fill(a):
    asc.duplicate(a, 0.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    fill(a)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    releases=SINCE_1_1,
)
