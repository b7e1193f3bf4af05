"""Queues and clocks of the pipes."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from pyasc_lint.analysis.trace.model import Action, Key

Clock = Mapping[str, int]
"""Up to which position of every pipe all is known to be complete. Never changed, so it is handed on without a copy."""

START: Clock = {}


class Item:
    """An action in the queue of its pipe, at `position` (from 1); `number` is its place in program order.

    `floor` is what the scalar unit knew when dispatching, `known` the clock when the item executed.
    """

    __slots__ = ("action", "floor", "known", "number", "pipe", "position")

    def __init__(self, number: int, action: Action, pipe: str, position: int, floor: Clock) -> None:
        self.number = number
        self.action = action
        self.pipe = pipe
        self.position = position
        self.floor = floor
        self.known = START


class Lane:
    """A pipe: the items that wait in its queue, and what is known there.

    `clock` is the one of its next item, with what the scalar unit knew (`floor`) at the latest dispatch; `count` is the
    position of the item dispatched last, `last_work` that of the last one executed that accesses memory.
    """

    __slots__ = ("clock", "count", "floor", "last_work", "queue")

    def __init__(self) -> None:
        self.queue: deque[Item] = deque()
        self.clock = START
        self.floor = START
        self.count = 0
        self.last_work = 0

    def copy(self) -> Lane:
        other = Lane()
        other.queue = deque(self.queue)
        other.clock, other.floor = self.clock, self.floor
        other.count, other.last_work = self.count, self.last_work
        return other


class Signal:
    """The flag of an event and id: which sets wait for their wait, with their clocks, and what there was so far."""

    __slots__ = ("last_set", "raised", "sets", "waits")

    def __init__(self) -> None:
        self.raised: deque[tuple[Clock, Item]] = deque()
        self.sets = 0
        self.waits: list[Item] = []
        self.last_set: Item | None = None

    def copy(self) -> Signal:
        other = Signal()
        other.raised, other.waits = deque(self.raised), [*self.waits]
        other.sets, other.last_set = self.sets, self.last_set
        return other


Lanes = dict[str, Lane]
"""By pipe."""

Signals = dict[Key, Signal]
"""By event and id."""


def joined(clock: Clock, other: Clock) -> Clock:
    """All that either says; the first where the other adds nothing."""
    if clock is other:
        return clock
    grown = {pipe: position for pipe, position in other.items() if clock.get(pipe, 0) < position}
    return {**clock, **grown} if grown else clock


def reached(clock: Clock, pipe: str, position: int) -> Clock:
    """The clock, knowing also that a pipe has come so far."""
    return clock if clock.get(pipe, 0) >= position else {**clock, pipe: position}


def covers(clock: Clock, pipe: str, item: Item) -> bool:
    """Whether an item is known on a pipe to be complete."""
    return item.pipe == pipe or clock.get(item.pipe, 0) >= item.position
