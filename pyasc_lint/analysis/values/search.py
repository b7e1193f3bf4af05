"""Concrete assignments: samples, witnesses, exhaustive enumeration of small domains, largest safe values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import chain, islice, product
from typing import TYPE_CHECKING

from pyasc_lint.analysis.values.condition import TRUE, Cond, Junction, Not, eq
from pyasc_lint.analysis.values.domain import Domain
from pyasc_lint.analysis.values.lattice import Interval
from pyasc_lint.analysis.values.models import Assignment, allows, corner, holds, symbols_of
from pyasc_lint.analysis.values.symbol import Symbol

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.facts import Facts

MAX_POINTS = 256
"""A search for a witness ends with trying all assignments where there are at most so many."""

POINTS_A_STEP = 5
"""How many assignments can be tried in one step of a question's budget."""


MAX_NODES = 120
"""Assignments of one symbol that a search for a witness may try."""

MAX_WITNESS_SPLITS = 2
"""How many definitions a search for a witness may replace by one of their cases."""

MAX_SCAN = 64
"""Candidates for the largest value that are tried one by one; more are searched by halving."""

MAX_WIDTH = 2**40
"""Values that are safe over so wide a range are taken to have no upper end."""


# --------------------------------------------------------------------------------------------------------- enumeration


def _component(conds: Sequence[Cond], start: Iterable[Symbol]) -> tuple[list[Cond], list[Symbol]]:
    """The conditions that are connected to the symbols, and all symbols in them."""
    reached = set(start)
    chosen: dict[int, Cond] = {}
    grown = True
    while grown:
        grown = False
        for position, cond in enumerate(conds):
            if position not in chosen:
                free = cond.free_symbols()
                if not free.isdisjoint(reached):
                    chosen[position] = cond
                    grown = grown or not free <= reached
                    reached |= free
    return [chosen[position] for position in sorted(chosen)], sorted(reached, key=lambda symbol: symbol.index)


def _assignments(facts: Facts, symbols: Collection[Symbol], limit: int) -> Iterator[Assignment] | None:
    """All assignments within the domains of the symbols, if there are at most `limit`."""
    size = 1
    for symbol in symbols:
        count = facts.store.domain(symbol).count
        if count is None or size * count > limit:
            return None
        size *= count
    choices = [tuple(facts.store.domain(symbol).members()) for symbol in symbols]
    return (dict(zip(symbols, values, strict=True)) for values in product(*choices))


