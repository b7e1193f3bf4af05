"""How ASC107 and ASC114 tell of an access that leaves its tensor."""

from __future__ import annotations

from pyasc_lint.analysis.bounds import Overrun
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Text
from pyasc_lint.rules._wording import CALLED, IN_RUN, at, run_of

_LARGEST = Text("; largest count that fits: {count}", "；可容纳的最大个数：{count}")


def overrun_finding(facts: KernelFacts, found: Overrun, name: str, *notes: Note) -> Finding:
    """The finding, with the numbers of the run that shows it."""
    run = found.verdict.witness
    excess = found.end - found.size
    data = {
        "call": found.instruction.call.stmt.api,
        "param": found.access.param,
        "name": name,
        "first": at(found.first, run),
        "end": at(found.end, run),
        "size": at(found.size, run),
        "excess": at(excess, run),
        **_largest(found),
        "run": run_of(facts, run, excess),
        "in_run": IN_RUN if run else "",
    }
    stmt = found.instruction.call.stmt
    calls = tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(stmt.stack))
    before = _starts_before(found)
    severity = None if found.verdict.certainty is Certainty.CERTAIN else Severity.WARNING
    return Finding(
        stmt.span, data, "before" if before else "default", severity, (*notes, *calls),
        aspect=found.access.param,
    )  # fmt: skip


def _starts_before(found: Overrun) -> bool:
    """Whether the run that shows it starts before the tensor does."""
    try:
        return found.first.evaluate(found.verdict.witness) < 0
    except (KeyError, ArithmeticError, ValueError):
        return False


def _largest(found: Overrun) -> dict[str, object]:
    """The largest count of a counted access that fits, where all is constant."""
    count = found.instruction.call.operands.get("count")
    size, start, element = found.size.const, found.first.const, found.access.element_size.const
    if not isinstance(count, Poly) or size is None or start is None or not element or not 0 <= start < size:
        return {"largest": ""}
    return {"largest": _LARGEST, "count": f"{(size - start) // element:,}"}
