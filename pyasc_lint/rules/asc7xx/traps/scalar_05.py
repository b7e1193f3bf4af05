"""Arithmetic on the result of a comparison."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import cast_operand
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-05",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc computes {op} on a bool in one bit, so the other operand is lost: write 64 if n > 3 else 0",
        "pyasc 对 bool 的 {op} 按 1 位计算，另一操作数会丢失：请写 64 if n > 3 else 0",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 32 + (n > 3) * 32)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 32 + (32 if n > 3 else 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=cast_operand("int32"),
)
