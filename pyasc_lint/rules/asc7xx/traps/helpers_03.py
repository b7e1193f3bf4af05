"""A helper called with tensors or values of another dtype."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="helpers-03",
    severity=Severity.WARNING,
    message=Text(
        "pyasc compiled this helper for '{name}' as {first} and fails on {second}: write a helper for each dtype",
        "pyasc 已按 '{name}' 为{first}编译该辅助函数，遇到{second}会失败：请为每种数据类型各写一个",
    ),
    bad="""
import asc


@asc.jit
def fill(a):
    asc.duplicate(a, 0.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    fill(a)
    fill(b)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def fill(a):
    asc.duplicate(a, 0.0, 64)


@asc.jit
def fill_half(a):
    asc.duplicate(a, 0.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    fill(a)
    fill_half(b)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
