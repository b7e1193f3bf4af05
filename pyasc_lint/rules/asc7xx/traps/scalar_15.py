"""A constant integer as a test."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import COMPARE
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-15",
    severity=Severity.ERROR,
    message=Text(
        "pyasc takes the constant {value} for false here, because it keeps its lowest bit alone: compare, x != 0",
        "pyasc 在此把常量 {value} 当作假，因为它只保留最低位：请写比较 x != 0",
    ),
    bad="""
import asc


@asc.jit
def clear(t, count):
    if count:  # expect: ASC701
        asc.duplicate(t, 0.0, count)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    clear(a, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def clear(t, count):
    if count != 0:
        asc.duplicate(t, 0.0, count)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    clear(a, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=COMPARE,
    fixes=("safe",),
)
