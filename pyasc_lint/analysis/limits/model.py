"""What is wrong with an argument."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact
from pyasc_lint.analysis.limits.documented import Range
from pyasc_lint.analysis.values import Facts, Poly, Symbol
from pyasc_lint.analysis.verdict import NEVER, Certainty, Verdict, broken, exceeds
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import New, Sequence
from pyasc_lint.ir.spans import Span

CERTAIN = Verdict(Certainty.CERTAIN)


@dataclass(frozen=True, slots=True)
class Breach:
    """An argument that cannot be right, certainly or in some run (`verdict`).

    `kind` is a message key of ASC404; `what` names the argument or `Struct.field`; `value` is what it is, where that is
    a number; `details` are further fields of the message. `judged` is the value that the verdict is about, where it is
    another one, and `limit` the largest that would do.
    """

    kind: str
    span: Span
    what: str
    verdict: Verdict = CERTAIN
    value: Poly | None = None
    details: Mapping[str, str] = field(default_factory=dict)
    judged: Poly | None = None
    limit: int | None = None

    @property
    def is_idle(self) -> bool:
        """Whether the call does nothing; every other breach makes it do something else."""
        return self.kind.startswith("nothing")

    def largest_safe(self, facts: Facts) -> tuple[Symbol, int] | None:
        """(an input that the verdict names, its largest value that keeps to the limit); None where nothing tells."""
        judged = self.judged or self.value
        if judged is None or self.limit is None:
            return None
        for symbol in sorted(self.verdict.witness, key=lambda symbol: symbol.index):
            if symbol.kind == "param" and symbol in judged.free_symbols():
                largest = facts.largest(symbol, v.le(judged, self.limit))
                return None if largest is None else (symbol, largest)
        return None


def outside(facts: Facts, value: Poly, bounds: Range) -> Verdict:
    """Whether a value is outside a range."""
    verdict = NEVER
    if bounds.high is not None:
        verdict = exceeds(facts, value, bounds.high)
    if bounds.low is not None:
        below = broken(facts, v.lt(value, bounds.low), value, "below")
        verdict = max(verdict, below, key=lambda each: each.certainty)
    return verdict


def is_told(verdict: Verdict) -> bool:
    """Whether a verdict is worth a finding."""
    return verdict.certainty in (Certainty.POSSIBLE, Certainty.CERTAIN)


def number_in(value: Poly, verdict: Verdict) -> int | None:
    """What a value is in the run that a verdict names; None where that does not tell."""
    try:
        return value.evaluate(verdict.witness)
    except (KeyError, ArithmeticError, ValueError):
        return None


def is_zero(facts: Facts, value: Poly) -> bool:
    """Whether a value is 0 every time; one that may be 0 is how kernels skip an empty rest."""
    return value.const == 0 if value.const is not None else facts.decide(v.eq(value, 0)) is True


def span_of(call: CallFact, param: str, inner: str | int | None = None) -> Span:
    """Where an argument, a field of its struct or an item of its list stands: in the call, or where it was built."""
    expr = call.stmt.args.get(param)
    part = None
    if isinstance(expr, New) and isinstance(inner, str):
        part = expr.args.get(inner)
    elif isinstance(expr, Sequence) and isinstance(inner, int) and inner < len(expr.items):
        part = expr.items[inner]
    if isinstance(expr, New | Sequence) and expr.span is not None:
        # The value of a variable stands where that got it, which may be anywhere.
        span = part.span if part is not None else None
        return span if span is not None and _holds(expr.span, span) else expr.span
    return call.stmt.spans.get(param, call.stmt.span)


def _holds(outer: Span, inner: Span) -> bool:
    if outer.path != inner.path or (inner.line, inner.column) < (outer.line, outer.column):
        return False
    return (inner.end_line, inner.end_column) <= (outer.end_line, outer.end_column)


def format_range(bounds: Range) -> tuple[str, str]:
    """(lowest, highest) as text; "…" where there is no bound."""
    low, high = ("…" if bound is None else f"{bound:,}" for bound in bounds)
    return low, high
