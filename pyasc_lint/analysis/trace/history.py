"""The accesses of a run so far, and which of them a further instruction conflicts with."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from pyasc_lint.analysis.trace.clocks import Clock, Item
from pyasc_lint.analysis.trace.conflicts import Kind, Places, Touch
from pyasc_lint.analysis.trace.model import Access

_Latest = dict[str, tuple[Item, Access]]
"""The latest access to a place by pipe. A clock that covers it covers all earlier ones of the pipe."""


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
        self._reads: list[_Latest] = [{} for _ in range(places.count)]
        self._writes: list[_Latest] = [{} for _ in range(places.count)]
        self._turn, self._turns = "", 0
        self._checked: dict[int, int] = {}

    def copy(self) -> History:
        other = History(self._places, self._self_ordered)
        other._reads = [latest.copy() for latest in self._reads]
        other._writes = [latest.copy() for latest in self._writes]
        other._turn, other._turns, other._checked = self._turn, self._turns, self._checked.copy()
        return other

    def enter(self, item: Item, clock: Clock) -> Sequence[Conflict]:
        """Take in an instruction; returns what it conflicts with and its clock does not cover.

        Other pipes come first, and what may imply the others.
        """
        pipe = item.pipe
        touches, writes, reads, pattern = self._places.touched[item.action.effect]
        if self._turn != pipe:
            self._turn = pipe
            self._turns += 1
        found: Sequence[Conflict] = ()
        if self._checked.get(pattern) != self._turns or pipe not in self._self_ordered:
            found = self._unordered(touches, clock, pipe if pipe in self._self_ordered else None)
            self._checked[pattern] = self._turns
        for access, place in writes:
            self._writes[place.index][pipe] = (item, access)
        for access, place in reads:
            self._reads[place.index][pipe] = (item, access)
        return found

    def _unordered(self, touches: Iterable[Touch], clock: Clock, skipped: str | None) -> Sequence[Conflict]:
        """Earlier accesses to the same bytes by pipes other than `skipped`."""
        found: list[Conflict] = []
        for mine, place in touches:
            for other in place.overlapping:
                for pipe, (earlier, access) in self._writes[other.index].items():
                    if pipe != skipped and clock.get(pipe, 0) < earlier.position:
                        kind: Kind = "RAW" if mine.reads and not mine.writes else "WAW"
                        found.append(Conflict(kind, earlier, access, mine))
                if mine.writes:
                    for pipe, (earlier, access) in self._reads[other.index].items():
                        if pipe != skipped and clock.get(pipe, 0) < earlier.position:
                            found.append(Conflict("WAR", earlier, access, mine))
        if len(found) > 1:
            turn = self._turn
            found.sort(key=lambda each: (each.earlier.pipe == turn, -each.earlier.number, each.kind != "RAW"))
        return found
