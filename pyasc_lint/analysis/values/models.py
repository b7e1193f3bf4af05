"""Sample assignments that the facts allow: what one of them shows need not be searched for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from pyasc_lint.analysis.values.condition import Cond
from pyasc_lint.analysis.values.domain import UNKNOWN, Domain
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.store import Store
from pyasc_lint.analysis.values.symbol import UNDEFINED, Symbol

Assignment = dict[Symbol, int]


class Model:
    """An allowed assignment. Symbols that the facts say nothing about get some value when they are asked for."""

    __slots__ = ("_memo", "_seed", "known")

    def __init__(self, assignment: Assignment, seed: int) -> None:
        self.known = assignment
        """The symbols that the facts say something about."""
        self._memo = dict(assignment)
        self._seed = seed

    def value(self, p: Poly) -> int | None:
        """The value of p; None where it has none."""
        self._complete(p.free_symbols())
        with suppress(*UNDEFINED):
            return p.value(self._memo)
        return None

    def holds(self, cond: Cond) -> bool | None:
        """The truth of `cond`; None where it has none."""
        self._complete(cond.free_symbols())
        return holds((cond,), self._memo)

    def _complete(self, symbols: Iterable[Symbol]) -> None:
        for symbol in symbols:
            if symbol not in self._memo:
                self._memo[symbol] = self._seed * (1 + symbol.index % 3)


def holds(conds: Iterable[Cond], assignment: Assignment) -> bool | None:
    """Whether all conditions hold; None where one has no value. The assignment grows by the defined symbols met."""
    try:
        return all(cond.value(assignment) for cond in conds)
    except UNDEFINED:
        return None


def allows(store: Store, assignment: Assignment) -> bool | None:
    """Whether all that a store says holds; None where something has no value. The assignment grows like in `holds`."""
    try:
        return (
            all(symbol.value(assignment) in domain for symbol, domain in store.domains.items())
            and all(poly.value(assignment) >= bound for poly, bound in store.lowers.items())
            and all(poly.value(assignment) != 0 for poly in store.unequal)
            and all(poly.value(assignment) in congruence for poly, congruence in store.residues.items())
            and all(clause.value(assignment) for clause in store.clauses)
        )
    except UNDEFINED:
        return None


def symbols_of(store: Store) -> list[Symbol]:
    """The free symbols of all that a store says, oldest first."""
    told = (store.lowers, store.unequal, store.residues, store.clauses)
    free = [part.free_symbols() for parts in told for part in parts]
    free += [symbol.free for symbol, domain in store.domains.items() if domain != UNKNOWN]
    return sorted(frozenset[Symbol]().union(*free), key=lambda symbol: symbol.index)


def samples(store: Store) -> list[Model]:
    """A few allowed assignments, cheaply found, as different as possible."""
    symbols = symbols_of(store)
    corners = [corner(store, symbols, ends) for ends in ((False,), (True,), (True, False), (False, True))]
    return [
        Model(assignment, seed)
        for seed, assignment in zip((0, 1, 7, 1023), corners, strict=True)
        if allows(store, dict(assignment))
    ]


def corner(store: Store, symbols: Sequence[Symbol], ends: Sequence[bool]) -> Assignment:
    """Every symbol at the low (False) or high end of its domain, in turn, except those that an equation gives."""
    assignment = {
        symbol: _end(store.domain(symbol), high=ends[position % len(ends)]) for position, symbol in enumerate(symbols)
    }
    for symbol, value in store.solved.items():
        if symbol in assignment and value.free_symbols() <= assignment.keys():
            with suppress(*UNDEFINED):
                assignment[symbol] = value.evaluate(assignment)
    return assignment


def _end(domain: Domain, *, high: bool) -> int:
    lo, hi = domain.interval
    if high and hi is not None:
        return hi
    if lo is not None:
        return lo if not high else lo + 64 * (domain.congruence.mod or 1)
    return domain.congruence.at_most(0 if hi is None else min(hi, 0))
