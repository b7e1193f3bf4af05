"""`sync_all`, `ib_set`, `ib_wait` with `is_aiv_only=False`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Drop, Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import called
from pyasc_lint.rules.asc7xx.traps._calls import calls, is_false, notes
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

_REFUSES = Text("fails on", "无法处理")
_IGNORES = Text("ignores", "会忽略")

_DROP = Text("leave is_aiv_only out", "去掉 is_aiv_only")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "sync_all", "ib_set", "ib_wait"):
        ignored = call.api == "sync_all" and len(call.positional) == 1 and is_false(call.positional[0])
        if ignored or is_false(call.args.get("is_aiv_only")):
            data = {"call": called(call), "problem": _IGNORES if ignored else _REFUSES}
            severity = Severity.ERROR if ignored else Severity.WARNING
            span = call.spans.get("is_aiv_only")
            fix = None if span is None else Proposal(_DROP, (Drop(span),), applicability="unsafe")
            yield Finding(call.span, data, severity=severity, related=notes(call), fix=fix)


TRAP = Trap(
    id="sync-13",
    severity=Severity.WARNING,
    fixes=("unsafe",),
    message=Text(
        "pyasc {problem} is_aiv_only=False of {call}(): only the form for vector cores can be had from pyasc",
        "pyasc {problem} {call}() 的 is_aiv_only=False：pyasc 只能表达仅限 Vector 核的形式",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    asc.sync_all(is_aiv_only=False)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    asc.sync_all()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    releases=SINCE_1_1,
)
