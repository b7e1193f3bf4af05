"""Conditions over polynomials: atoms, and conjunctions and disjunctions of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Literal

from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.symbol import UNDEFINED, Operand, Symbol

Relation = Literal[">=", "==", "!="]


class Cond:
    """A truth value that depends on symbols. Built by `ge`, `eq`, …, `And`, `Or`, `Not`; `==` compares structure."""

    __slots__ = ()

    depth: int
    reach: frozenset[Symbol]

    def free_symbols(self) -> frozenset[Symbol]:
        """The symbols without a definition that it depends on."""
        raise NotImplementedError

    def evaluate(self, assignment: Mapping[Symbol, int]) -> bool:
        """The truth under an assignment of its free symbols; errors as for `Poly.evaluate`."""
        return self.value(dict(assignment))

    def value(self, memo: MutableMapping[Symbol, int]) -> bool:
        raise NotImplementedError

    def negated(self) -> Cond:
        raise NotImplementedError

    def substitute(self, mapping: Mapping[Symbol, Operand]) -> Cond:
        """All symbols of `mapping` replaced at once, inside definitions too."""
        return self.replaced(mapping, {})

    def replaced(self, mapping: Mapping[Symbol, Operand], memo: dict[Symbol, Poly]) -> Cond:
        raise NotImplementedError

    def atoms(self) -> Iterable[Atom]:
        """All atoms in it."""
        raise NotImplementedError


class Atom(Cond):
    """`poly >= 0`, `poly == 0` or `poly != 0`, reduced by the common factor of its coefficients."""

    __slots__ = ("_hash", "poly", "relation")

    def __init__(self, relation: Relation, poly: Poly) -> None:
        self.relation: Relation = relation
        self.poly = poly
        self._hash = hash((relation, poly))

    @property
    def depth(self) -> int:  # type: ignore[override]
        return self.poly.depth

    @property
    def reach(self) -> frozenset[Symbol]:  # type: ignore[override]
        return self.poly.reach

    def free_symbols(self) -> frozenset[Symbol]:
        return self.poly.free_symbols()

    def value(self, memo: MutableMapping[Symbol, int]) -> bool:
        value = self.poly.value(memo)
        return value >= 0 if self.relation == ">=" else (value == 0) == (self.relation == "==")

    def negated(self) -> Cond:
        if self.relation == ">=":
            return _atom(">=", -self.poly - 1)
        return Atom("!=" if self.relation == "==" else "==", self.poly)

    def replaced(self, mapping: Mapping[Symbol, Operand], memo: dict[Symbol, Poly]) -> Cond:
        poly = self.poly.replaced(mapping, memo)
        return self if poly is self.poly else _atom(self.relation, poly)

    def atoms(self) -> Iterable[Atom]:
        yield self

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Atom) and self.relation == other.relation and self.poly == other.poly

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        left = Poly({monomial: factor for monomial, factor in self.poly.terms.items() if factor > 0}, 0)
        right = left - Poly(self.poly.terms, 0)
        left, right = left + max(self.poly.constant, 0), right + max(-self.poly.constant, 0)
        if left.const is None:
            return f"{left} {self.relation} {right}"
        return f"{right} {'<=' if self.relation == '>=' else self.relation} {left}"

    __repr__ = __str__


class Junction(Cond):
    """A conjunction (`every`) or a disjunction of conditions. The empty ones are TRUE and FALSE."""

    __slots__ = ("_free", "_hash", "_reach", "depth", "every", "parts")

    def __init__(self, every: bool, parts: tuple[Cond, ...]) -> None:
        self.every = every
        self.parts = parts
        self.depth = max((part.depth for part in parts), default=0)
        self._reach: frozenset[Symbol] | None = None
        self._free: frozenset[Symbol] | None = None
        self._hash = hash((every, parts))

    @property
    def reach(self) -> frozenset[Symbol]:  # type: ignore[override]
        if self._reach is None:
            self._reach = frozenset[Symbol]().union(*(part.reach for part in self.parts))
        return self._reach

    def free_symbols(self) -> frozenset[Symbol]:
        if self._free is None:
            self._free = frozenset[Symbol]().union(*(part.free_symbols() for part in self.parts))
        return self._free

    def value(self, memo: MutableMapping[Symbol, int]) -> bool:
        undefined: Exception | None = None
        for part in self.parts:
            try:
                if part.value(memo) != self.every:
                    return not self.every  # whether or not the other parts have a value
            except UNDEFINED as error:
                undefined = error
        if undefined is not None:
            raise undefined
        return self.every

    def negated(self) -> Cond:
        return _junction(not self.every, [part.negated() for part in self.parts])

    def replaced(self, mapping: Mapping[Symbol, Operand], memo: dict[Symbol, Poly]) -> Cond:
        return _junction(self.every, [part.replaced(mapping, memo) for part in self.parts])

    def atoms(self) -> Iterable[Atom]:
        for part in self.parts:
            yield from part.atoms()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Junction) and self.every == other.every and self.parts == other.parts

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        if not self.parts:
            return "true" if self.every else "false"
        word = " and " if self.every else " or "
        return word.join(f"({part})" if isinstance(part, Junction) else str(part) for part in self.parts)

    __repr__ = __str__


TRUE: Cond = Junction(True, ())
FALSE: Cond = Junction(False, ())


def _atom(relation: Relation, poly: Poly) -> Cond:
    if not poly.terms:
        zero = poly.constant == 0
        return TRUE if (poly.constant >= 0 if relation == ">=" else zero == (relation == "==")) else FALSE
    content, primitive, constant = poly.parts
    if relation == ">=":
        return Atom(relation, primitive + constant // content)
    if constant % content:
        return FALSE if relation == "==" else TRUE
    poly = primitive + constant // content
    return Atom(relation, poly if _leading(poly) > 0 else -poly)


def _leading(poly: Poly) -> int:
    """The coefficient that decides the sign of an equation: the same one for p and -p."""
    return poly.terms[min(poly.terms, key=lambda monomial: (len(monomial), [symbol.index for symbol in monomial]))]


def _junction(every: bool, conds: Iterable[Cond]) -> Cond:
    parts: dict[Cond, None] = {}
    neutral, absorbing = (TRUE, FALSE) if every else (FALSE, TRUE)
    for cond in conds:
        for part in cond.parts if isinstance(cond, Junction) and cond.every == every and cond.parts else (cond,):
            if part == absorbing or part.negated() in parts:
                return absorbing
            if part != neutral:
                parts[part] = None
    if len(parts) == 1:
        return next(iter(parts))
    return Junction(every, tuple(parts)) if parts else neutral


def And(*conds: Cond) -> Cond:
    """All of them hold."""
    return _junction(True, conds)


def Or(*conds: Cond) -> Cond:
    """At least one of them holds."""
    return _junction(False, conds)


def Not(cond: Cond) -> Cond:
    """It does not hold. Negation moves inwards: the result is made of atoms, And and Or."""
    return cond.negated()


def ge(a: Operand, b: Operand) -> Cond:
    """a >= b"""
    return _atom(">=", Poly.of(a) - b)


def gt(a: Operand, b: Operand) -> Cond:
    """a > b"""
    return _atom(">=", Poly.of(a) - b - 1)


def le(a: Operand, b: Operand) -> Cond:
    """a <= b"""
    return ge(b, a)


def lt(a: Operand, b: Operand) -> Cond:
    """a < b"""
    return gt(b, a)


def eq(a: Operand, b: Operand) -> Cond:
    """a == b"""
    return _atom("==", Poly.of(a) - b)


def ne(a: Operand, b: Operand) -> Cond:
    """a != b"""
    return _atom("!=", Poly.of(a) - b)


def among(a: Operand, values: Iterable[int]) -> Cond:
    """a is one of the values."""
    return Or(*(eq(a, value) for value in values))
