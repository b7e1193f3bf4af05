"""The constraint store behind `Facts`: what was assumed, and bounds propagated from it."""

from __future__ import annotations

from pyasc_lint.analysis.values.domain import UNKNOWN
from pyasc_lint.analysis.values.lattice import ANY, EVERYTHING, Congruence, Interval
from pyasc_lint.analysis.values.poly import Monomial, Poly
from pyasc_lint.analysis.values.relations import Relations
from pyasc_lint.analysis.values.symbol import Symbol

ROUNDS = 8
"""How often one step may propagate before it stops short of the fixpoint."""


class Store(Relations):
    """Mutable while it is built; `Facts` never changes one that it holds."""

    __slots__ = ()

    def propagate(self, changed: set[Symbol]) -> None:
        """Tighten domains, starting from what changed."""
        for _ in range(ROUNDS):
            if not changed or not self.feasible:
                return
            todo: dict[Poly, None] = {}
            opaque: dict[Symbol, None] = {}
            for symbol in sorted(changed, key=lambda symbol: symbol.index):
                for poly in self.users.get(symbol, ()):
                    todo[poly] = None
                for dependent in self.dependents.get(symbol, ()):
                    opaque[dependent] = None
                if symbol in self.registered:
                    opaque[symbol] = None
            changed = set()
            for symbol in opaque:
                self._tighten_definition(symbol, changed)
            for poly in todo:
                for bounds in (self.lowers, self.derived):
                    bound = bounds.get(poly)
                    if bound is not None:
                        self._tighten(poly, bound, changed)
                for value in (self.residues.get(poly), self._equal_residue(poly)):
                    if value is not None:
                        self._tighten_residue(poly, value, changed)
            self._trim(changed)

    def _equal_residue(self, poly: Poly) -> Congruence | None:
        value = self.equal.get(poly)
        return None if value is None else Congruence(0, value)

    def _tighten_definition(self, symbol: Symbol, changed: set[Symbol]) -> None:
        assert symbol.definition is not None
        op, operands = symbol.definition
        derived = UNKNOWN.restrict(op.interval(operands, self), op.congruence(operands, self))
        if derived is None:
            return  # it has no value here; that alone makes nothing impossible
        self.restrict(symbol, derived.interval, derived.congruence, changed)
        if not self.feasible:
            return
        for poly in op.axioms(symbol, operands, self):
            content, primitive, constant = poly.parts
            bound = -(constant // content)
            if primitive.terms and bound > self.derived.get(primitive, bound - 1):
                self.use(primitive)
                self.derived[primitive] = bound
                changed |= primitive.symbols()
        domain = self.domain(symbol)
        for poly, congruence in op.residues(operands, domain.interval, domain.congruence):
            self.add_residue(poly, congruence, changed)

    def _tighten(self, poly: Poly, bound: int, changed: set[Symbol]) -> None:
        """Bound every symbol of poly >= bound by the ranges of the others."""
        total, unbounded = -bound, 0
        tops: list[tuple[Monomial, int, int | None]] = []
        for monomial, factor in poly.terms.items():
            lo, hi = self.monomial(monomial)
            top = lo if factor < 0 else hi
            if top is None:
                unbounded += 1
            else:
                top *= factor
                total += top
            tops.append((monomial, factor, top))
        if unbounded == 0 and total < 0:
            self.feasible = False
        if unbounded > 1 or not self.feasible:
            return
        for monomial, factor, top in tops:
            if unbounded and top is not None:
                continue
            need = -total if top is None else top - total  # factor * monomial >= need
            limit = Interval(-(-need // factor), None) if factor > 0 else Interval(None, need // factor)
            self._tighten_monomial(monomial, limit, changed)

    def _tighten_monomial(self, monomial: Monomial, limit: Interval, changed: set[Symbol]) -> None:
        if len(monomial) == 1:
            self.restrict(monomial[0], limit, ANY, changed)
            return
        for symbol in dict.fromkeys(monomial):
            others = [other for other in monomial if other is not symbol]
            if len(others) != len(monomial) - 1:
                continue
            weight = self.monomial(tuple(others))
            interval = limit.divided(weight)
            if interval != EVERYTHING:
                self.restrict(symbol, interval, ANY, changed)

    def _tighten_residue(self, poly: Poly, congruence: Congruence, changed: set[Symbol]) -> None:
        for monomial, factor in poly.terms.items():
            if len(monomial) == 1:
                others = self.direct_congruence(poly, skip=monomial)
                found = congruence.plus(others.times(-1))
                if found.mod != 1:
                    solved = found.solve(factor)
                    if solved is None:
                        self.feasible = False
                        return
                    self.restrict(monomial[0], EVERYTHING, solved, changed)

    def _trim(self, changed: set[Symbol]) -> None:
        """Use poly != 0 where only one symbol's value is open."""
        for poly in self.unequal:
            open_terms = [term for term in poly.terms.items() if self.monomial(term[0]).const is None]
            fixed = poly.constant + sum(
                factor * (self.monomial(monomial).const or 0) for monomial, factor in poly.terms.items()
            )
            if not open_terms:
                self.feasible = self.feasible and fixed != 0
            elif len(open_terms) == 1 and len(open_terms[0][0]) == 1 and fixed % open_terms[0][1] == 0:
                symbol = open_terms[0][0][0]
                old = self.domain(symbol)
                new = old.without(-fixed // open_terms[0][1])
                if new is None:
                    self.feasible = False
                elif new is not old:
                    self.domains[symbol] = new
                    changed.add(symbol)
