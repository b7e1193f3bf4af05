"""Questions about runs: what happens in every one, and what only an unbounded parameter makes possible."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice, product
from typing import TYPE_CHECKING

from pyasc_lint.analysis.values.condition import FALSE, And, Atom, Cond, Junction, eq
from pyasc_lint.analysis.values.influence import Direction
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.symbol import Symbol

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.facts import Facts

MAX_CHOICES = 48
"""Choices of loop and block values that one question may try."""

MAX_THOROUGH = 4
"""How many of them get more than interval arithmetic."""


def _varies_within_run(symbol: Symbol) -> bool:
    return symbol.kind in ("loop", "block")


def _varies_by_iteration(symbol: Symbol) -> bool:
    """Whether a symbol may change between iterations in a way that no loop symbol tells."""
    return symbol.kind == "opaque" and symbol.definition is None


# ------------------------------------------------------------------------------------------------------------ certain


def certain(facts: Facts, cond: Cond) -> bool:
    if not facts.is_feasible():
        return False
    decided = facts.decide(cond)
    if decided is not None:
        return decided
    chosen = [symbol for symbol in cond.free_symbols() if _varies_within_run(symbol)]
    chosen = _with_dependent(facts, chosen)
    if not chosen or not facts.store.lossy.isdisjoint(chosen):
        return False
    outermost = min(symbol.index for symbol in chosen)
    guards = (symbol for known in facts.conditions() for symbol in known.free_symbols() if symbol.index > outermost)
    if any(map(_varies_by_iteration, guards)):
        return False  # a guard that may hold in other iterations than the ones chosen
    if _some_run_without(facts, cond):
        return False
    # It is enough to name, for every run, values of the loop symbols that the facts allow and that make cond true.
    goal = And(cond, *(known for known in facts.conditions() if not known.free_symbols().isdisjoint(chosen)))
    choices = [_choices(facts, symbol, cond) for symbol in chosen]
    witness = facts.witness(cond)
    if witness is None:
        return False
    constant = {symbol: Poly.of(witness[symbol]) for symbol in chosen}
    named = (dict(zip(chosen, choice, strict=True)) for choice in islice(product(*choices), MAX_CHOICES))
    goals = [_with_choice(goal, choice) for choice in (constant, *named)]
    if any(_all_proved(facts.bounds.decide, goal) for goal in goals):
        return True
    return any(_all_proved(facts.decide, goal) for goal in goals[:MAX_THOROUGH])


def _some_run_without(facts: Facts, cond: Cond) -> bool:
    """Whether a sample of the parameters leaves no way for `cond` to hold."""
    for model in facts.bounds.models:
        pins = (eq(symbol, value) for symbol, value in model.known.items() if not _varies_within_run(symbol))
        run = facts.assume(And(*pins))
        if run.is_feasible() and not run.assume(cond).is_feasible():
            return True
    return False


def _all_proved(decide: Callable[[Cond], bool | None], goal: Cond) -> bool:
    """Whether `decide` proves all parts of a conjunction; stops at the first that it does not."""
    parts = goal.parts if isinstance(goal, Junction) and goal.every else (goal,)
    return all(decide(part) is True for part in parts)


def _with_dependent(facts: Facts, symbols: list[Symbol]) -> list[Symbol]:
    """The loop and block symbols that conditions connect to the given ones, the innermost (youngest) first."""
    chosen = set(symbols)
    while True:
        more = {
            symbol
            for known in facts.conditions()
            if not known.free_symbols().isdisjoint(chosen)
            for symbol in known.free_symbols()
            if _varies_within_run(symbol)
        }
        if more <= chosen:
            return sorted(chosen, key=lambda symbol: -symbol.index)
        chosen |= more


def _with_choice(goal: Cond, choice: dict[Symbol, Poly]) -> Cond:
    """`goal` with the symbols replaced by the chosen values, innermost first; FALSE for a choice that needs itself."""
    for symbol, value in choice.items():
        goal = goal.substitute({symbol: value})
    return goal if goal.free_symbols().isdisjoint(choice) else FALSE


def _choices(facts: Facts, symbol: Symbol, cond: Cond) -> list[Poly]:
    """Values of a loop symbol worth choosing: the ends of its range, and where conditions on it turn."""
    found: dict[Poly, None] = {}
    for end in facts.store.loops.get(symbol, ())[::-1]:
        found[end] = None
    for atom in And(cond, *facts.conditions()).atoms():
        factor = atom.poly.terms.get((symbol,), 0)
        if abs(factor) == 1:
            end = symbol.poly - atom.poly * factor
            if symbol not in end.reach:
                found[end] = None
    return list(found)[:6]


# ---------------------------------------------------------------------------------------------------------- unbounded


def unbounded_symbols(facts: Facts, p: Poly, direction: Direction) -> list[Symbol]:
    found: set[Symbol] = set()
    _collect(facts, p, direction == "above", found, set())
    return sorted(found, key=lambda symbol: symbol.index)


def _collect(facts: Facts, p: Poly, above: bool, found: set[Symbol], seen: set[tuple[Symbol, bool]]) -> None:
    """Add the symbols that leave p unbounded; `seen` stops at symbols met before."""
    interval = facts.interval(p)
    if (interval.hi if above else interval.lo) is not None:
        return
    for monomial, factor in p.terms.items():
        lo, hi = facts.bounds.monomial(monomial)
        if (hi if (factor > 0) == above else lo) is not None:
            continue
        for symbol in dict.fromkeys(monomial):
            ends = facts.bounds.domain(symbol).interval
            sides = [(factor > 0) == above] if len(monomial) == 1 else [True, False]
            for side in sides:
                if (ends.hi if side else ends.lo) is None and (symbol, side) not in seen:
                    seen.add((symbol, side))
                    _trace(facts, symbol, side, found, seen)


def _trace(facts: Facts, symbol: Symbol, above: bool, found: set[Symbol], seen: set[tuple[Symbol, bool]]) -> None:
    """Add what leaves one symbol unbounded: the operands of its definition, the ends of its range, or itself."""
    before = len(found)
    if symbol.definition is not None:
        for operand in symbol.definition.operands:
            if isinstance(operand, Poly):
                for side in (True, False):
                    _collect(facts, operand, side, found, seen)
    elif _varies_within_run(symbol):
        for known in facts.store.lowers:
            factor = known.terms.get((symbol,), 0)
            if factor and (factor < 0) == above:
                rest = known - Poly({(symbol,): factor}, 0)
                if symbol not in rest.symbols():
                    _collect(facts, rest, True, found, seen)
    if len(found) == before:
        found.add(symbol)


# ----------------------------------------------------------------------------------------------------------- possible


def possible(facts: Facts, cond: Cond) -> dict[Symbol, int] | None:
    if isinstance(cond, Junction) and not cond.every:
        return next((found for part in cond.parts if (found := possible(facts, part)) is not None), None)
    if any(_unbounded(facts, atom) for atom in cond.atoms()):
        return None
    return facts.witness(cond)


def _unbounded(facts: Facts, atom: Atom) -> bool:
    """Whether the truth of an atom hangs on a parameter that nothing bounds in the direction that matters."""
    if unbounded_symbols(facts, atom.poly, "above"):
        return True
    if atom.relation != ">=" and unbounded_symbols(facts, atom.poly, "below"):
        return True
    # x % 8 has bounds for any x: what counts is whether anything says more about x than one bound.
    for symbol in atom.poly.reach:
        if symbol.definition is not None and symbol.definition.op.periodic:
            for operand in symbol.definition.operands:
                for free in operand.free_symbols():
                    domain = facts.store.domain(free)
                    bounded = domain.count is not None or domain.congruence.mod != 1
                    if not _varies_within_run(free) and not bounded:
                        return True
    return False
