"""The accesses of a run so far, and which of them a further instruction conflicts with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pyasc_lint.analysis.trace.clocks import Clock, Item
from pyasc_lint.analysis.trace.conflicts import Kind, Places, Touch
from pyasc_lint.analysis.trace.model import Access

_Latest = dict[str, tuple[Item, Access]]
"""The latest access to a place by pipe. A clock that covers it covers all earlier ones of the pipe."""

_NONE: _Latest = {}


class Conflict(NamedTuple):
    """An earlier access that must be ordered before one (`mine`) of the present instruction."""

    kind: Kind
    earlier: Item
    access: Access
    mine: Access


class History:
    """The latest reads and writes of every place.

    The pipes of `self_ordered` need not look at their own accesses. After a check such a pipe knows all about the
    places in it, until another pipe has had its turn.
    """

    def __init__(self, places: Places, self_ordered: frozenset[str]) -> None:
        self._places = places
        # What the scalar unit knows of itself goes to all that it dispatches, and M does not order small sums.
        self._self_ordered = self_ordered - {"S", "M"}
        self._reads: dict[int, _Latest] = {}
        self._writes: dict[int, _Latest] = {}
        self._turn = ("", 0)
        self._checked: dict[int, tuple[str, int]] = {}

    def copy(self) -> History:
        other = History(self._places, self._self_ordered)
        other._reads = {place: dict(latest) for place, latest in self._reads.items()}
        other._writes = {place: dict(latest) for place, latest in self._writes.items()}
        other._turn, other._checked = self._turn, dict(self._checked)
        return other

    def enter(self, item: Item, clock: Clock) -> list[Conflict]:
        """Take in an instruction; returns what it conflicts with and its clock does not cover.

        Other pipes come first, and what may imply the others.
        """
        pipe = item.pipe
        touches, pattern = self._places.touched(item.action.effect)
        found: list[Conflict] = []
        ordered = pipe in self._self_ordered
        if self._turn[0] != pipe:
            self._turn = (pipe, self._turn[1] + 1)
        if not ordered or self._checked.get(pattern) != self._turn:
            skipped = pipe if ordered else None
            found = [each for touch in touches for each in self._unordered(touch, clock, skipped)]
            if len(found) > 1:
                found.sort(key=lambda each: (each.earlier.pipe == pipe, -each.earlier.number, each.kind != "RAW"))
            self._checked[pattern] = self._turn
        for access, place in touches:
            if access.writes:
                self._writes.setdefault(place.index, {})[pipe] = (item, access)
            if access.reads:
                self._reads.setdefault(place.index, {})[pipe] = (item, access)
        return found

    def _unordered(self, touch: Touch, clock: Clock, skipped: str | None) -> Iterator[Conflict]:
        """Earlier accesses to the same bytes by pipes other than `skipped`."""
        mine, place = touch
        for other in place.overlapping:
            for pipe, (earlier, access) in self._writes.get(other.index, _NONE).items():
                if clock.get(pipe, 0) < earlier.position and pipe != skipped:
                    yield Conflict("RAW" if mine.reads and not mine.writes else "WAW", earlier, access, mine)
            if mine.writes:
                for pipe, (earlier, access) in self._reads.get(other.index, _NONE).items():
                    if clock.get(pipe, 0) < earlier.position and pipe != skipped:
                        yield Conflict("WAR", earlier, access, mine)
