"""The constraint store behind `Facts`: what was assumed, and bounds propagated from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasc_lint.analysis.values.condition import Atom, Cond, among, eq, ge, ne
from pyasc_lint.analysis.values.division import floor_mod
from pyasc_lint.analysis.values.domain import UNKNOWN, Domain
from pyasc_lint.analysis.values.lattice import ANY, EVERYTHING, Congruence, Interval
from pyasc_lint.analysis.values.poly import Monomial, Poly
from pyasc_lint.analysis.values.ranges import Ranges
from pyasc_lint.analysis.values.symbol import Symbol

MAX_CONSTRAINTS = 256
"""Further constraints over several symbols are dropped."""

ROUNDS = 8
"""How often one step may propagate before it stops short of the fixpoint."""

MAX_SOLVED = 24


class Store(Ranges):
    """A conjunction of facts. Mutable while it is built; `Facts` never changes one that it holds.

    `lowers` maps primitive polynomials p to b with p >= b; `equal` to b with p == b (also in `lowers`, both ways).
    `derived` holds lower bounds that follow from the definitions of opaque symbols alone.
    """

    __slots__ = (
        "_dependents",
        "_users",
        "clauses",
        "derived",
        "domains",
        "equal",
        "feasible",
        "loops",
        "lossy",
        "lowers",
        "registered",
        "residues",
        "solved",
        "unequal",
    )

    def __init__(self) -> None:
        self.feasible = True
        self.domains: dict[Symbol, Domain] = {}
        self.lowers: dict[Poly, int] = {}
        self.equal: dict[Poly, int] = {}
        self.unequal: dict[Poly, None] = {}
        self.residues: dict[Poly, Congruence] = {}
        self.clauses: dict[Cond, None] = {}
        self.solved: dict[Symbol, Poly] = {}
        self.derived: dict[Poly, int] = {}
        self.registered: dict[Symbol, None] = {}
        self.loops: dict[Symbol, tuple[Poly, Poly]] = {}
        """Loop symbols with the first and the last value of their domain."""
        self.lossy: frozenset[Symbol] = frozenset()
        """Symbols about which more was known once: not all values that the facts allow need be taken."""
        self._users: dict[Symbol, tuple[Poly, ...]] = {}
        self._dependents: dict[Symbol, tuple[Symbol, ...]] = {}

    def copy(self) -> Store:
        other = Store.__new__(Store)
        other.feasible, other.lossy = self.feasible, self.lossy
        other.domains, other.lowers, other.equal = dict(self.domains), dict(self.lowers), dict(self.equal)
        other.unequal, other.residues, other.clauses = dict(self.unequal), dict(self.residues), dict(self.clauses)
        other.solved, other.derived = dict(self.solved), dict(self.derived)
        other.registered, other.loops = dict(self.registered), dict(self.loops)
        other._users, other._dependents = dict(self._users), dict(self._dependents)
        return other

    def domain(self, symbol: Symbol) -> Domain:
        return self.domains.get(symbol, UNKNOWN)

    # ---------------------------------------------------------------------------------------------------------- adding

    def add(self, atom: Atom) -> set[Symbol]:
        """Take an atom in; the symbols whose domains or constraints changed."""
        changed: set[Symbol] = set()
        self._register(atom.poly.symbols(), changed)
        content, primitive, constant = atom.poly.parts
        if atom.relation == ">=":
            self._add_lower(primitive, -constant, changed)
        elif atom.relation == "==":
            if not self._add_lower(primitive, -constant, changed) or not self._add_lower(-primitive, constant, changed):
                return changed
            self._add_equal(atom.poly, changed)
        else:
            self._add_unequal(atom.poly, changed)
        return changed

    def restrict(self, symbol: Symbol, interval: Interval, congruence: Congruence, changed: set[Symbol]) -> None:
        old = self.domain(symbol)
        new = old.restrict(interval, congruence)
        if new is None:
            self.feasible = False
        elif new is not old and new != old:
            self.domains[symbol] = new
            changed.add(symbol)

    def restrict_to(self, symbol: Symbol, domain: Domain, changed: set[Symbol]) -> None:
        """`restrict`, also to the finite set of `domain`."""
        self._register((symbol,), changed)
        self.restrict(symbol, domain.interval, domain.congruence, changed)
        if domain.values is None or not self.feasible:
            return
        old = self.domain(symbol)
        kept = [value for value in domain.values if value in old]
        if not kept:
            self.feasible = False
        elif (new := Domain.of(kept)) != old:
            self.domains[symbol] = new
            changed.add(symbol)

    def _add_lower(self, primitive: Poly, bound: int, changed: set[Symbol]) -> bool:
        """primitive >= bound. False if the store is infeasible or full."""
        if len(primitive.terms) == 1:
            ((monomial, factor),) = primitive.terms.items()
            if len(monomial) == 1:
                interval = Interval(bound, None) if factor > 0 else Interval(None, -bound)
                self.restrict(monomial[0], interval, ANY, changed)
                return self.feasible
        known = self.lowers.get(primitive)
        if known is None:
            if len(self.lowers) >= MAX_CONSTRAINTS:
                self.lossy |= primitive.reach
                return False
            self._use(primitive)
        if known is None or bound > known:
            if primitive - bound in self.unequal or bound - primitive in self.unequal:
                bound += 1
            self.lowers[primitive] = bound
            changed |= primitive.symbols()
        return True

    def _add_equal(self, poly: Poly, changed: set[Symbol]) -> None:
        content, primitive, constant = poly.parts
        self.equal[primitive] = -constant
        poly = poly.substitute(self.solved) if not poly.reach.isdisjoint(self.solved) else poly
        target = self._solvable(poly)
        if target is None or len(self.solved) >= MAX_SOLVED:
            return
        rest = target.poly - poly * poly.terms[(target,)]
        step = {target: rest}
        for symbol, value in self.solved.items():
            if target in value.reach:
                self.solved[symbol] = value.substitute(step)
        self.solved[target] = rest

    def _solvable(self, poly: Poly) -> Symbol | None:
        """The youngest symbol that the equation poly == 0 gives as a polynomial of the others."""
        best: Symbol | None = None
        for monomial, factor in poly.terms.items():
            if len(monomial) != 1 or abs(factor) != 1:
                continue
            symbol = monomial[0]
            if symbol.definition is not None:
                continue
            if any(symbol in other.reach for term in poly.terms if term != monomial for other in term):
                continue
            if best is None or symbol.index > best.index:
                best = symbol
        return best

    def _add_unequal(self, poly: Poly, changed: set[Symbol]) -> None:
        self.unequal[poly] = None
        for side in (poly, -poly):
            content, primitive, constant = side.parts
            if self.lowers.get(primitive) == -constant:
                self.lowers[primitive] = 1 - constant
        changed |= poly.symbols()

    def add_residue(self, poly: Poly, congruence: Congruence, changed: set[Symbol]) -> None:
        """poly is in the congruence."""
        content, primitive, constant = poly.parts
        found = congruence.plus(Congruence(0, -constant)).solve(content)
        if found is None or (not primitive.terms and 0 not in found):
            self.feasible = False
        elif primitive.terms and found.mod != 1:
            both = self.residues.get(primitive, ANY).meet(found)
            if both is None:
                self.feasible = False
            elif self.residues.get(primitive) != both:
                self._register(primitive.symbols(), changed)
                self._use(primitive)
                self.residues[primitive] = both
                changed |= primitive.symbols()

    def _use(self, poly: Poly) -> None:
        for symbol in poly.symbols():
            users = self._users.get(symbol, ())
            if poly not in users:
                self._users[symbol] = (*users, poly)

    def _register(self, symbols: Iterable[Symbol], changed: set[Symbol]) -> None:
        """Take in the definitions of opaque symbols."""
        todo = [symbol for symbol in symbols if symbol.definition is not None and symbol not in self.registered]
        while todo:
            symbol = todo.pop()
            if symbol in self.registered or symbol.definition is None:
                continue
            self.registered[symbol] = None
            changed.add(symbol)
            for inner in symbol.reach:
                if inner is not symbol:
                    self._dependents[inner] = (*self._dependents.get(inner, ()), symbol)
                    if inner.definition is not None:
                        todo.append(inner)

    # ----------------------------------------------------------------------------------------------------- propagation

    def propagate(self, changed: set[Symbol]) -> None:
        """Tighten domains, starting from what changed."""
        for _ in range(ROUNDS):
            if not changed or not self.feasible:
                return
            todo: dict[Poly, None] = {}
            opaque: dict[Symbol, None] = {}
            for symbol in sorted(changed, key=lambda symbol: symbol.index):
                for poly in self._users.get(symbol, ()):
                    todo[poly] = None
                for dependent in self._dependents.get(symbol, ()):
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
        self.restrict(symbol, op.interval(operands, self), op.congruence(operands, self), changed)
        if not self.feasible:
            return
        for poly in op.axioms(symbol, operands, self):
            content, primitive, constant = poly.parts
            bound = -(constant // content)
            if primitive.terms and bound > self.derived.get(primitive, bound - 1):
                self._use(primitive)
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
            interval = _quotient(limit, weight)
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

    # ------------------------------------------------------------------------------------------------- reading it back

    def conditions(self) -> Iterator[Cond]:
        """Everything that was assumed, and the domains it led to, as conditions."""
        for symbol, domain in self.domains.items():
            yield from domain_conditions(symbol.poly, domain)
        for poly, bound in self.lowers.items():
            yield ge(poly, bound)
        for poly in self.unequal:
            yield ne(poly, 0)
        for poly, congruence in self.residues.items():
            if congruence.mod != 0:
                yield eq(floor_mod(poly, congruence.mod), congruence.rem)
            else:
                yield eq(poly, congruence.rem)
        yield from self.clauses


def domain_conditions(p: Poly, domain: Domain) -> Iterator[Cond]:
    lo, hi = domain.interval
    if domain.values is not None:
        yield among(p, domain.values)
        return
    if lo is not None:
        yield ge(p, lo)
    if hi is not None:
        yield ge(hi, p)
    if domain.congruence.mod > 1:
        yield eq(floor_mod(p, domain.congruence.mod), domain.congruence.rem)


def _quotient(product: Interval, weight: Interval) -> Interval:
    """The x with x * w in `product` for some w in `weight`, where w has one sign; everything else unbounded."""
    if weight.hi is not None and weight.hi <= 0:
        product, weight = product.times(-1), weight.times(-1)
    if weight.lo is None or weight.lo < 0:
        return EVERYTHING
    least, most = weight.lo, weight.hi
    lo: int | None = None
    hi: int | None = None
    if product.lo is not None:
        if product.lo > 0:
            lo = 1 if most is None or most == 0 else -(-product.lo // most)
        elif least >= 1:
            lo = -(-product.lo // least)
    if product.hi is not None:
        if product.hi < 0:
            hi = -1 if most is None or most == 0 else product.hi // most
        elif least >= 1:
            hi = product.hi // least
    return Interval(lo, hi)


