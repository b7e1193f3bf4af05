"""A loop variable named like that of a loop around it."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-26",
    severity=Severity.WARNING,
    message=Text(
        "a loop variable named like that of the loop around it, '{name}', works by chance only, or crashes pyasc: give "
        "it another name",
        "内层循环变量与外层循环变量 '{name}' 同名：pyasc 能否正常工作全凭偶然，甚至会崩溃；请改名",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(n):
        for i in range(8):  # expect: ASC701
            asc.duplicate(a[i * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(n):
        for j in range(8):
            asc.duplicate(a[j * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
