"""`is_set_mask=False` that is ignored."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api import find_function
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Drop, Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import called
from pyasc_lint.rules.asc7xx.traps._calls import calls, is_false, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_DROP = Text("leave is_set_mask out", "去掉 is_set_mask")


def _ignored(facts: KernelFacts, reduces: bool) -> Iterator[Finding]:
    for call in calls(facts):
        function = find_function(call.api) if is_false(call.args.get("is_set_mask")) else None
        if function is None or call.overload is None or (function.category == "vector.reduce") is not reduces:
            continue
        if function.overloads[call.overload].is_set_mask_effect == "ignored":
            span = call.spans.get("is_set_mask")
            fix = None if span is None else Proposal(_DROP, (Drop(span),))
            yield Finding(call.span, {"call": called(call)}, related=notes(call), fix=fix)


WITH_A_COUNT = Trap(
    id="vector-09",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc ignores is_set_mask=False of {call}() with a count: use the form with a mask, or let the call set the "
        "mask",
        "{call}() 使用 count 时 pyasc 会忽略 is_set_mask=False：请使用带 mask 的形式，或由该调用设置掩码",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.add(a, a, a, 64, is_set_mask=False)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.add(a, a, a, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=lambda facts: _ignored(facts, reduces=False),
)

OF_A_REDUCTION = Trap(
    id="vector-29",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc ignores is_set_mask=False of {call}(): the call sets the mask itself, so do not set one by hand "
        "around it",
        "pyasc 会忽略 {call}() 的 is_set_mask=False：该调用会自行设置掩码，请不要在其前后手动设置",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.whole_reduce_sum(b, a, 64, 1, 1, 1, 8, is_set_mask=False)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.whole_reduce_sum(b, a, 64, 1, 1, 1, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=lambda facts: _ignored(facts, reduces=True),
)
