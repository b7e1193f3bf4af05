"""`range()` with a negative step."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-07",
    severity=Severity.ERROR,
    message=Text(
        "pyasc counts up whatever the step, so this loop never runs: count up and compute the reversed index, stop - "
        "1 - i",
        "pyasc 总是向上计数，该循环不会执行：请向上计数并计算反向下标 stop - 1 - i",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(7, -1, -1):  # expect: ASC701
        asc.duplicate(a[i * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(8):
        asc.duplicate(a[(7 - i) * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
