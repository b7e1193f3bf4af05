"""Arithmetic and comparisons of unsigned run-time values."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api.scalars import compiles
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const, Expr, MakeLocal, Stmt
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.types import DTYPES, DType
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._calls import calls
from pyasc_lint.rules.asc7xx.traps._mends import cast_operand
from pyasc_lint.rules.asc7xx.traps._scalars import scalar_operands
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_INDEX = {"LocalTensor": ("index", DTYPES["uint32"]), "GlobalTensor": ("offset", DTYPES["uint64"])}


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for stmt, value, target, span in _converted(facts):
        source = value.type
        if isinstance(source, DType) and not isinstance(value, Const) and not compiles(source, target):
            dtype = source if source.kind == "uint" else target
            yield Finding(span, {"op": "cast", "dtype": dtype.name}, related=stack_notes(stmt.stack))


def _converted(facts: KernelFacts) -> Iterator[tuple[Stmt, Expr, DType, Span]]:
    """Numbers with the dtype that pyasc converts them to, and where they stand."""
    for scalar in scalar_operands(facts):
        yield scalar.call, scalar.value, scalar.dtype, scalar.span
    for call in calls(facts):
        cls, _, method = call.api.partition(".")
        name, target = _INDEX.get(cls, ("", DTYPES["uint32"]))
        if method in ("get_value", "set_value") and name in call.args:
            yield call, call.args[name], target, call.spans.get(name, call.span)
    for stmt in survey(facts.kernel).of(MakeLocal):
        for value in (stmt.address, stmt.count):
            if value is not None:
                yield stmt, value, DTYPES["uint32"], stmt.span


TRAP = Trap(
    id="queries-02",
    severity=Severity.WARNING,
    fixes=("safe",),
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
    mend=cast_operand("int32"),
)
