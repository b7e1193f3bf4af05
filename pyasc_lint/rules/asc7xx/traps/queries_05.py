"""A constant that does not fit the element type of its tensor."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._fix import Proposal, Replace
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import notes
from pyasc_lint.rules.asc7xx.traps._scalars import scalar_operands
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_SAME_BITS = Text("write {meant}, which has the same bits", "改写为位模式相同的 {meant}")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for scalar in scalar_operands(facts):
        value = scalar.value.value if isinstance(scalar.value, Const) else None
        if isinstance(value, int | float) and not _holds(scalar.dtype, int(value)):
            data = {"value": value, "name": scalar.name, "dtype": scalar.dtype.name}
            fix, bits = None, scalar.dtype.bits
            if scalar.span is not None and scalar.dtype.kind == "uint" and -(2 ** (bits - 1)) <= value < 0:
                meant = {"meant": value + 2**bits}
                fix = Proposal(_SAME_BITS, (Replace(scalar.span, str(value + 2**bits)),), meant, "unsafe")
            yield Finding(scalar.span, data, related=notes(scalar.call), fix=fix)


def _holds(dtype: DType, value: int) -> bool:
    if dtype.kind not in ("int", "uint"):
        return True
    if dtype.kind == "uint":
        return 0 <= value < 1 << dtype.bits
    return -1 << (dtype.bits - 1) <= value < 1 << (dtype.bits - 1)


TRAP = Trap(
    id="queries-05",
    severity=Severity.WARNING,
    fixes=("unsafe",),
    message=Text(
        "pyasc refuses {value} as {name}, which becomes {dtype}: use a value that {dtype} holds",
        "pyasc 不接受以 {value} 作 {name}（其类型为 {dtype}）：请使用 {dtype} 可表示的值",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.uint32, 64)
    asc.duplicate(a, -1, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.uint32, 64)
    asc.duplicate(a, 4294967295, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
