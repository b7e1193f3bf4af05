"""A constant that does not fit the dtype it is combined with."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import WIDEN
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-07",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc cannot make {value} a run-time {dtype}: start from a wider value, asc.number(n, asc.int64)",
        "pyasc 不能把 {value} 变为运行时的 {dtype}：请从更宽的值开始，asc.number(n, asc.int64)",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    m = n + 1099511627776  # expect: ASC701
    if m > 0:
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
    m = asc.number(n, asc.int64) + 1099511627776
    if m > 0:
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=WIDEN,
)
