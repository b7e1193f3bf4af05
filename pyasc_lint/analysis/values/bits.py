"""Shifts and bitwise operations on two's complement integers of unlimited width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pyasc_lint.analysis.values.division import floor_div, nonnegative
from pyasc_lint.analysis.values.lattice import EVERYTHING, Congruence, Interval
from pyasc_lint.analysis.values.poly import ZERO, Poly
from pyasc_lint.analysis.values.remainder import floor_mod
from pyasc_lint.analysis.values.symbol import Knowledge, Operand, Operation, Symbol, opaque

MAX_SHIFT = 256
"""A shift by more has no value: no integer type is that wide."""


def shift_left(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a << b. It has no value for b < 0 or b > MAX_SHIFT."""
    return SHIFT_LEFT.build((Poly.of(a), Poly.of(b)), facts)


def shift_right(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a >> b, rounded down. It has no value for b < 0 or b > MAX_SHIFT."""
    return SHIFT_RIGHT.build((Poly.of(a), Poly.of(b)), facts)


def bit_and(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a & b"""
    return BIT_AND.build(_sorted(a, b), facts)


def bit_or(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a | b"""
    return BIT_OR.build(_sorted(a, b), facts)


def bit_xor(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a ^ b"""
    return BIT_XOR.build(_sorted(a, b), facts)


def _sorted(a: Operand, b: Operand) -> tuple[Poly, Poly]:
    """Operands of a commutative operation: constants last, the rest in the order of their text."""
    left, right = Poly.of(a), Poly.of(b)
    swap = (left.const is not None, left.text()) > (right.const is not None, right.text())
    return (right, left) if swap else (left, right)


class _Shift(Operation):
    def __init__(self, name: str) -> None:
        self.name = name

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        if not 0 <= b <= MAX_SHIFT:
            raise ValueError("shift count out of range")
        return a << b if self.name == "<<" else a >> b

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        a: Poly
        a, b = operands
        count = b.const if b.const is not None or facts is None else facts.interval(b).const
        if count is not None and 0 <= count <= MAX_SHIFT:
            return a * (1 << count) if self.name == "<<" else floor_div(a, 1 << count, facts)
        return opaque(self, (a, b)).poly

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        a, b = operands
        value, count = facts.interval(a), facts.interval(b)
        least = min(max(count.lo or 0, 0), MAX_SHIFT)
        most = MAX_SHIFT if count.hi is None else min(max(count.hi, least), MAX_SHIFT)
        if self.name == "<<":
            return value.product(Interval(1 << least, None if count.hi is None else 1 << most))
        lo = None if value.lo is None else value.lo >> (least if value.lo < 0 else most)
        hi = None if value.hi is None else value.hi >> (most if value.hi < 0 else least)
        return Interval(lo, hi)

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        a, b = operands
        least = min(max(facts.interval(b).lo or 0, 0), MAX_SHIFT)
        found = Congruence.of(1 << least, 0)
        return facts.congruence(a).product(found) if self.name == "<<" else Congruence(1, 0)


class _Bitwise(Operation):
    periodic = True
    identity: int

    def simplified(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly | None:
        raise NotImplementedError

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        a, b = _sorted(*operands)
        if a.const is not None and b.const is not None:
            return Poly.of(self.compute((a.const, b.const)))
        if b.const == self.identity:
            return a
        result = self.simplified(a, b, facts)
        return opaque(self, (a, b)).poly if result is None else result


class _And(_Bitwise):
    name = "&"
    identity = -1

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        return a & b

    def simplified(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly | None:
        if a == b:
            return a
        mask = b.const
        if mask is None:
            return None
        low = mask & -mask  # the lowest set bit; 0 for an empty mask
        if mask < 0 and -mask == low:  # all bits from `low` on
            return a - floor_mod(a, low, facts)
        if mask >= 0 and mask & (mask + low) == 0:  # one run of bits
            return floor_mod(a, mask + low, facts) - floor_mod(a, low, facts) if low else ZERO
        return None

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        left, right = (facts.interval(operand) for operand in operands)
        tops = [side.hi for side in (left, right) if side.lo is not None and side.lo >= 0]
        if not tops:
            return EVERYTHING
        return Interval(0, min((top for top in tops if top is not None), default=None))

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        return [operand - symbol for operand in operands if nonnegative(operand, facts)]


class _Or(_Bitwise):
    name = "|"
    identity = 0

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        return a | b

    def simplified(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly | None:
        if a == b:
            return a
        if b.const == -1:
            return b
        if facts is not None:
            for high, low in ((a, b), (b, a)):
                lo, hi = facts.interval(low)
                found = facts.congruence(high)
                zeros = (found.rem & -found.rem) or found.mod  # the high operand's known zero bits end here
                zeros = min(zeros, found.mod & -found.mod or zeros)
                if lo is not None and lo >= 0 and hi is not None and hi < zeros:
                    return a + b
        return None

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        left, right = (facts.interval(operand) for operand in operands)
        if left.lo is None or right.lo is None or left.lo < 0 or right.lo < 0:
            return EVERYTHING
        return Interval(max(left.lo, right.lo), _bits(left.hi, right.hi))


class _Xor(_Bitwise):
    name = "^"
    identity = 0

    def compute(self, values: Sequence[int]) -> int:
        a, b = values
        return a ^ b

    def simplified(self, a: Poly, b: Poly, facts: Knowledge | None) -> Poly | None:
        if a == b:
            return ZERO
        mask = b.const
        if mask == -1:
            return -a - 1
        if mask is not None and mask > 0 and mask & (mask + 1) == 0 and facts is not None:
            lo, hi = facts.interval(a)
            if lo is not None and lo >= 0 and hi is not None and hi <= mask:
                return mask - a
        return None

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        left, right = (facts.interval(operand) for operand in operands)
        if left.lo is None or right.lo is None or left.lo < 0 or right.lo < 0:
            return EVERYTHING
        return Interval(0, _bits(left.hi, right.hi))


def _bits(left: int | None, right: int | None) -> int | None:
    """The largest number with no more bits than either bound."""
    return None if left is None or right is None else (1 << max(left, right).bit_length()) - 1


SHIFT_LEFT = _Shift("<<")
SHIFT_RIGHT = _Shift(">>")
BIT_AND = _And()
BIT_OR = _Or()
BIT_XOR = _Xor()
