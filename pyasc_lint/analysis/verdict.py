"""The answer to "is this bound broken?": certainly, for some allowed value, for want of a bound, or never."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol


class Certainty(Enum):
    """NEVER also stands for "cannot tell", where nothing may be reported."""

    NEVER = "never"
    UNBOUNDED = "unbounded"
    POSSIBLE = "possible"
    CERTAIN = "certain"


@dataclass(frozen=True, slots=True)
class Verdict:
    """`witness` is an allowed run that breaks the bound (POSSIBLE); `symbols` are what nothing bounds (UNBOUNDED)."""

    certainty: Certainty
    witness: Mapping[Symbol, int] | None = None
    symbols: tuple[Symbol, ...] = ()


_NEVER = Verdict(Certainty.NEVER)


def exceeds(facts: Facts, value: Poly, limit: Poly | int) -> Verdict:
    """Whether `value > limit`."""
    return broken(facts, v.gt(value, limit), value, "above")


def broken(facts: Facts, bad: Cond, value: Poly, direction: str = "above") -> Verdict:
    """Whether `bad` holds, a condition that `value` brings about by growing in `direction` ("above" or "below")."""
    answer = facts.ask(bad)
    if answer is v.Answer.REFUTED:
        return _NEVER
    if answer is v.Answer.PROVED or facts.certain(bad):
        return Verdict(Certainty.CERTAIN)
    symbols = tuple(facts.unbounded_symbols(value, direction))
    if symbols:
        return Verdict(Certainty.UNBOUNDED, symbols=symbols)
    witness = facts.possible(bad)
    if witness is None:
        return _NEVER
    return Verdict(Certainty.POSSIBLE, witness)


def shown(witness: Mapping[Symbol, int]) -> str:
    """A witness as users read it: `n = 24584, m = 1`."""
    named = [(symbol, number) for symbol, number in witness.items() if symbol.kind != "opaque"]
    ordered = sorted(named, key=lambda item: item[0].index)
    return ", ".join(f"{symbol.name} = {number:,}" for symbol, number in ordered)
