"""A loop variable named like a run-time variable."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-06",
    severity=Severity.ERROR,
    message=Text(
        "a loop variable named like the run-time variable '{name}' crashes pyasc, or by chance leaves a wrong value in "
        "the name: give it another name",
        "循环变量与运行时变量 '{name}' 同名会使 pyasc 崩溃，或偶然地在该名字中留下错误的值：请改名",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for n in range(4):  # expect: ASC701
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(4):
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
