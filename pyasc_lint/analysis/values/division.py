"""Quotients, rounded down as in Python or towards zero as in C."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import gcd
from typing import Any

from pyasc_lint.analysis.values.lattice import ANY, Congruence, Interval
from pyasc_lint.analysis.values.poly import ZERO, Monomial, Poly
from pyasc_lint.analysis.values.symbol import Knowledge, Operand, Operation, Symbol, opaque


def floor_div(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a // b as in Python. It has no value where b is 0."""
    return FLOOR_DIV.build((Poly.of(a), Poly.of(b)), facts)


def trunc_div(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a / b as in C, rounded towards zero; `floor_div` where the facts tell the signs."""
    return TRUNC_DIV.build((Poly.of(a), Poly.of(b)), facts)


def nonnegative(p: Poly, facts: Knowledge | None) -> bool:
    """Whether p is certainly >= 0."""
    if p.const is not None:
        return p.const >= 0
    lo = None if facts is None else facts.interval(p).lo
    return lo is not None and lo >= 0


def positive(p: Poly, facts: Knowledge | None) -> bool:
    """Whether p is certainly >= 1."""
    return nonnegative(p - 1, facts)


def split(a: Poly, monomial: Monomial, factor: int) -> tuple[Poly, Poly]:
    """(q, r) with a == q * factor * monomial + r and r as small as coefficients allow; factor >= 1."""
    quotient: dict[Monomial, int] = {}
    rest: dict[Monomial, int] = {}
    for term, coefficient in a.terms.items():
        if not Counter(monomial) <= Counter(term):
            rest[term] = coefficient
            continue
        # A remainder keeps its coefficient's sign, so that -n // 4 stays what it is; modulo 2 there is only 1.
        small = coefficient % factor
        if coefficient < 0 and small and factor != 2:
            small -= factor
        if small:
            rest[term] = small
        if coefficient != small:
            left = tuple(sorted((Counter(term) - Counter(monomial)).elements(), key=lambda symbol: symbol.index))
            quotient[left] = (coefficient - small) // factor
    constant = quotient.pop((), 0)
    if monomial:
        return Poly(quotient, constant), Poly(rest, a.constant)
    return Poly(quotient, a.constant // factor), Poly(rest, a.constant % factor)


def _exact(a: Poly, c: int) -> Poly | None:
    """a / c where every coefficient divides."""
    content, primitive, constant = a.parts
    if a.terms and content % c or constant % c:
        return None
    return primitive * (content // c) + constant // c if a.terms else Poly.of(constant // c)


class _Quotient(Operation):
    name = "//"
    infix = True

    def __init__(self, *, floor: bool) -> None:
        self.floor = floor

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        return a // b if self.floor or a % b == 0 or (a < 0) == (b < 0) else a // b + 1

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        a: Poly
        b: Poly
        a, b = operands
        if facts is not None and b.const is None:
            value = facts.interval(b).const
            b = b if value is None else Poly.of(value)
        c = b.const
        if c == 0:
            return opaque(self, (a, b)).poly
        if a.const is not None and (c is not None or a.const == 0):
            return Poly.of(self.compute((a.const, 1 if c is None else c)))
        if c == 1 or c == -1:
            return a * c
        if not self.floor:
            return self._towards_zero(a, b, facts)
        if c is not None and c < 0:
            return self.build((-a, -b), facts)
        if c is not None:
            return self._by_constant(a, c, facts)
        return self._by_symbols(a, b, facts)

    def _towards_zero(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly:
        c = b.const
        if c is not None and c < 0:
            return -self.build((a, -b), facts)
        if positive(b, facts):
            if nonnegative(a, facts):
                return FLOOR_DIV.build((a, b), facts)
            if nonnegative(-a, facts):
                return -FLOOR_DIV.build((-a, b), facts)
        if c is not None:
            exact = _exact(a, c)
            if exact is not None:
                return exact
        if len(b.terms) == 1 and b.constant == 0:
            ((monomial, factor),) = b.terms.items()
            quotient, rest = split(a * (1 if factor > 0 else -1), monomial, abs(factor))
            if rest == ZERO:
                return quotient
        return Poly.of(1) if a == b else opaque(self, (a, b)).poly

    def _by_constant(self, a: Poly, c: int, facts: Knowledge | None) -> Poly:
        quotient, rest = split(a, (), c)
        if rest.const is not None:
            return quotient
        common = gcd(rest.parts.content, c)
        if common > 1:
            reduced = rest.parts.primitive * (rest.parts.content // common) + rest.constant // common
            return quotient + self.build((reduced, Poly.of(c // common)), facts)
        inner = (rest - rest.constant).as_symbol()
        if inner is not None and inner.definition is not None and inner.definition.op is self:
            a2, b2 = inner.definition.operands
            if b2.const is not None and b2.const > 0:  # (x // k + d) // c == (x + k * d) // (k * c)
                return quotient + self.build((a2 + b2.const * rest.constant, Poly.of(b2.const * c)), facts)
        if facts is not None:
            lo, hi = facts.interval(rest)
            if lo is not None and hi is not None and lo // c == hi // c:
                return quotient + lo // c
        return quotient + opaque(self, (rest, Poly.of(c)))

    def _by_symbols(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly:
        if a == b:
            return Poly.of(1)
        quotient, rest = ZERO, a
        if len(b.terms) == 1 and b.constant == 0:
            ((monomial, factor),) = b.terms.items()
            if factor < 0:
                return self.build((-a, -b), facts)
            quotient, rest = split(a, monomial, factor)
        if rest == ZERO or (facts is not None and nonnegative(rest, facts) and positive(b - rest, facts)):
            return quotient
        return quotient + opaque(self, (rest, b))

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        a, b = operands
        return _quotient_range(facts.interval(a), facts.interval(b), self.floor)

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        a, b = operands
        if b.const is None or b.const <= 0:
            return ANY
        found: Congruence = facts.congruence(a)
        exact = found.mod % b.const == 0 and found.rem % b.const == 0
        return found.divided(b.const) if self.floor or exact or nonnegative(a, facts) else ANY

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        a, b = operands
        rest = a - b * symbol
        divisor = facts.interval(b)
        if divisor.lo is not None and divisor.lo >= 1:
            # Rounding towards zero is rounding down where the quotient is positive or the dividend is not negative.
            down = self.floor or nonnegative(a, facts) or positive(symbol.poly, facts)
            return (rest, b - 1 - rest) if down else (rest + b - 1, b - 1 - rest)
        if divisor.hi is not None and divisor.hi <= -1 and self.floor:
            return (-rest, rest - b - 1)
        return ()


def _quotient_range(a: Interval, b: Interval, floor: bool) -> Interval:
    if b.hi is not None and b.hi < 0:
        a, b = a.times(-1), b.times(-1)
    b = Interval(1 if b.lo == 0 else b.lo, b.hi)  # there is no value for a divisor of 0
    if b.empty or b.lo is None or b.lo < 1:
        size = a.magnitude().hi
        return Interval(None, None) if size is None else Interval(-size, size)
    rounded = _Quotient(floor=floor).compute
    lo: int | None = None
    hi: int | None = None
    if a.lo is not None:
        far = b.hi if a.lo >= 0 else b.lo
        lo = rounded((a.lo, far)) if far is not None else 0
    if a.hi is not None:
        far = b.lo if a.hi >= 0 else b.hi
        hi = rounded((a.hi, far)) if far is not None else -1 if floor else 0
    return Interval(lo, hi)


FLOOR_DIV = _Quotient(floor=True)
TRUNC_DIV = _Quotient(floor=False)
