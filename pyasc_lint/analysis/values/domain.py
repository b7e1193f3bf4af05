"""What is known about the values of one symbol by itself."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.values.lattice import ANY, EVERYTHING, Congruence, Interval
from pyasc_lint.deferred import dataclass

MAX_VALUES = 16
"""Larger finite sets are kept as interval and congruence only."""


@dataclass(frozen=True, slots=True)
class Domain:
    """An interval and a congruence, tightened against each other, and perhaps a finite set (ascending)."""

    interval: Interval = EVERYTHING
    congruence: Congruence = ANY
    values: tuple[int, ...] | None = None

    @staticmethod
    def point(value: int) -> Domain:
        return Domain(Interval(value, value), Congruence(0, value))

    @staticmethod
    def of(values: list[int]) -> Domain:
        """Exactly these values, at least one; their hull where there are too many."""
        values = sorted(set(values))
        congruence = Congruence(0, values[0])
        for value in values:
            congruence = congruence.join(Congruence(0, value))
        domain = Domain(Interval(values[0], values[-1]), congruence)
        gaps = domain.count != len(values)
        return Domain(domain.interval, congruence, tuple(values)) if gaps and len(values) <= MAX_VALUES else domain

    def restrict(self, interval: Interval = EVERYTHING, congruence: Congruence = ANY) -> Domain | None:
        """The members that lie in both; None when there are none."""
        both = self.congruence.meet(congruence)
        if both is None:
            return None
        lo, hi = self.interval.meet(interval)
        if self.values is not None:
            kept = [value for value in self.values if value in Interval(lo, hi) and value in both]
            return self if len(kept) == len(self.values) else Domain.of(kept) if kept else None
        if both.mod != 1:
            lo = both.at_least(lo) if lo is not None else both.rem if both.mod == 0 else None
            hi = both.at_most(hi) if hi is not None else both.rem if both.mod == 0 else None
            if both.mod == 0 and both.rem not in self.interval.meet(interval):
                return None
        if lo is not None and lo == hi:
            return Domain.point(lo)
        if lo is not None and hi is not None and lo > hi:
            return None
        return Domain(Interval(lo, hi), both)

    def without(self, value: int) -> Domain | None:
        """All members but `value`, where that can be said; None when none is left."""
        lo, hi = self.interval
        if self.values is not None:
            kept = [member for member in self.values if member != value]
            return Domain.of(kept) if kept else None
        if value == lo:
            return self.restrict(Interval(value + 1, None))
        if value == hi:
            return self.restrict(Interval(None, value - 1))
        return self

    def join(self, other: Domain) -> Domain:
        """The smallest domain that holds both."""
        if self == other:
            return self
        mine, others = self.few(), other.few()
        if mine is not None and others is not None and len({*mine, *others}) <= MAX_VALUES:
            return Domain.of([*mine, *others])
        return Domain(self.interval.hull(other.interval), self.congruence.join(other.congruence))

    def few(self, limit: int = MAX_VALUES) -> tuple[int, ...] | None:
        """All members in ascending order, if there are at most `limit`."""
        if self.values is not None:
            return self.values if len(self.values) <= limit else None
        count = self.count
        return tuple(self.members()) if count is not None and count <= limit else None

    @property
    def count(self) -> int | None:
        """How many members there are; None: no end."""
        if self.values is not None:
            return len(self.values)
        lo, hi = self.interval
        return None if lo is None or hi is None else (hi - lo) // (self.congruence.mod or 1) + 1

    def members(self) -> Iterator[int]:
        """All members in ascending order; none where `count` is None."""
        if self.values is not None:
            yield from self.values
        elif self.interval.lo is not None and self.interval.hi is not None:
            yield from range(self.interval.lo, self.interval.hi + 1, self.congruence.mod or 1)

    def __contains__(self, value: object) -> bool:
        return value in self.interval and value in self.congruence and (self.values is None or value in self.values)


UNKNOWN = Domain()
