"""Remainders, with the sign of the divisor as in Python or of the dividend as in C."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any

from pyasc_lint.analysis.values.division import FLOOR_DIV, TRUNC_DIV, nonnegative, positive, split
from pyasc_lint.analysis.values.lattice import ANY, Congruence, Interval
from pyasc_lint.analysis.values.poly import ZERO, Poly
from pyasc_lint.analysis.values.symbol import Knowledge, Operand, Operation, Symbol, opaque


def floor_mod(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a % b as in Python: it has the sign of b. It has no value where b is 0."""
    return FLOOR_MOD.build((Poly.of(a), Poly.of(b)), facts)


def trunc_mod(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a % b as in C: it has the sign of a; `floor_mod` where the facts tell the signs."""
    return TRUNC_MOD.build((Poly.of(a), Poly.of(b)), facts)


class _Remainder(Operation):
    name = "%"
    infix = True
    periodic = True

    def __init__(self, *, floor: bool) -> None:
        self.floor = floor

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        return a % b if self.floor else a - b * TRUNC_DIV.compute(values)

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
        if not self.floor:
            return self._towards_zero(a, b, facts)
        if c is not None and c < 0:
            return -self.build((-a, -b), facts)
        if c is not None:
            return self._by_constant(a, c, facts)
        return self._by_symbols(a, b, facts)

    def _towards_zero(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly:
        c = b.const
        if c is not None and c < 0:
            return self.build((a, -b), facts)
        if positive(b, facts):
            if nonnegative(a, facts):
                return FLOOR_MOD.build((a, b), facts)
            if nonnegative(-a, facts):
                return -FLOOR_MOD.build((-a, b), facts)
        quotient = TRUNC_DIV.build((a, b), facts)
        rest = a - b * quotient
        return rest if rest.const is not None else opaque(self, (a, b)).poly

    def _by_constant(self, a: Poly, c: int, facts: Knowledge | None) -> Poly:
        rest = split(_without_inner_mod(a, c), (), c)[1]
        if rest.const is not None:
            return rest
        common = gcd(rest.parts.content, c)
        if common > 1:
            reduced = rest.parts.primitive * (rest.parts.content // common) + rest.constant // common
            return self.build((reduced, Poly.of(c // common)), facts) * common + rest.constant % common
        if facts is not None:
            found = facts.congruence(rest)
            if found.mod % c == 0:
                return Poly.of(found.rem % c)
            lo, hi = facts.interval(rest)
            if lo is not None and hi is not None and lo // c == hi // c:
                return rest - lo // c * c
        inner = rest.as_symbol()
        if inner is not None and inner.definition is not None and inner.definition.op is self:
            b2 = inner.definition.operands[1].const
            if b2 is not None and 0 < b2 <= c:  # x % b2 is already below c
                return rest
        return opaque(self, (rest, Poly.of(c))).poly

    def _by_symbols(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly:
        rest = ZERO if a == b else a
        if len(b.terms) == 1 and b.constant == 0:
            ((monomial, factor),) = b.terms.items()
            rest = split(a, monomial, abs(factor))[1]
        if rest == ZERO or (facts is not None and nonnegative(rest, facts) and positive(b - rest, facts)):
            return rest
        return opaque(self, (rest, b)).poly

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        a, b = operands
        dividend, divisor = facts.interval(a), facts.interval(b)
        if self.floor or (dividend.lo is not None and dividend.lo >= 0):
            up = None if divisor.hi is None else max(divisor.hi - 1, 0)
            down = None if divisor.lo is None else min(divisor.lo + 1, 0)
            if not self.floor:
                size = divisor.magnitude().hi
                up, down = None if size is None else max(size - 1, 0), 0
            result = Interval(down, up)
            if down == 0 and dividend.lo is not None and dividend.lo >= 0:
                result = result.meet(Interval(0, dividend.hi))
            c = b.const
            if c is not None and c > 0 and dividend.lo is not None and dividend.hi is not None:
                shift = dividend.lo // c
                if shift == dividend.hi // c:
                    result = dividend.plus(Interval(-shift * c, -shift * c))
            return result
        size = divisor.magnitude().hi
        top = None if size is None else max(size - 1, 0)
        if top is not None:
            dividend = dividend.hull(Interval(0, 0)).meet(Interval(-top, top))
        return dividend.hull(Interval(0, 0))

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        a, b = operands
        found: Congruence = facts.congruence(a)
        if b.const is None:
            return found.plus(facts.congruence(b).product(ANY))
        if found.mod == 0 or (self.floor and b.const and found.mod % b.const == 0):
            return Congruence(0, self.compute((found.rem, b.const))) if b.const else ANY
        return Congruence.of(gcd(found.mod, b.const), found.rem)

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        a, b = operands
        result = []
        divisor = facts.interval(b).lo
        if divisor is not None and divisor >= 1:
            result.append(b - 1 - symbol)
            if nonnegative(a, facts):
                result.append(a - symbol)
        return result

    def residues(
        self, operands: Sequence[Any], value: Interval, congruence: Congruence
    ) -> Sequence[tuple[Poly, Congruence]]:
        a, b = operands
        if b.const is None or b.const == 0:
            return ()
        if value.const is not None:
            congruence = Congruence(0, value.const)
        found = Congruence.of(gcd(congruence.mod, b.const), congruence.rem)
        return ((a, found),) if found.mod != 1 else ()

    def expanded(self, operands: Sequence[Any]) -> Poly | None:
        a, b = operands
        result: Poly = a - b * (FLOOR_DIV if self.floor else TRUNC_DIV).build((a, b))
        return result


def _without_inner_mod(a: Poly, c: int) -> Poly:
    """`a` with x % k replaced by x wherever that does not matter modulo c, because c divides k."""
    if a.depth == 0:
        return a
    result = ZERO
    for monomial, factor in a.terms.items():
        term = Poly.of(factor)
        for symbol in monomial:
            definition = symbol.definition
            inner = symbol.poly
            if definition is not None and definition.op in (FLOOR_MOD, TRUNC_MOD):
                k = definition.operands[1].const
                if k and k % c == 0:
                    inner = _without_inner_mod(definition.operands[0], c)
            term = term * inner
        result = result + term
    return result + a.constant


FLOOR_MOD = _Remainder(floor=True)
TRUNC_MOD = _Remainder(floor=False)
