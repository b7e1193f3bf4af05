"""A tensor index of unsigned type."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import cast_operand
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="slicing-09",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc cannot index with a run-time {dtype}: cast it first, n.cast(asc.int32)",
        "pyasc 不能用运行时的 {dtype} 作下标：请先转换 n.cast(asc.int32)",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    b = ub.alloc(asc.TPosition.VECCALC, asc.uint32, 64)
    asc.duplicate(b, 8, 64)
    asc.duplicate(a[b.get_value(0):], 0.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    b = ub.alloc(asc.TPosition.VECCALC, asc.uint32, 64)
    asc.duplicate(b, 8, 64)
    asc.duplicate(a[b.get_value(0).cast(asc.int32):], 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=cast_operand("int32"),
)
