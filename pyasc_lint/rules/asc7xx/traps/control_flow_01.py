"""`while` on a plain run-time variable."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-01",
    severity=Severity.ERROR,
    message=Text(
        "pyasc computes this condition once, before the loop, so a new value of {names} never ends it: use for and "
        "range(), or keep the counter in an asc.array",
        "pyasc 只在循环前计算一次该条件，{names} 的新值不会结束循环：请用 for 与 range()，或把计数器放在 asc.array 中",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    i = n
    while i > 0:  # expect: ASC701
        asc.duplicate(a, 0.0, 64)
        i = i - 1
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
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
