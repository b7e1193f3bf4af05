"""What holds on both of two paths."""

from __future__ import annotations

from pyasc_lint.analysis.values.condition import Atom, Not, eq, ne
from pyasc_lint.analysis.values.disjunction import settled
from pyasc_lint.analysis.values.facts import STEPS, Facts
from pyasc_lint.analysis.values.store import Store
from pyasc_lint.analysis.values.symbol import Symbol


def join(a: Facts, b: Facts) -> Facts:
    """What holds in both.

    The two branches of one test give back what was known before it. Otherwise not every value that the result allows a
    loop symbol need be taken, so that `certain` no longer chooses one where the two differ about it.
    """
    if a is b or not b.is_feasible():
        return a
    if not a.is_feasible():
        return b
    if a.origin is not None and b.origin is not None and a.origin[0] is b.origin[0]:
        if a.origin[1] == Not(b.origin[1]):
            return a.origin[0]
    with a.effort.question(STEPS), b.effort.question(STEPS):
        return settled(a.with_store(_joined(a, b)))


def _joined(a: Facts, b: Facts) -> Store:
    store = Store()
    changed: set[Symbol] = set()
    lost: set[Symbol] = set()
    for symbol in {**a.store.domains, **b.store.domains}:
        domain = a.store.domain(symbol).join(b.store.domain(symbol))
        store.restrict_to(symbol, domain, changed)
        if a.store.domain(symbol) != b.store.domain(symbol):
            lost |= symbol.reach
    for mine, other in ((a, b), (b, a)):
        for poly, bound in mine.store.lowers.items():
            same = other.store.lowers.get(poly) == bound
            lower = bound if same else other.bounds.lower(poly)
            if lower is None or lower < bound:
                lost |= poly.reach
            if lower is not None:
                changed |= store.add(Atom(">=", poly - min(bound, lower)))
        for poly, congruence in mine.store.residues.items():
            both = congruence.join(other.bounds.congruence(poly))
            if both != congruence:
                lost |= poly.reach
            store.add_residue(poly, both, changed)
        exact = [*(eq(poly, value) for poly, value in mine.store.equal.items()), *mine.store.clauses]
        for cond in [*exact, *(ne(poly, 0) for poly in mine.store.unequal)]:
            if cond not in other.store.clauses and other.bounds.decide(cond) is not True:
                lost |= cond.reach
            elif isinstance(cond, Atom):
                changed |= store.add(cond)
            else:
                store.clauses[cond] = None
    store.loops = {symbol: ends for symbol, ends in a.store.loops.items() if b.store.loops.get(symbol) == ends}
    store.lossy = a.store.lossy | b.store.lossy | lost
    store.propagate(changed)
    return store
