"""A literal above 127 where pyasc takes an int8."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._mends import NUMBER
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_UNSIGNED = frozenset({"bilinear_interpolation", "brcb", "gather", "gatherb", "scatter"})
"""Functions whose `repeat_times` is a uint8, as it should be."""

_DUPLICATE = ("repeat_times", "dst_block_stride", "dst_repeat_stride")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts):
        names = _DUPLICATE if call.api == "duplicate" else ("repeat_times",) if call.api not in _UNSIGNED else ()
        for name in names:
            given = call.args.get(name)
            if isinstance(given, Const) and isinstance(given.value, int) and 127 < given.value < 256:
                data = {"name": name, "value": given.value}
                yield Finding(call.spans.get(name, call.span), data, related=notes(call))


TRAP = Trap(
    id="vector-07",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc refuses {value} as {name}, because it takes an int8 there although {value} is legal: split the call, "
        "or pass asc.number({value}, asc.int32)",
        "pyasc 在此把 {name} 当作 int8，因而拒绝合法的 {value}：请拆分调用，或传 asc.number({value}, asc.int32)",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 16384)
    asc.duplicate(a, 0.0, 64, 200, 1, 8)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 16384)
    asc.duplicate(a, 0.0, 64, 100, 1, 8)
    asc.duplicate(a[6400:], 0.0, 64, 100, 1, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    mend=NUMBER,
)
