"""Facts and a disjunction: what its possible parts have in common, and using it once only one part is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasc_lint.analysis.values.condition import Atom, Junction, Or
from pyasc_lint.analysis.values.domain import MAX_VALUES, UNKNOWN, Domain
from pyasc_lint.analysis.values.symbol import Symbol

if TYPE_CHECKING:
    from pyasc_lint.analysis.values.facts import Facts

MAX_BRANCHES = 8
"""A disjunction of more conditions narrows nothing until others rule most of them out."""


def with_clause(facts: Facts, clause: Junction) -> Facts:
    """The facts and a disjunction."""
    symbol, values = _finite_set(clause)
    domains: dict[Symbol, Domain] = {}
    if symbol is not None:
        domains[symbol] = Domain.of(values)
    elif len(clause.parts) <= MAX_BRANCHES:
        branches = [branch for branch in map(facts.assume, clause.parts) if branch.is_feasible()]
        if len(branches) < 2:
            return branches[0] if branches else facts.impossible()
        domains = _common(branches)
    store = facts.store.copy()
    changed: set[Symbol] = set()
    for candidate, domain in domains.items():
        store.restrict_to(candidate, domain, changed)
    if symbol is None or len(values) > MAX_VALUES:
        store.clauses[clause] = None
    store.propagate(changed)
    return settled(facts.with_store(store))


def settled(facts: Facts) -> Facts:
    """The facts after dropping the impossible parts of disjunctions."""
    for clause in facts.store.clauses:
        assert isinstance(clause, Junction)
        alive = [part for part in clause.parts if facts.store.decide(part) is not False]
        if len(alive) < len(clause.parts):
            store = facts.store.copy()
            del store.clauses[clause]
            return facts.with_store(store).assume(Or(*alive))
    return facts


def _common(branches: list[Facts]) -> dict[Symbol, Domain]:
    """What all branches say about single symbols."""
    domains: dict[Symbol, Domain] = {}
    for symbol, domain in branches[0].store.domains.items():
        for branch in branches[1:]:
            domain = domain.join(branch.store.domain(symbol))
        if domain != UNKNOWN:
            domains[symbol] = domain
    return domains


def _finite_set(clause: Junction) -> tuple[Symbol | None, list[int]]:
    """The symbol and the values, for a disjunction that says nothing but that a symbol is one of some values."""
    symbol: Symbol | None = None
    values = []
    for part in clause.parts:
        if not isinstance(part, Atom) or part.relation != "==" or len(part.poly.terms) != 1:
            return None, []
        ((monomial, factor),) = part.poly.terms.items()
        if len(monomial) != 1 or factor != 1 or symbol not in (None, monomial[0]):
            return None, []
        symbol = monomial[0]
        values.append(-part.poly.constant)
    return symbol, values
