"""Which bytes of a kernel's accesses overlap, and pairs of accesses that nothing orders."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from pyasc_lint.analysis.trace.model import Access, Effect, Range, Step
from pyasc_lint.deferred import dataclass

Kind = Literal["RAW", "WAR", "WAW"]


@dataclass(frozen=True, slots=True, eq=False)
class Hazard:
    """Two conflicting accesses that nothing orders. `distance` counts iterations of the innermost common loop.

    `bytes` are those that both touch.
    """

    kind: Kind
    earlier: Step
    later: Step
    earlier_access: Access
    later_access: Access
    earlier_pipe: str
    later_pipe: str

    @property
    def event(self) -> str:
        """The event that would order them, where there is one: "MTE2_V"."""
        return f"{self.earlier_pipe}_{self.later_pipe}"

    @property
    def bytes(self) -> tuple[Range, ...]:
        return tuple(shared(self.earlier_access.ranges, self.later_access.ranges))

    @property
    def distance(self) -> int:
        pairs = zip(self.earlier.iteration, self.later.iteration, strict=False)
        return next((b - a for a, b in pairs if a != b), 0)


@dataclass(slots=True, eq=False)
class Place:
    """Byte ranges of one memory that instructions access; `overlapping` are those that share a byte, and itself."""

    index: int
    ranges: tuple[Range, ...]
    overlapping: tuple[Place, ...] = ()

    @property
    def start(self) -> int:
        return self.ranges[0][0]

    @property
    def end(self) -> int:
        return self.ranges[-1][1]


class Touch(NamedTuple):
    """An access and its place."""

    access: Access
    place: Place


class Touched(NamedTuple):
    """What an instruction touches. Those with the same `pattern` read and write the same places."""

    touches: tuple[Touch, ...]
    writes: tuple[Touch, ...]
    reads: tuple[Touch, ...]
    pattern: int


class Places:
    """All places of a kernel's accesses, in all of its runs. `touched` says what each effect touches.

    Left out are accesses whose place is not known, since nothing can be said of them, and those of memories that
    nothing writes, since they conflict with nothing.
    """

    def __init__(self, effects: Iterable[Effect]) -> None:
        placed = {effect: [access for access in effect.accesses if access.placed] for effect in effects}
        written = {access.space for accesses in placed.values() for access in accesses if access.writes}
        spaces: dict[str, dict[tuple[Range, ...], Place]] = {space: {} for space in written}
        self.count = 0
        self.touched: dict[Effect, Touched] = {}
        patterns: dict[object, int] = {}
        for effect, accesses in placed.items():
            touches = []
            for access in accesses:
                if access.space in written:
                    place = spaces[access.space].get(access.ranges)
                    if place is None:
                        place = spaces[access.space][access.ranges] = Place(self.count, access.ranges)
                        self.count += 1
                    touches.append(Touch(access, place))
            pattern = tuple((place.index, access.reads, access.writes) for access, place in touches)
            self.touched[effect] = Touched(
                tuple(touches),
                tuple(touch for touch in touches if touch.access.writes),
                tuple(touch for touch in touches if touch.access.reads),
                patterns.setdefault(pattern, len(patterns)),
            )
        for places in spaces.values():
            _overlap_all(places.values())


def _overlap_all(places: Iterable[Place]) -> None:
    """Say of all places of one memory which overlap."""
    found: dict[Place, list[Place]] = {place: [] for place in places}
    open_places: list[Place] = []
    for place in sorted(found, key=lambda each: each.start):
        open_places = [each for each in open_places if each.end > place.start]
        for other in open_places:
            if overlap(place.ranges, other.ranges):
                found[place].append(other)
                found[other].append(place)
        found[place].append(place)
        open_places.append(place)
    for place, others in found.items():
        place.overlapping = tuple(sorted(others, key=lambda each: each.index))


def overlap(first: tuple[Range, ...], second: tuple[Range, ...]) -> bool:
    """Whether two sorted lists of byte ranges share a byte."""
    return next(shared(first, second), None) is not None


def shared(first: tuple[Range, ...], second: tuple[Range, ...]) -> Iterator[Range]:
    """The bytes that are in both of two sorted lists of byte ranges."""
    i = j = 0
    while i < len(first) and j < len(second):
        start, end = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if start < end:
            yield start, end
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
