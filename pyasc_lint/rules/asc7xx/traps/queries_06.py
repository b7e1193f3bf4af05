"""A float constant for a tensor of integers."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.rules._fix import Proposal, Replace
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import notes
from pyasc_lint.rules.asc7xx.traps._scalars import scalar_operands
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_WHOLE = Text("write {kept}", "改写为 {kept}")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for scalar in scalar_operands(facts):
        value = scalar.value.value if isinstance(scalar.value, Const) else None
        if isinstance(value, float) and not value.is_integer() and scalar.dtype.kind in ("int", "uint"):
            data = {"value": value, "kept": int(value), "name": scalar.name, "dtype": scalar.dtype.name}
            fix = Proposal(_WHOLE, (Replace(scalar.span, str(int(value))),), data, "unsafe")
            yield Finding(scalar.span, data, related=notes(scalar.call), fix=fix)


TRAP = Trap(
    id="queries-06",
    severity=Severity.ERROR,
    fixes=("unsafe",),
    message=Text(
        "pyasc makes {dtype} of {name}, so {value} becomes {kept}: write the integer that is meant",
        "pyasc 会把 {name} 转换为 {dtype}，{value} 变成 {kept}：请写出所需的整数",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int32, 64)
    asc.duplicate(a, 0, 64)
    asc.adds(a, a, 1.5, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int32, 64)
    asc.duplicate(a, 0, 64)
    asc.adds(a, a, 1, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
