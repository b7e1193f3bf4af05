"""A conversion between run-time integers and floats of another width."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api.scalars import castable
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import is_run_time, notes, trace_time_variables
from pyasc_lint.rules.asc7xx.traps._scalars import scalar_operands
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    wrong = [
        (scalar, scalar.value.type)
        for scalar in scalar_operands(facts)
        if isinstance(scalar.value.type, DType) and not castable(scalar.value.type, scalar.dtype)
    ]
    trace_time = trace_time_variables(facts) if wrong else ()
    for scalar, source in wrong:
        if is_run_time(scalar.value, trace_time):
            data = {"source": source.name, "target": scalar.dtype.name}
            yield Finding(scalar.span, data, related=notes(scalar.call))


TRAP = Trap(
    id="queries-07",
    severity=Severity.WARNING,
    message=Text(
        "pyasc cannot convert a run-time {source} to {target}: go by a dtype of the same width, such as "
        "n.cast(asc.float32) for an int32",
        "pyasc 不能把运行时的 {source} 转换为 {target}：请先转为同宽度的类型，例如 int32 用 n.cast(asc.float32)",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, n, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, n.cast(asc.float32), 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
