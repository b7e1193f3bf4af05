"""Which earlier accesses of a run conflict with an instruction.

Accesses are kept by byte range; per range and pipe only the latest read and the latest write matter, since a clock that
covers an item covers all earlier items of its queue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from pyasc_lint.analysis.trace.model import Access, Range, Step

Kind = Literal["RAW", "WAR", "WAW"]


@dataclass(frozen=True, slots=True, eq=False)
class Hazard:
    """Two conflicting accesses that nothing orders. `distance` counts iterations of the innermost common loop."""

    kind: Kind
    earlier: Step
    later: Step
    earlier_access: Access
    later_access: Access
    earlier_pipe: str
    later_pipe: str

    @property
    def distance(self) -> int:
        pairs = zip(self.earlier.iteration, self.later.iteration, strict=False)
        return next((b - a for a, b in pairs if a != b), 0)


@dataclass(frozen=True, slots=True, eq=False)
class Conflict:
    """An earlier access that must be ordered before the present instruction."""

    kind: Kind
    step: Step
    access: Access
    mine: Access
    pipe: str
    position: int
    my_pipe: str

    def hazard(self, later: Step) -> Hazard:
        return Hazard(self.kind, self.step, later, self.access, self.mine, self.pipe, self.my_pipe)


@dataclass(slots=True, eq=False)
class _Latest:
    """The latest accesses to one byte range: (position, step, access) by pipe."""

    span: Range
    ranges: tuple[Range, ...]
    reads: dict[str, tuple[int, Step, Access]] = field(default_factory=dict)
    writes: dict[str, tuple[int, Step, Access]] = field(default_factory=dict)


class Conflicts:
    """All accesses of a run so far, apart from those whose place is not known: nothing can be said of them."""

    def __init__(self) -> None:
        self._spaces: dict[str, dict[tuple[Range, ...], _Latest]] = {}
        self._overlaps: dict[tuple[str, tuple[Range, ...]], list[_Latest]] = {}

    def against(self, step: Step, pipe: str, position: int) -> Iterator[Conflict]:
        """Conflicts of an instruction with earlier ones: other pipes first, and what may imply the others first."""
        found = [conflict for access in step.accesses if access.placed for conflict in self._of(access, pipe)]
        found.sort(key=lambda conflict: (conflict.pipe == pipe, -conflict.step.number, conflict.kind != "RAW"))
        yield from found

    def _of(self, access: Access, pipe: str) -> Iterator[Conflict]:
        for latest in self._overlapping(access):
            for other, (position, step, earlier) in latest.writes.items():
                kind: Kind = "RAW" if access.reads and not access.writes else "WAW"
                yield Conflict(kind, step, earlier, access, other, position, pipe)
            if access.writes:
                for other, (position, step, earlier) in latest.reads.items():
                    yield Conflict("WAR", step, earlier, access, other, position, pipe)

    def add(self, step: Step, pipe: str, position: int) -> None:
        for access in step.accesses:
            if not access.placed:
                continue
            latest = self._latest(access)
            if access.writes:
                latest.writes[pipe] = (position, step, access)
            if access.reads:
                latest.reads[pipe] = (position, step, access)

    def _latest(self, access: Access) -> _Latest:
        space = self._spaces.setdefault(access.space, {})
        latest = space.get(access.ranges)
        if latest is None:
            latest = _Latest(_hull(access.ranges), access.ranges)
            space[access.ranges] = latest
            for (name, ranges), overlapping in self._overlaps.items():
                if name == access.space and overlap(ranges, access.ranges):
                    overlapping.append(latest)
        return latest

    def _overlapping(self, access: Access) -> list[_Latest]:
        key = (access.space, access.ranges)
        known = self._overlaps.get(key)
        if known is None:
            hull = _hull(access.ranges)
            known = [
                latest
                for latest in self._spaces.get(access.space, {}).values()
                if latest.span[0] < hull[1] and hull[0] < latest.span[1] and overlap(latest.ranges, access.ranges)
            ]
            self._overlaps[key] = known
        return known


def _hull(ranges: tuple[Range, ...]) -> Range:
    return (ranges[0][0], ranges[-1][1]) if ranges else (0, 0)


def overlap(first: tuple[Range, ...], second: tuple[Range, ...]) -> bool:
    """Whether two sorted lists of byte ranges share a byte."""
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i][1] <= second[j][0]:
            i += 1
        elif second[j][1] <= first[i][0]:
            j += 1
        else:
            return True
    return False
