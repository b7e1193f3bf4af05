"""Relational bounds: how low and how high a polynomial can get under all facts together."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from math import gcd

from pyasc_lint.analysis.values.condition import Atom, Cond
from pyasc_lint.analysis.values.domain import UNKNOWN, Domain
from pyasc_lint.analysis.values.effort import Effort
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.models import Model, samples
from pyasc_lint.analysis.values.poly import MAX_DEGREE, Monomial, Poly
from pyasc_lint.analysis.values.ranges import Ranges
from pyasc_lint.analysis.values.rewriting import exact_quotients, expanded
from pyasc_lint.analysis.values.store import Store
from pyasc_lint.analysis.values.symbol import Symbol

BOUND_STEPS = 150
"""How much of a question's budget one bound may take."""

MAX_NESTING = 4
"""How deep bounds of parts of a polynomial may ask for bounds themselves."""

MAX_CHAIN = 4
"""How many constraints one bound may combine."""

FEW = 8
"""Finite sets up to this size are tried value by value."""


def _is_simple(p: Poly) -> bool:
    """Whether the domain of one symbol says all that can be said of p."""
    if len(p.terms) != 1:
        return False
    (monomial,) = p.terms
    return len(monomial) == 1 and monomial[0].definition is None


class Bounds(Ranges):
    """Answers about one finished `Store`, remembered."""

    __slots__ = (
        "_by_monomial",
        "_conditions",
        "_congruences",
        "_domains",
        "_indexed",
        "_lower",
        "_mapping",
        "_models",
        "_nesting",
        "_stop",
        "effort",
        "store",
    )

    def __init__(self, store: Store, effort: Effort) -> None:
        self.store = store
        self.effort = effort
        self._conditions: tuple[Cond, ...] | None = None
        self._domains: dict[Symbol, tuple[int, Domain]] = {}
        self._lower: dict[Poly, tuple[int, int | None]] = {}  # with the nesting it was computed at
        self._congruences: dict[Poly, Congruence] = {}
        self._by_monomial: dict[Monomial, list[tuple[Poly, int]]] | None = None
        self._indexed: set[Symbol] = set()
        self._mapping: dict[Symbol, Poly] | None = None
        self._models: list[Model] | None = None
        self._nesting = 0
        self._stop = 0

    @property
    def conditions(self) -> tuple[Cond, ...]:
        """Everything that is known, as conditions."""
        if self._conditions is None:
            self._conditions = tuple(self.store.conditions())
        return self._conditions

    @property
    def models(self) -> list[Model]:
        """Some allowed assignments."""
        if self._models is None:
            self._models = samples(self.store)
        return self._models

    # ------------------------------------------------------------------------------------------------------- questions

    def interval(self, p: Poly) -> Interval:
        """The range of p, rounded to its congruence."""
        hi = self.lower(-p)
        return Interval(self.lower(p), None if hi is None else -hi)

    def at_least(self, p: Poly, bound: int) -> bool:
        """Whether p >= bound is certain."""
        lo = self.direct(p).lo
        if lo is not None and lo >= bound:
            return True
        if _is_simple(p):
            return False
        if any((value := model.value(p)) is not None and value < bound for model in self.models):
            return False  # sooner than by a search for its lowest value
        lo = self.lower(p)
        return lo is not None and lo >= bound

    def lower(self, p: Poly) -> int | None:
        """The largest bound found with p >= bound; None: none."""
        content, primitive, constant = p.parts
        if not primitive.terms:
            return constant
        if _is_simple(primitive):
            return self.direct(p).lo
        nesting, known = self._lower.get(primitive, (MAX_NESTING + 1, None))
        if nesting > self._nesting:
            self._allow()
            known = self._compute(primitive)
            if self.effort.left > 0:
                self._lower[primitive] = (self._nesting, known)
            else:
                self._lower.pop(primitive, None)
        return None if known is None else known * content + constant

    def congruence(self, p: Poly) -> Congruence:
        known = self._congruences.get(p)
        if known is None:
            known = self.direct_congruence(p)
            for variant in (self.resolved(p), expanded(p)):
                if variant is not p:
                    known = known.meet(self.direct_congruence(variant)) or known
            for poly, value in self.store.residues.items():
                monomial, factor = next(iter(poly.terms.items()))
                times, remainder = divmod(p.terms.get(monomial, 0), factor)
                if times and not remainder:
                    rest = self.direct_congruence(p - poly * times)
                    known = known.meet(rest.plus(value.times(times))) or known
            self._congruences[p] = known
        return known

    def domain(self, symbol: Symbol) -> Domain:
        stored = self.store.domains.get(symbol, UNKNOWN)
        if symbol.definition is None:
            return stored
        nesting, known = self._domains.get(symbol, (MAX_NESTING, stored))
        if nesting > self._nesting:
            self._allow()
            self._domains[symbol] = (0, stored)  # what a question about the symbol itself gets on the way
            self._nesting += 1
            op, operands = symbol.definition
            known = stored.restrict(op.interval(operands, self), op.congruence(operands, self)) or stored
            self._nesting -= 1
            self._domains[symbol] = (self._nesting if self.effort.left > 0 else MAX_NESTING, known)
        return known

    def decide(self, cond: Cond) -> bool | None:
        if isinstance(cond, Atom) and cond.relation == ">=":
            return True if self.at_least(cond.poly, 0) else False if self.at_least(-cond.poly, 1) else None
        return super().decide(cond)

    def resolved(self, p: Poly) -> Poly:
        """p with everything put in that the facts fix: solved symbols, constants, exact quotients."""
        if self._mapping is None:
            self._mapping = {
                symbol: Poly.of(domain.interval.lo)
                for symbol, domain in self.store.domains.items()
                if domain.interval.lo is not None and domain.interval.lo == domain.interval.hi
            }
            for symbol, value in self.store.solved.items():
                self._mapping.setdefault(symbol, value.substitute(self._mapping) if self._mapping else value)
        if not p.reach.isdisjoint(self._mapping):
            p = p.substitute(self._mapping)
        if p.depth:
            p = exact_quotients(p, self.direct_congruence)
        return p

    # ------------------------------------------------------------------------------------------------------ the search

    def _allow(self) -> None:
        """Grant the outermost bound its steps."""
        if self._nesting == 0:
            self._stop = max(0, self.effort.left - BOUND_STEPS)

    def _spend(self) -> bool:
        self.effort.spend()
        return self.effort.left > self._stop

    def _compute(self, p: Poly) -> int | None:
        best = self._rounded(p, _larger(self.direct(p).lo, self.store.lowers.get(p)))
        if self._nesting >= MAX_NESTING or not self._spend():
            return best
        # No bound is better than the lowest value that is known to occur.
        values = [value for model in self.models if (value := model.value(p)) is not None]
        floor = min(values, default=None)
        if floor is not None and best == floor:
            return best
        self._lower[p] = (0, best)  # what a question about p itself gets on the way
        self._nesting += 1
        for find in (self._rewritten, self._split, self._factored, self._combined):
            best = self._rounded(p, _larger(best, find(p)))
            if floor is not None and best == floor:
                break
        self._nesting -= 1
        return best

    def _rewritten(self, p: Poly) -> int | None:
        resolved = self.resolved(p)
        if resolved != p:
            return self.lower(resolved)
        variant = expanded(p)
        if variant is not p and (not variant.terms or not variant.symbols().isdisjoint(p.symbols())):
            return self.lower(variant)
        return None

    def _rounded(self, p: Poly, bound: int | None) -> int | None:
        if bound is None:
            return None
        congruence = self.congruence(p)
        return congruence.at_least(bound) if congruence.mod > 1 else bound

    def _split(self, p: Poly) -> int | None:
        """The lowest over the values of one symbol: a choice, or a small finite set used more than linearly."""
        for symbol in sorted(p.symbols(), key=lambda symbol: symbol.index):
            values: list[Poly] = []
            if symbol.definition is not None:
                values = [value for _, value in symbol.definition.op.cases(symbol.definition.operands)]
            elif p.degree > 1 and self.domain(symbol).values is not None:
                values = [Poly.of(value) for value in self.domain(symbol).few(FEW) or ()]
            if values:
                lows = [self.lower(p.substitute({symbol: value})) for value in values]
                return None if None in lows else min(low for low in lows if low is not None)
        return None

    def _combined(self, p: Poly) -> int | None:
        """Subtract facts of the form g >= 0 from p until interval arithmetic bounds what is left."""
        best: int | None = None
        serial = 0
        heap: list[tuple[int, int, int, Poly, int, int]] = [(0, 0, serial, p, 1, 0)]
        seen = {p}
        while heap and self.effort.left > self._stop:
            *_, poly, scale, chain = heappop(heap)
            for factor, fact, weight in self._candidates(poly):
                if not self._spend():
                    break
                common = gcd(factor, weight)
                rest = poly * (abs(weight) // common) - fact * (abs(factor) // common)
                if rest in seen or rest.degree > MAX_DEGREE:
                    continue
                seen.add(rest)
                grown = scale * (abs(weight) // common)
                low = self.direct(rest).lo
                if low is None or rest.degree > 1:
                    low = _larger(low, self._factored(rest))
                if low is not None:
                    best = _larger(best, -(-low // grown))
                if chain + 1 < MAX_CHAIN:
                    serial += 1
                    missing = sum(1 for term in rest.terms.items() if self._lowest(*term) is None)
                    heappush(heap, (missing, len(rest.terms), serial, rest, grown, chain + 1))
        return best

    def _lowest(self, monomial: Monomial, factor: int) -> int | None:
        lo, hi = self.monomial(monomial)
        end = lo if factor > 0 else hi
        return None if end is None else end * factor

    def _candidates(self, p: Poly) -> Iterator[tuple[int, Poly, int]]:
        """(factor in p, fact, factor in the fact) with equal signs, for every monomial; unbounded ones only, if any."""
        terms = [term for term in p.terms.items() if self._lowest(*term) is None] or list(p.terms.items())
        for monomial, factor in terms:
            for fact, weight in self._facts_with(monomial):
                if (factor > 0) == (weight > 0):
                    yield factor, fact, weight

    def _facts_with(self, monomial: Monomial) -> Iterator[tuple[Poly, int]]:
        """Polynomials known to be >= 0 that contain the monomial, with its factor."""
        index = self._index(monomial)
        yield from index.get(monomial, ())
        if len(monomial) < 2:
            return
        for symbol in dict.fromkeys(monomial):  # products of a fact and a bound of one symbol
            rest = list(monomial)
            rest.remove(symbol)
            lo, hi = self.domain(symbol).interval
            if lo is None and hi is None:
                continue
            multiplier = symbol.poly if lo is not None and lo >= 0 else symbol - lo if lo is not None else None
            for fact, _ in index.get(tuple(rest), ()):
                if fact.degree + 1 > MAX_DEGREE:
                    continue
                for side in (multiplier, None if hi is None else hi - symbol):
                    if side is not None:
                        product = fact * side
                        weight = product.terms.get(monomial, 0)
                        if weight:
                            yield product, weight

    def _index(self, monomial: Monomial) -> dict[Monomial, list[tuple[Poly, int]]]:
        """The facts by the monomials in them; definitions of the symbols asked for are taken in on the way."""
        index = self._by_monomial
        if index is None:
            index = self._by_monomial = {}
            for bounds in (self.store.lowers, self.store.derived):
                for poly, bound in bounds.items():
                    self._enter(index, poly, bound)
            self._indexed.update(self.store.registered)
        for symbol in monomial:
            if symbol.definition is not None and symbol not in self._indexed:
                self._indexed.add(symbol)
                for axiom in symbol.definition.op.axioms(symbol, symbol.definition.operands, self):
                    content, primitive, constant = axiom.parts
                    if primitive.terms:
                        self._enter(index, primitive, -(constant // content))
        return index

    def _enter(self, index: dict[Monomial, list[tuple[Poly, int]]], poly: Poly, bound: int) -> None:
        """poly >= bound, with the bound rounded up to poly's congruence."""
        congruence = self.direct_congruence(poly)
        fact = poly - (congruence.at_least(bound) if congruence.mod > 1 else bound)
        for monomial, weight in poly.terms.items():
            index.setdefault(monomial, []).append((fact, weight))

    def _factored(self, p: Poly) -> int | None:
        """A lower bound of s * A + B for the symbol s that p is best grouped by."""
        if p.degree < 2 or self._nesting >= MAX_NESTING:
            return None
        best: int | None = None
        for symbol in sorted(p.symbols(), key=lambda symbol: symbol.index):
            inside: dict[Monomial, int] = {}
            outside: dict[Monomial, int] = {}
            for monomial, factor in p.terms.items():
                if symbol in monomial:
                    rest = list(monomial)
                    rest.remove(symbol)
                    inside[tuple(rest)] = factor
                else:
                    outside[monomial] = factor
            if len(inside) < 2:
                continue
            constant = inside.pop((), 0)
            if not self._spend():
                break
            self._nesting += 1
            weight = self.interval(Poly(inside, constant))
            low = self.domain(symbol).interval.product(weight).lo
            rest_low = self.lower(Poly(outside, p.constant)) if low is not None else None
            self._nesting -= 1
            if low is not None and rest_low is not None:
                best = _larger(best, low + rest_low)
        return best


def _larger(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else max(a, b)