def enumerate_truths(facts: Facts, cond: Cond, limit: int) -> set[bool] | None:
    """All values that `cond` takes; None where there are more than `limit` assignments to try."""
    if _assignments(facts, cond.free_symbols(), limit) is None:
        return None
    conds, symbols = _component(facts.conditions(), cond.free_symbols())
    assignments = _assignments(facts, symbols, limit)
    if assignments is None or not facts.effort.spend(limit // POINTS_A_STEP):
        return None
    truths: set[bool] = set()
    for assignment in assignments:
        if not any(holds((known,), assignment) is False for known in conds):
            truth = holds((cond,), assignment)
            if truth is not None:
                truths.add(truth)
                if len(truths) > 1:
                    break
    return truths


# ------------------------------------------------------------------------------------------------------------ witness


def witness(facts: Facts, cond: Cond, splits: int = MAX_WITNESS_SPLITS) -> Assignment | None:
    if isinstance(cond, Junction) and not cond.every:
        return next((found for part in cond.parts if (found := witness(facts, part, splits)) is not None), None)
    narrowed = facts.assume(cond)
    if not narrowed.is_feasible():
        return None
    wanted = cond.free_symbols()
    symbols = sorted(wanted.union(symbols_of(facts.store)), key=lambda symbol: symbol.index)
    order = sorted(symbols, key=lambda symbol: (symbol not in wanted, symbol.index))

    def is_met(point: Assignment) -> bool:
        memo = dict(point)
        return bool(holds((cond,), memo) and allows(facts.store, memo))

    nodes = [MAX_NODES]
    found = _dive(narrowed, is_met, symbols, order, nodes)
    if found is None:
        points = chain((corner(narrowed.store, symbols, (True,)),), _assignments(narrowed, symbols, MAX_POINTS) or ())
        found = next(filter(is_met, points), None)
    if found is None and splits:
        found = next(_by_cases(facts, cond, splits - 1), None)
    return found


def _by_cases(facts: Facts, cond: Cond, splits: int) -> Iterator[Assignment]:
    """Assignments for the cases of one definition after the other, such as the branches of a `select`."""
    for symbol in sorted(cond.reach, key=lambda symbol: -symbol.index):
        for case, value in symbol.definition.op.cases(symbol.definition.operands) if symbol.definition else ():
            found = witness(facts.assume(case), cond.substitute({symbol: value}), splits)
            if found is not None:
                yield found


def _dive(
    facts: Facts,
    is_met: Callable[[Assignment], bool],
    symbols: list[Symbol],
    order: list[Symbol],
    nodes: list[int],
) -> Assignment | None:
    """Fix one symbol after the other, depth first; `nodes` counts down."""
    assignment = corner(facts.store, symbols, (False,))
    if is_met(assignment):
        return assignment
    open_symbols = [symbol for symbol in order if facts.store.domain(symbol).interval.const is None]
    if not open_symbols:
        return None
    symbol = open_symbols[0]
    for value in _candidates(facts.store.domain(symbol)):
        if nodes[0] <= 0 or facts.effort.left <= 0:
            return None
        nodes[0] -= 1
        branch = facts.narrowed([], {symbol: Domain.point(value)})
        if branch.is_feasible():
            found = _dive(branch, is_met, symbols, order, nodes)
            if found is not None:
                return found
    return None


def _candidates(domain: Domain) -> list[int]:
    """Values worth trying: all of a small domain, else the ends, their neighbours and some between."""
    few = domain.few(8)
    if few is not None:
        return list(few)
    lo, hi = domain.interval
    step = domain.congruence.mod or 1
    tried: list[int] = []
    if lo is not None:
        tried += [lo, lo + step]
    if hi is not None:
        tried += [hi, hi - step]
    if lo is not None and hi is not None:
        tried += [domain.congruence.at_most(lo + (hi - lo) * part // 16) for part in (8, 3, 13)]
    else:
        near = 0 if lo is None and hi is None else lo if lo is not None else hi
        assert near is not None
        for size in (0, 1, 7, 64, 1023, 8192):
            tried += [domain.congruence.at_least(near + size), domain.congruence.at_most(near - size)]
    return [value for value in dict.fromkeys(tried) if value in domain]


# ------------------------------------------------------------------------------------------------------ largest value


def largest(facts: Facts, symbol: Symbol, cond: Cond) -> int | None:
    domain = facts.store.domain(symbol)

    def is_safe(value: int) -> bool:
        fixed = facts.assume(eq(symbol, value))
        return fixed.is_feasible() and fixed.decide(cond) is True and fixed.witness(TRUE) is not None

    limit = domain.interval.hi
    if limit is None:  # values that satisfy the condition for some values of the others may have an upper end
        limit = facts.assume(cond).interval(symbol).hi
        if limit is None:
            return _largest_upwards(domain, is_safe)
    violated = facts.assume(Not(cond))
    unsafe = violated.interval(symbol) if violated.is_feasible() else Interval(limit + 1, limit)
    step = domain.congruence.mod or 1
    top = domain.congruence.at_most(limit)
    if unsafe.lo is None or (top - unsafe.lo) // step < MAX_SCAN:
        return next((value for value in islice(_down(domain, top), 2 * MAX_SCAN) if is_safe(value)), None)
    if unsafe.hi is not None and unsafe.hi < top:
        above = (value for value in islice(_down(domain, top), MAX_SCAN) if value > unsafe.hi)
        found = next((value for value in above if is_safe(value)), None)
        if found is not None:
            return found
    below = islice(_down(domain, domain.congruence.at_most(unsafe.lo - 1)), MAX_SCAN)
    low = next((value for value in below if is_safe(value)), None)
    return None if low is None else _bisect(domain, low, top, is_safe)


def _largest_upwards(domain: Domain, is_safe: Callable[[int], bool]) -> int | None:
    """The end of the safe values around 0, found by doubling."""
    start = 0 if domain.interval.lo is None else domain.interval.lo
    low = domain.congruence.at_least(start)
    if not is_safe(low):
        return None
    width = domain.congruence.mod or 1
    while is_safe(low + width):
        low += width
        width *= 2
        if width > MAX_WIDTH:
            return None
    return _bisect(domain, low, low + width, is_safe)


def _bisect(domain: Domain, low: int, high: int, is_safe: Callable[[int], bool]) -> int:
    """The last safe value from `low`, which is safe, to `high`, which is not, as far as one end follows the other."""
    step = domain.congruence.mod or 1
    while high - low > step:
        middle = max(domain.congruence.at_most((low + high) // 2), low + step)
        if is_safe(middle):
            low = middle
        else:
            high = middle
    return low


def _down(domain: Domain, top: int) -> Iterator[int]:
    """The members of a domain from `top` down."""
    if domain.values is not None:
        yield from (value for value in reversed(domain.values) if value <= top)
        return
    value = domain.congruence.at_most(top)
    while value in domain:
        yield value
        if domain.congruence.mod == 0:
            return
        value -= domain.congruence.mod
