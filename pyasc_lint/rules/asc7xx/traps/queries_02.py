"""Arithmetic and comparisons of unsigned run-time values."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import notes
from pyasc_lint.rules.asc7xx.traps._scalars import scalar_operands
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for scalar in scalar_operands(facts):
        source = scalar.value.type
        if isinstance(source, DType) and source.kind == "uint" and scalar.dtype.kind == "float":
            if not isinstance(scalar.value, Const):
                yield Finding(scalar.span, {"op": "cast", "dtype": source.name}, related=notes(scalar.call))


TRAP = Trap(
    id="queries-02",
    severity=Severity.WARNING,
    message=Text(
        "pyasc cannot compile {op} on a run-time {dtype}: cast it first, n.cast(asc.int32)",
        "pyasc 无法编译对运行时 {dtype} 的 {op} 运算：请先转换 n.cast(asc.int32)",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, a.get_length() - 32)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, a.get_length().cast(asc.int32) - 32)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
