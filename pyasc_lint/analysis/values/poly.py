"""Polynomials with integer coefficients over symbols."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from itertools import groupby
from math import gcd
from typing import Any, NamedTuple

from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.symbol import Knowledge, Operand, Operation, Symbol, opaque

Monomial = tuple[Symbol, ...]
"""A product of symbols in creation order; a square repeats its symbol."""

MAX_TERMS = 64
MAX_DEGREE = 4


class Parts(NamedTuple):
    """p == content * primitive + constant, where content >= 1 and the primitive has no constant term."""

    content: int
    primitive: Poly
    constant: int


class Poly:
    """An immutable polynomial: `terms` (monomial -> coefficient, never 0) plus `constant`. `==` compares structure.

    A result with more than MAX_TERMS terms or of degree above MAX_DEGREE becomes one opaque symbol.
    """

    __slots__ = ("_depth", "_free", "_hash", "_parts", "_reach", "_symbols", "constant", "terms")

    def __init__(self, terms: dict[Monomial, int], constant: int) -> None:
        self.terms = terms
        self.constant = constant
        self._hash: int | None = None
        self._symbols: frozenset[Symbol] | None = None
        self._reach: frozenset[Symbol] | None = None
        self._free: frozenset[Symbol] | None = None
        self._depth: int | None = None
        self._parts: Parts | None = None

    @staticmethod
    def of(value: Operand) -> Poly:
        """Any operand as a polynomial."""
        if isinstance(value, Poly):
            return value
        if isinstance(value, Symbol):
            return value.poly
        known = _CONSTANTS.get(value)
        if known is None:
            known = Poly({}, int(value))
            if len(_CONSTANTS) < _MAX_CONSTANTS:
                _CONSTANTS[value] = known
        return known

    @property
    def const(self) -> int | None:
        """The value of a constant polynomial, else None."""
        return None if self.terms else self.constant

    def symbols(self) -> frozenset[Symbol]:
        """The symbols of its terms (not those inside definitions)."""
        if self._symbols is None:
            self._symbols = frozenset(symbol for monomial in self.terms for symbol in monomial)
        return self._symbols

    @property
    def reach(self) -> frozenset[Symbol]:
        """Its symbols and all symbols inside their definitions."""
        if self._reach is None:
            self._reach = frozenset[Symbol]().union(*(symbol.reach for symbol in self.symbols()))
        return self._reach

    def free_symbols(self) -> frozenset[Symbol]:
        """The symbols without a definition that its value depends on."""
        if self._free is None:
            self._free = frozenset[Symbol]().union(*(symbol.free for symbol in self.symbols()))
        return self._free

    @property
    def depth(self) -> int:
        """How deep definitions nest in it; 0: no defined symbol."""
        if self._depth is None:
            self._depth = max((symbol.depth for symbol in self.symbols()), default=0)
        return self._depth

    @property
    def degree(self) -> int:
        return max(map(len, self.terms), default=0)

    @property
    def parts(self) -> Parts:
        if self._parts is None:
            content = gcd(*self.terms.values()) or 1
            if content == 1:
                primitive = self if self.constant == 0 else Poly(self.terms, 0)
            else:
                primitive = Poly({monomial: factor // content for monomial, factor in self.terms.items()}, 0)
            self._parts = Parts(content, primitive, self.constant)
        return self._parts

    def as_symbol(self) -> Symbol | None:
        """The symbol that this polynomial is, if it is nothing but one."""
        if len(self.terms) == 1 and self.constant == 0:
            ((monomial, factor),) = self.terms.items()
            if factor == 1 and len(monomial) == 1:
                return monomial[0]
        return None

    # ------------------------------------------------------------------------------------------------------ arithmetic

    def __add__(self, other: Operand) -> Poly:
        if isinstance(other, int):
            return self._plus(other)
        if isinstance(other, Symbol):
            other = other.poly
        elif not isinstance(other, Poly):
            return NotImplemented
        big, small = (self, other) if len(self.terms) >= len(other.terms) else (other, self)
        if not small.terms:
            return big._plus(small.constant)
        terms = dict(big.terms)
        for monomial, factor in small.terms.items():
            total = terms.get(monomial, 0) + factor
            if total:
                terms[monomial] = total
            else:
                del terms[monomial]
        if len(terms) > MAX_TERMS:
            return opaque(SUM, _ordered(self, other)).poly
        return Poly(terms, self.constant + other.constant)

    __radd__ = __add__

    def _plus(self, number: int) -> Poly:
        """The sum with a number, which has the same symbols."""
        if not number:
            return self
        result = Poly(self.terms, self.constant + number)
        result._symbols, result._reach, result._free, result._depth = (
            self._symbols,
            self._reach,
            self._free,
            self._depth,
        )
        return result

    def __neg__(self) -> Poly:
        return self.scaled(-1)

    def __sub__(self, other: Operand) -> Poly:
        if isinstance(other, int):
            return self._plus(-other)
        if isinstance(other, Poly):
            return self + other.scaled(-1) if other.terms else self._plus(-other.constant)
        if isinstance(other, Symbol):
            return self + -other
        return NotImplemented

    def __rsub__(self, other: int) -> Poly:
        return self.scaled(-1) + other

    def scaled(self, factor: int) -> Poly:
        if factor == 1:
            return self
        if factor == 0:
            return ZERO
        return Poly({monomial: old * factor for monomial, old in self.terms.items()}, self.constant * factor)

    def __mul__(self, other: Operand) -> Poly:
        if isinstance(other, int):
            return self.scaled(other)
        if isinstance(other, Symbol):
            other = other.poly
        elif not isinstance(other, Poly):
            return NotImplemented
        if not other.terms:
            return self.scaled(other.constant)
        if not self.terms:
            return other.scaled(self.constant)
        if self.degree + other.degree > MAX_DEGREE:
            return opaque(PRODUCT, _ordered(self, other)).poly
        terms: dict[Monomial, int] = {}
        right = [*other.terms.items(), ((), other.constant)] if other.constant else list(other.terms.items())
        for left_monomial, left in [*self.terms.items(), ((), self.constant)] if self.constant else self.terms.items():
            for right_monomial, factor in right:
                if left_monomial and right_monomial:
                    monomial = tuple(sorted(left_monomial + right_monomial, key=_index))
                else:
                    monomial = left_monomial or right_monomial
                terms[monomial] = terms.get(monomial, 0) + left * factor
        constant = terms.pop((), 0)
        terms = {monomial: factor for monomial, factor in terms.items() if factor}
        if len(terms) > MAX_TERMS:
            return opaque(PRODUCT, _ordered(self, other)).poly
        return Poly(terms, constant)

    __rmul__ = __mul__

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Poly):
            return self.constant == other.constant and (self.terms is other.terms or self.terms == other.terms)
        if isinstance(other, Symbol):
            return self.as_symbol() is other
        return isinstance(other, int) and not self.terms and self.constant == other

    def __hash__(self) -> int:
        if self._hash is None:
            symbol = self.as_symbol()
            if not self.terms:
                self._hash = hash(self.constant)
            elif symbol is not None:
                self._hash = hash(symbol)
            else:
                self._hash = hash((self.constant, frozenset(self.terms.items())))
        return self._hash

    # ------------------------------------------------------------------------------------------------------ assignments

    def substitute(self, mapping: Mapping[Symbol, Operand]) -> Poly:
        """All symbols of `mapping` replaced at once, inside definitions too (which are simplified again)."""
        return self.replaced(mapping, {})

    def replaced(self, mapping: Mapping[Symbol, Operand], memo: dict[Symbol, Poly]) -> Poly:
        """`substitute`, with a memo shared between several calls of the same mapping."""
        if self.reach.isdisjoint(mapping):
            return self
        kept: dict[Monomial, int] = {}
        changed = ZERO
        for monomial, factor in self.terms.items():
            if all(symbol.reach.isdisjoint(mapping) for symbol in monomial):
                kept[monomial] = factor
                continue
            product = Poly({}, factor)
            for symbol in monomial:
                product = product * symbol.substituted(mapping, memo)
            changed = changed + product
        return changed + Poly(kept, self.constant)

    def evaluate(self, assignment: Mapping[Symbol, int]) -> int:
        """The value under an assignment of its free symbols.

        KeyError for a symbol that is missing; one of UNDEFINED where a definition has no value.
        """
        return self.value(dict(assignment))

    def value(self, memo: MutableMapping[Symbol, int]) -> int:
        """`evaluate`, remembering the values of defined symbols in `memo`."""
        total = self.constant
        for monomial, factor in self.terms.items():
            for symbol in monomial:
                known = memo.get(symbol)
                factor *= symbol.value(memo) if known is None else known
            total += factor
        return total

    # ------------------------------------------------------------------------------------------------------------ text

    def ordered_terms(self) -> list[tuple[Monomial, int]]:
        """The terms in the order of the text: by degree, then by the age of the symbols."""
        return sorted(self.terms.items(), key=lambda term: _age(term[0]))

    def text(self, *, tight: bool = False) -> str:
        """`str()`; `tight` adds parentheses where an operand of // or % needs them."""
        if not self.terms:
            return str(self.constant)
        pieces = [(_monomial_text(monomial, abs(factor)), factor < 0) for monomial, factor in self.ordered_terms()]
        if self.constant:
            pieces.append((str(abs(self.constant)), self.constant < 0))
        if pieces[0][1]:
            pieces.sort(key=lambda piece: piece[1])  # `32 - n` rather than `-n + 32`
        first, negative = pieces[0]
        text = first if not negative else f"-({first})" if " // " in first or " % " in first else f"-{first}"
        for piece, negative in pieces[1:]:
            text += f" - {piece}" if negative else f" + {piece}"
        symbol = self.as_symbol()
        return f"({text})" if tight and (symbol is None or _infix(symbol)) else text

    def __str__(self) -> str:
        return self.text()

    def __repr__(self) -> str:
        return f"Poly({self.text()})"


