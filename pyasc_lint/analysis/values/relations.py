"""What was assumed, sorted by kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from pyasc_lint.analysis.values.condition import Atom, Cond, among, eq, ge, ne
from pyasc_lint.analysis.values.domain import UNKNOWN, Domain
from pyasc_lint.analysis.values.lattice import ANY, EVERYTHING, Congruence, Interval
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.ranges import Ranges
from pyasc_lint.analysis.values.remainder import floor_mod
from pyasc_lint.analysis.values.symbol import Symbol

MAX_CONSTRAINTS = 256
"""Further constraints over several symbols are dropped."""

MAX_SOLVED = 24

_R = TypeVar("_R", bound="Relations")


class Relations(Ranges):
    """A conjunction of facts about single symbols (`domains`) and about several.

    `lowers` maps primitive polynomials p to b with p >= b; `equal` to b with p == b (also in `lowers`, both ways).
    `derived` holds lower bounds that follow from the definitions of opaque symbols alone.
    """

    __slots__ = (
        "clauses",
        "dependents",
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
        "users",
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
        self.users: dict[Symbol, tuple[Poly, ...]] = {}
        self.dependents: dict[Symbol, tuple[Symbol, ...]] = {}

    def copy(self: _R) -> _R:
        other = type(self).__new__(type(self))
        other.feasible, other.lossy = self.feasible, self.lossy
        other.domains, other.lowers, other.equal = dict(self.domains), dict(self.lowers), dict(self.equal)
        other.unequal, other.residues, other.clauses = dict(self.unequal), dict(self.residues), dict(self.clauses)
        other.solved, other.derived = dict(self.solved), dict(self.derived)
        other.registered, other.loops = dict(self.registered), dict(self.loops)
        other.users, other.dependents = dict(self.users), dict(self.dependents)
        return other

    def domain(self, symbol: Symbol) -> Domain:
        return self.domains.get(symbol, UNKNOWN)

    # ---------------------------------------------------------------------------------------------------------- adding

    def add(self, atom: Atom) -> set[Symbol]:
        """Take an atom in; the symbols whose domains or constraints changed."""
        changed: set[Symbol] = set()
        self.register(atom.poly.symbols(), changed)
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
        self.register((symbol,), changed)
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
            self.use(primitive)
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
        elif (symbol := primitive.as_symbol()) is not None:
            self.restrict(symbol, EVERYTHING, found, changed)
        elif primitive.terms and found.mod != 1:
            both = self.residues.get(primitive, ANY).meet(found)
            if both is None:
                self.feasible = False
            elif self.residues.get(primitive) != both:
                self.register(primitive.symbols(), changed)
                self.use(primitive)
                self.residues[primitive] = both
                changed |= primitive.symbols()

    def use(self, poly: Poly) -> None:
        for symbol in poly.symbols():
            users = self.users.get(symbol, ())
            if poly not in users:
                self.users[symbol] = (*users, poly)

    def register(self, symbols: Iterable[Symbol], changed: set[Symbol]) -> None:
        """Take in the definitions of opaque symbols."""
        todo = [symbol for symbol in symbols if symbol.definition is not None and symbol not in self.registered]
        while todo:
            symbol = todo.pop()
            if symbol in self.registered or symbol.definition is None:
                continue
            self.registered[symbol] = None
            changed.add(symbol)
            for inner in sorted(symbol.reach, key=lambda inner: inner.index):
                if inner is not symbol:
                    self.dependents[inner] = (*self.dependents.get(inner, ()), symbol)
                    if inner.definition is not None:
                        todo.append(inner)

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


@lru_cache(maxsize=1024)
def domain_conditions(p: Poly, domain: Domain) -> Sequence[Cond]:
    """What a domain says of a value."""
    if domain.values is not None:
        return [among(p, domain.values)]
    lo, hi = domain.interval
    found = []
    if lo is not None:
        found.append(ge(p, lo))
    if hi is not None:
        found.append(ge(hi, p))
    if domain.congruence.mod > 1:
        found.append(eq(floor_mod(p, domain.congruence.mod), domain.congruence.rem))
    return found
