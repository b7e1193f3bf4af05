"""Intervals and congruences of integers, and the arithmetic on them."""

from __future__ import annotations

from math import gcd
from typing import NamedTuple


class Interval(NamedTuple):
    """All integers from `lo` to `hi`, both included. None: no end on that side."""

    lo: int | None
    hi: int | None

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return (self.lo is None or self.lo <= value) and (self.hi is None or value <= self.hi)

    @property
    def const(self) -> int | None:
        """The only member, if there is exactly one."""
        return self.lo if self.lo == self.hi else None

    @property
    def empty(self) -> bool:
        return self.lo is not None and self.hi is not None and self.lo > self.hi

    @property
    def size(self) -> int | None:
        """How many integers it holds; None when it has no end."""
        return None if self.lo is None or self.hi is None else max(0, self.hi - self.lo + 1)

    def meet(self, other: Interval) -> Interval:
        lo = other.lo if self.lo is None else self.lo if other.lo is None else max(self.lo, other.lo)
        hi = other.hi if self.hi is None else self.hi if other.hi is None else min(self.hi, other.hi)
        return Interval(lo, hi)

    def hull(self, other: Interval) -> Interval:
        lo = None if self.lo is None or other.lo is None else min(self.lo, other.lo)
        hi = None if self.hi is None or other.hi is None else max(self.hi, other.hi)
        return Interval(lo, hi)

    def plus(self, other: Interval) -> Interval:
        return Interval(
            None if self.lo is None or other.lo is None else self.lo + other.lo,
            None if self.hi is None or other.hi is None else self.hi + other.hi,
        )

    def times(self, factor: int) -> Interval:
        """Scaled by a constant."""
        if factor == 0:
            return Interval(0, 0)
        lo = None if self.lo is None else self.lo * factor
        hi = None if self.hi is None else self.hi * factor
        return Interval(lo, hi) if factor > 0 else Interval(hi, lo)

    def product(self, other: Interval) -> Interval:
        a, b, c, d = self.lo, self.hi, other.lo, other.hi
        if a is not None and b is not None and c is not None and d is not None:
            corners = (a * c, a * d, b * c, b * d)
            return Interval(min(corners), max(corners))
        if self == (0, 0) or other == (0, 0):
            return Interval(0, 0)
        lo: int | None = 0
        hi: int | None = 0
        first = True
        for x, x_sign in ((a, -1), (b, 1)):
            for y, y_sign in ((c, -1), (d, 1)):
                value, infinite = _corner(x, x_sign, y, y_sign)
                if infinite < 0:
                    lo = None
                elif infinite > 0:
                    hi = None
                elif first:
                    first = False
                    lo, hi = (value if lo is not None else None), (value if hi is not None else None)
                else:
                    lo = None if lo is None else min(lo, value)
                    hi = None if hi is None else max(hi, value)
        return Interval(lo, hi)

    def power(self, exponent: int) -> Interval:
        """The exact range of x ** exponent, exponent >= 1."""
        if exponent % 2 == 0:
            base = self.magnitude()
        elif exponent == 1:
            return self
        else:
            base = self
        lo, hi = base
        return Interval(None if lo is None else lo**exponent, None if hi is None else hi**exponent)

    def divided(self, weight: Interval) -> Interval:
        """Bounds of the x with x * w in this interval for some w in `weight`; none unless w keeps one sign."""
        if weight.hi is not None and weight.hi <= 0 and weight.lo != 0:
            return self.times(-1).divided(weight.times(-1))
        if weight.lo is None or weight.lo < 0:
            return EVERYTHING
        least, most = weight.lo, weight.hi
        lo: int | None = None
        hi: int | None = None
        if self.lo is not None:
            if self.lo > 0:
                lo = 1 if most is None or most == 0 else -(-self.lo // most)
            elif least >= 1:
                lo = -(-self.lo // least)
        if self.hi is not None:
            if self.hi < 0:
                hi = -1 if most is None or most == 0 else self.hi // most
            elif least >= 1:
                hi = self.hi // least
        return Interval(lo, hi)

    def magnitude(self) -> Interval:
        """The range of abs(x)."""
        lo, hi = self
        if lo is not None and lo >= 0:
            return self
        if hi is not None and hi <= 0:
            return self.times(-1)
        return Interval(0, None if lo is None or hi is None else max(-lo, hi))


def _corner(x: int | None, x_sign: int, y: int | None, y_sign: int) -> tuple[int, int]:
    """The product of two ends, one of them possibly infinite: (value, sign of infinity or 0). 0 * infinity is 0."""
    if x is not None and y is not None:
        return x * y, 0
    left = x_sign if x is None else (x > 0) - (x < 0)
    right = y_sign if y is None else (y > 0) - (y < 0)
    return 0, left * right


class Congruence(NamedTuple):
    """All integers equal to `rem` modulo `mod`. `mod` 1: any integer; `mod` 0: exactly `rem`."""

    mod: int
    rem: int

    @staticmethod
    def of(mod: int, rem: int) -> Congruence:
        """The congruence with its remainder reduced to [0, mod)."""
        mod = abs(mod)
        return Congruence(mod, rem % mod if mod else rem)

    def __contains__(self, value: object) -> bool:
        if not isinstance(value, int):
            return False
        return value == self.rem if self.mod == 0 else (value - self.rem) % self.mod == 0

    def plus(self, other: Congruence) -> Congruence:
        return Congruence.of(gcd(self.mod, other.mod), self.rem + other.rem)

    def times(self, factor: int) -> Congruence:
        """Scaled by a constant."""
        return Congruence.of(self.mod * factor, self.rem * factor)

    def product(self, other: Congruence) -> Congruence:
        mod = gcd(self.mod * other.mod, self.mod * other.rem, self.rem * other.mod)
        return Congruence.of(mod, self.rem * other.rem)

    def join(self, other: Congruence) -> Congruence:
        """The smallest congruence that holds all members of both."""
        return Congruence.of(gcd(self.mod, other.mod, self.rem - other.rem), self.rem)

    def meet(self, other: Congruence) -> Congruence | None:
        """The members of both (the Chinese remainder theorem); None when there are none."""
        if self.mod == 0:
            return self if self.rem in other else None
        if other.mod == 0:
            return other if other.rem in self else None
        common = gcd(self.mod, other.mod)
        if (self.rem - other.rem) % common:
            return None
        if other.mod == common:
            return self
        if self.mod == common:
            return other
        mod = self.mod // common * other.mod
        step = (other.rem - self.rem) // common * pow(self.mod // common, -1, other.mod // common)
        return Congruence.of(mod, self.rem + self.mod * step)

    def at_least(self, value: int) -> int:
        """The smallest member >= `value`; the member itself for a constant."""
        return self.rem if self.mod == 0 else value + (self.rem - value) % self.mod

    def at_most(self, value: int) -> int:
        """The largest member <= `value`; the member itself for a constant."""
        return self.rem if self.mod == 0 else value - (value - self.rem) % self.mod

    def divided(self, divisor: int) -> Congruence:
        """The congruence of x // divisor, divisor >= 1."""
        if self.mod == 0:
            return Congruence(0, self.rem // divisor)
        if self.mod % divisor == 0:
            return Congruence.of(self.mod // divisor, self.rem // divisor)
        return ANY

    def solve(self, factor: int) -> Congruence | None:
        """The x with factor * x congruent to this, factor != 0; None when there are none."""
        if self.mod == 0:
            return Congruence(0, self.rem // factor) if self.rem % factor == 0 else None
        common = gcd(factor, self.mod)
        if self.rem % common:
            return None
        mod = self.mod // common
        if mod == 1:
            return ANY
        return Congruence.of(mod, self.rem // common * pow(factor // common, -1, mod))


EVERYTHING = Interval(None, None)
ANY = Congruence(1, 0)
