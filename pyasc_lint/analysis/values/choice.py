"""Minimum, maximum, absolute value and if-then-else."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import Any

from pyasc_lint.analysis.values.condition import FALSE, TRUE, Cond, ge, lt
from pyasc_lint.analysis.values.lattice import Congruence, Interval
from pyasc_lint.analysis.values.poly import Poly
from pyasc_lint.analysis.values.symbol import Knowledge, Operand, Operation, Symbol, opaque


def minimum(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """The smaller of a and b."""
    return MINIMUM.build((Poly.of(a), Poly.of(b)), facts)


def maximum(a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """The larger of a and b."""
    return MAXIMUM.build((Poly.of(a), Poly.of(b)), facts)


def absolute(a: Operand, facts: Knowledge | None = None) -> Poly:
    """abs(a)"""
    return ABSOLUTE.build((Poly.of(a),), facts)


def select(cond: Cond, a: Operand, b: Operand, facts: Knowledge | None = None) -> Poly:
    """a where `cond` holds, else b. The operand not chosen need not have a value."""
    return SELECT.build((cond, Poly.of(a), Poly.of(b)), facts)


class _Extreme(Operation):
    def __init__(self, name: str, sign: int) -> None:
        self.name = name
        self.sign = sign
        """1: the larger operand is chosen; -1: the smaller one."""

    def compute(self, values: Sequence[int]) -> int:
        return max(values) if self.sign > 0 else min(values)

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        a: Poly
        b: Poly
        a, b = operands
        for chosen, other in ((a, b), (b, a)):
            difference = (chosen - other) * self.sign
            if difference.const is not None and difference.const >= 0:
                return chosen
            if facts is not None:
                lo = facts.interval(difference).lo
                if lo is not None and lo >= 0:
                    return chosen
            symbol = chosen.as_symbol()
            if symbol is not None and symbol.definition is not None and symbol.definition.op is self:
                if other in symbol.definition.operands:
                    return chosen
        if (a.const is not None, a.text()) > (b.const is not None, b.text()):
            a, b = b, a
        return opaque(self, (a, b)).poly

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        left, right = (facts.interval(operand).times(self.sign) for operand in operands)
        lows = [lo for lo in (left.lo, right.lo) if lo is not None]
        hi = None if left.hi is None or right.hi is None else max(left.hi, right.hi)
        return Interval(max(lows, default=None), hi).times(self.sign)

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        left, right = (facts.congruence(operand) for operand in operands)
        return left.join(right)

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        found = [(symbol - operand) * self.sign for operand in operands]
        chosen = facts.interval(symbol.poly).times(self.sign).lo
        for operand, other in zip(operands, reversed(operands), strict=True):
            most = facts.interval(other).times(self.sign).hi
            if chosen is not None and most is not None and most < chosen:
                found.append((operand - symbol) * self.sign)  # the other operand is not the one
        return found

    def cases(self, operands: Sequence[Any]) -> Sequence[tuple[Cond, Poly]]:
        a, b = operands
        difference = (a - b) * self.sign
        return (ge(difference, 0), a), (lt(difference, 0), b)


class _Absolute(Operation):
    name = "abs"

    def compute(self, values: Sequence[int]) -> int:
        return abs(values[0])

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        a: Poly
        (a,) = operands
        if a.const is not None:
            return Poly.of(abs(a.const))
        lo, hi = (None, None) if facts is None else facts.interval(a)
        if lo is not None and lo >= 0:
            return a
        if hi is not None and hi <= 0:
            return -a
        return opaque(self, (a if a.ordered_terms()[0][1] > 0 else -a,)).poly

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        return facts.interval(operands[0]).magnitude()

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        found = facts.congruence(operands[0])
        return found.join(found.times(-1))

    def axioms(self, symbol: Symbol, operands: Sequence[Any], facts: Knowledge) -> Sequence[Poly]:
        return symbol - operands[0], symbol + operands[0]

    def cases(self, operands: Sequence[Any]) -> Sequence[tuple[Cond, Poly]]:
        (a,) = operands
        return (ge(a, 0), a), (lt(a, 0), -a)


class _Select(Operation):
    name = "select"

    def evaluate(self, operands: Sequence[Any], memo: MutableMapping[Symbol, int]) -> int:
        cond, a, b = operands
        chosen: Poly = a if cond.value(memo) else b
        return chosen.value(memo)

    def build(self, operands: Sequence[Any], facts: Knowledge | None = None) -> Poly:
        cond: Cond
        a: Poly
        b: Poly
        cond, a, b = operands
        known = True if cond == TRUE else False if cond == FALSE else None if facts is None else facts.decide(cond)
        if known is not None:
            return a if known else b
        return a if a == b else opaque(self, (cond, a, b)).poly

    def interval(self, operands: Sequence[Any], facts: Knowledge) -> Interval:
        cond, a, b = operands
        known = facts.decide(cond)
        if known is not None:
            return facts.interval(a if known else b)
        return facts.interval(a).hull(facts.interval(b))

    def congruence(self, operands: Sequence[Any], facts: Knowledge) -> Congruence:
        _, a, b = operands
        return facts.congruence(a).join(facts.congruence(b))

    def cases(self, operands: Sequence[Any]) -> Sequence[tuple[Cond, Poly]]:
        cond, a, b = operands
        return (cond, a), (cond.negated(), b)

    def text(self, operands: Sequence[Any]) -> str:
        cond, a, b = operands
        return f"({a} if {cond} else {b})"


MINIMUM = _Extreme("min", -1)
MAXIMUM = _Extreme("max", 1)
ABSOLUTE = _Absolute()
SELECT = _Select()
