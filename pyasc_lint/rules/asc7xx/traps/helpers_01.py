"""A helper called with another value of a ConstExpr parameter."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="helpers-01",
    severity=Severity.ERROR,
    message=Text(
        "pyasc compiled this helper for {name} = {first} and uses that again here: pass {name} as a run-time value, "
        "or write a second helper",
        "pyasc 已按 {name} = {first} 编译该辅助函数，此处仍使用该结果：请把 {name} 作为运行时的值传入，或另写辅助函数",
    ),
    bad="""
import asc


@asc.jit
def fill(a, count: asc.ConstExpr[int]):
    asc.duplicate(a, 0.0, count)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    fill(a, 64)
    fill(a, 128)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def fill(a, count):
    asc.duplicate(a, 0.0, count)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    fill(a, 64)
    fill(a, 128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