_CONSTANTS: dict[int, Poly] = {}
_MAX_CONSTANTS = 4096
"""Constant polynomials that are kept; further ones are made anew."""

ZERO = Poly.of(0)


def _index(symbol: Symbol) -> int:
    return symbol.index


def _age(monomial: Monomial) -> tuple[int, list[list[int]], str]:
    """A sort key that does not depend on when defined symbols were interned."""
    ages = [sorted(free.index for free in symbol.free) for symbol in monomial]
    return -len(monomial), ages, "".join(symbol.name for symbol in monomial)


def _ordered(*operands: Poly) -> tuple[Poly, ...]:
    """Operands of a commutative operation in one order."""
    return tuple(sorted(operands, key=lambda p: (len(p.terms), [_age(m) for m, _ in p.ordered_terms()], p.text())))


def _infix(symbol: Symbol) -> bool:
    return symbol.definition is not None and symbol.definition.op.infix


def _monomial_text(monomial: Monomial, factor: int) -> str:
    pieces = [] if factor == 1 else [str(factor)]
    for symbol, group in groupby(monomial):
        power = len(list(group))
        alone = factor == power == len(monomial) == 1
        name = f"({symbol.name})" if _infix(symbol) and not alone else symbol.name
        pieces.append(name if power == 1 else f"{name}**{power}")
    return "*".join(pieces)


class _Collapse(Operation):
    """A sum or product that grew too large to be kept as a polynomial."""

    def __init__(self, name: str) -> None:
        self.name = name

    def compute(self, values: Sequence[int]) -> int:
        left, right = values
        return left + right if self.name == "+" else left * right

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        left, right = operands
        result: Poly = left + right if self.name == "+" else left * right
        return result

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        left, right = (facts.interval(operand) for operand in operands)
        return left.plus(right) if self.name == "+" else left.product(right)

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        left, right = (facts.congruence(operand) for operand in operands)
        return left.plus(right) if self.name == "+" else left.product(right)


SUM = _Collapse("+")
PRODUCT = _Collapse("*")


def total(values: Iterable[Operand]) -> Poly:
    """The sum of many operands."""
    result = ZERO
    for value in values:
        result = result + value
    return result
