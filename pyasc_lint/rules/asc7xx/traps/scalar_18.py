"""`a and b`, `a or b` of numbers, as a number."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-18",
    severity=Severity.ERROR,
    message=Text(
        "pyasc makes true or false of an 'and' or 'or', not one of its sides: write n if n != 0 else 64 for n or 64",
        "pyasc 把 and、or 的结果变成真或假，而不是其中一侧的值：n or 64 请写作 n if n != 0 else 64",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    count = n or 64
    asc.duplicate(a, 0.0, count)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    count = n if n != 0 else 64
    asc.duplicate(a, 0.0, count)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
