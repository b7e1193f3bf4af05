"""The answer to "is this bound broken?": certainly, for some allowed value, for want of a bound, or never."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from enum import IntEnum

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Cond, Direction, Facts, Poly, Symbol
from pyasc_lint.deferred import dataclass

_LARGER = (1, 7, 63, 1023)
"""How much larger values of a stride that nothing bounds must break a bound as well."""

_BLOCKS = "get_block_num()"


class Certainty(IntEnum):
    """Ordered: a higher value is surer. NEVER also stands for "cannot tell", where nothing may be reported."""

    NEVER = 0
    UNBOUNDED = 1
    POSSIBLE = 2
    CERTAIN = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """`symbols` are the inputs that nothing bounds: the reason of UNBOUNDED, but not of a POSSIBLE beside them.

    `run` is an allowed run that breaks the bound, `question` what such a run is to be found for when it is asked for.
    """

    certainty: Certainty
    run: Mapping[Symbol, int] = field(default_factory=dict)
    symbols: tuple[Symbol, ...] = ()
    question: tuple[Facts, Cond] | None = None

    @property
    def witness(self) -> Mapping[Symbol, int]:
        """A run that breaks the bound; empty where every run does so in the same way."""
        if self.question is None:
            return self.run
        facts, bad = self.question
        return facts.witness(bad) or {}


NEVER = Verdict(Certainty.NEVER)


def exceeds(facts: Facts, value: Poly, limit: int, known: Certainty = Certainty.NEVER) -> Verdict:
    """Whether `value > limit`; see `broken`."""
    return broken(facts, v.gt(value, limit), value, known=known)


def broken(
    facts: Facts, bad: Cond, value: Poly, direction: Direction = "above", known: Certainty = Certainty.NEVER
) -> Verdict:
    """Whether `bad` holds, a condition that `value` brings about by growing in `direction`.

    `known` is how surely that is so for another reason, so that nothing less sure is searched for.
    """
    answer = facts.ask(bad)
    if answer is v.Answer.REFUTED or not facts.is_feasible():
        return NEVER
    if answer is v.Answer.PROVED or facts.certain(bad):
        return _certain(facts, bad, value)
    symbols = tuple(symbol for symbol in facts.unbounded_symbols(value, direction) if symbol.kind == "param")
    if known >= Certainty.POSSIBLE:
        return Verdict(Certainty.POSSIBLE, symbols=symbols)
    witness = _witness(_smallest_launch(facts), bad, value, direction)
    if witness is not None:
        return Verdict(Certainty.POSSIBLE, witness, symbols)
    return Verdict(Certainty.UNBOUNDED, symbols=symbols) if symbols else NEVER


def misaligned(facts: Facts, address: Poly, alignment: int) -> Verdict:
    """Whether a byte address is no multiple of `alignment`.

    Possible only where every input in it has bounds on both sides or a congruence, and nothing in it is unknown.
    """
    bad = v.ne(v.floor_mod(address, alignment, facts), 0)
    answer = facts.ask(bad)
    if answer is v.Answer.REFUTED or not facts.is_feasible():
        return NEVER
    if answer is v.Answer.PROVED or facts.certain(bad):
        return _certain(facts, bad, address)
    for symbol in v.operands(address):
        interval, congruence = facts.interval(symbol), facts.congruence(symbol)
        if symbol.kind in ("base", "opaque"):
            return NEVER
        if symbol.kind == "param" and interval.size is None and congruence.mod == 1:
            return NEVER
    witness = _smallest_launch(facts).witness(bad)
    return NEVER if witness is None else Verdict(Certainty.POSSIBLE, witness)


def _smallest_launch(facts: Facts) -> Facts:
    """The facts for one block where the number of blocks is open: nothing may be possible for want of its bound."""
    symbols = frozenset[Symbol]().union(*(known.free_symbols() for known in facts.conditions()))
    counts = [symbol for symbol in symbols if symbol.name == _BLOCKS]
    return facts.assume(v.And(*(v.eq(count, facts.interval(count).lo or 1) for count in counts)))


def _certain(facts: Facts, bad: Cond, value: Poly) -> Verdict:
    return Verdict(Certainty.CERTAIN, question=(facts, bad) if value.const is None else None)


def _witness(facts: Facts, bad: Cond, value: Poly, direction: Direction) -> Mapping[Symbol, int] | None:
    """A run that breaks the bound, whatever inputs and unknown values that nothing bounds may be."""
    pins: dict[Symbol, int] = {}
    strides = _strides(value)
    for symbol, sides in v.influences(facts, value, direction).items():
        lo, hi = facts.interval(symbol)
        bounded = all((hi if side == "above" else lo) is not None for side in sides)
        if bounded and symbol.kind not in ("base", "opaque"):
            continue
        # Where the value only grows from here on, the other end breaks the bound only if every value does.
        end = lo if "above" in sides and lo is not None else hi if "below" in sides else None
        if end is None or (len(sides) > 1 and symbol.kind in ("base", "opaque")):
            return None
        pins[symbol] = end
    found = _pinned_witness(facts, bad, pins)
    for symbol in strides & pins.keys() if found is not None else ():
        for more in _LARGER:
            if _pinned_witness(facts, bad, {**pins, symbol: pins[symbol] + more}) is None:
                return None
    return found


def _pinned_witness(facts: Facts, bad: Cond, pins: Mapping[Symbol, int]) -> Mapping[Symbol, int] | None:
    pinned = facts.assume(v.And(*(v.eq(symbol, end) for symbol, end in pins.items())))
    return pinned.witness(bad) if pinned.is_feasible() else None


def _strides(value: Poly) -> set[Symbol]:
    """The symbols that a loop variable is multiplied by: a larger one means fewer iterations, not a larger value."""
    products = [monomial for monomial in value.terms if any(symbol.kind == "loop" for symbol in monomial)]
    return {symbol for monomial in products for symbol in monomial if symbol.kind == "param"}
