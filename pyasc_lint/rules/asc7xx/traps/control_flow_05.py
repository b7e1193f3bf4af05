"""`prev = i` in the loop over `i`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import PLUS_ZERO
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-05",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "this assignment of the loop variable to '{name}' crashes pyasc: write {name} = {source} + 0",
        "把循环变量直接赋给 '{name}' 会使 pyasc 崩溃：请写 {name} = {source} + 0",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    prev = n + 0
    for i in range(4):
        asc.duplicate(a[prev * 8:], 0.0, 8)
        prev = i  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    prev = n + 0
    for i in range(4):
        asc.duplicate(a[prev * 8:], 0.0, 8)
        prev = i + 0
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=PLUS_ZERO,
)
