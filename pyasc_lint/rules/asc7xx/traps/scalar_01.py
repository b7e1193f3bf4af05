"""A float in the arithmetic of run-time integers."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import cast_operand
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-01",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc converts {value} to {dtype} here, so its fraction is lost: write n.cast(asc.float32) * 1.5, or use "
        "integers",
        "pyasc 在此把 {value} 转换为 {dtype}，小数部分丢失：请写 n.cast(asc.float32) * 1.5，或使用整数",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, n * 1.5, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, n.cast(asc.float32) * 1.5, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=cast_operand("float32"),
)
