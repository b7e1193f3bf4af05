"""Queues and clocks of the pipes."""

from __future__ import annotations

from collections.abc import Mapping

from pyasc_lint.analysis.trace.model import Action

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
