"""All orders in which the queues of a tiny kernel can execute, tried step by step.

An operational reading of the same promises that `order` states as edges: a state says how far dispatch is, what has
begun and ended, and which flags are up; every possible next step is taken. Slow, and hard to get wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from tests.support.interpreter.events import Event, Run
from tests.support.interpreter.order import AUTO_SYNC, conflicts, follows

MAX_STATES = 60_000


class TooLarge(Exception):
    """The kernel has more states than can be tried."""


class State(NamedTuple):
    """`dispatched` counts instructions; `begun` and `ended` are sets of their indices, as bits; `up` are flags."""

    dispatched: int
    begun: int
    ended: int
    up: frozenset[tuple[str, int]]


@dataclass
class Outcomes:
    """What can happen. `early`: the second instruction can begin before the first has ended, by indices.

    `repeated` are sets that can meet a flag that is up (nothing is tried beyond); `hangs`: some order ends in a state
    where nothing can go on.
    """

    early: set[tuple[int, int]] = field(default_factory=set)
    repeated: set[int] = field(default_factory=set)
    hangs: bool = False


def explore(run: Run) -> Outcomes:
    """Try everything. Raises TooLarge."""
    return _Explorer(run).explore()


class _Explorer:
    def __init__(self, run: Run) -> None:
        self.events = run.events
        self.found = Outcomes()
        self.conflicts = {(conflict.earlier.index, conflict.later.index) for conflict in conflicts(run)}
        self.conflicts |= {(later, earlier) for earlier, later in self.conflicts}
        self.awaited: dict[int, int] = {event.index: 0 for event in run.events}
        """Instructions that auto-sync makes one wait for."""
        if run.auto_sync and run.core == "AIV":
            for conflict in conflicts(run):
                if (conflict.earlier.pipe, conflict.later.pipe) in AUTO_SYNC:
                    for event in run.events[: conflict.earlier.index + 1]:
                        if event.pipe == conflict.earlier.pipe:
                            self.awaited[conflict.later.index] |= 1 << event.index

    def explore(self) -> Outcomes:
        start = State(0, 0, 0, frozenset())
        seen = {start}
        todo = [start]
        everything = (1 << len(self.events)) - 1
        while todo:
            state = todo.pop()
            following = list(self.steps(state))
            if not following and state.ended != everything and not self.meets(state):
                self.found.hangs = True
            for after in following:
                if after not in seen:
                    seen.add(after)
                    todo.append(after)
            if len(seen) > MAX_STATES:
                raise TooLarge
        return self.found

    def steps(self, state: State) -> Iterator[State]:
        if state.dispatched < len(self.events) and self.can_dispatch(state):
            yield state._replace(dispatched=state.dispatched + 1)
        for event in self.events[: state.dispatched]:
            bit = 1 << event.index
            if not state.begun & bit:
                if self.can_begin(state, event):
                    self.note_early(state, event)
                    yield state._replace(begun=state.begun | bit)
            elif not state.ended & bit and self.can_end(state, event):
                up = state.up
                if event.flag is not None:
                    key = (event.flag.event, event.flag.id)
                    if event.flag.kind == "set" and key in up:
                        self.found.repeated.add(event.index)
                        continue
                    up = up | {key} if event.flag.kind == "set" else up - {key}
                yield State(state.dispatched, state.begun, state.ended | bit, up)

    def meets(self, state: State) -> bool:
        """Whether a set waits to raise a flag that is up: what happens then is not tried."""
        return any(
            event.flag is not None and event.flag.kind == "set" and (event.flag.event, event.flag.id) in state.up
            for event in self.events
            if state.begun >> event.index & 1 and not state.ended >> event.index & 1
        )

    def before(self, event: Event) -> list[Event]:
        """Earlier instructions of the same pipe."""
        return [other for other in self.events[: event.index] if other.pipe == event.pipe]

    def can_dispatch(self, state: State) -> bool:
        """The scalar unit stops at its own waits, at full barriers, and where auto-sync makes it wait."""
        upcoming = self.events[state.dispatched]
        if upcoming.pipe == "S" and self.awaited[upcoming.index] & ~state.ended:
            return False
        return all(
            state.ended >> event.index & 1
            for event in self.events[: state.dispatched]
            if event.pipe == "ALL" or (event.pipe == "S" and event.flag is not None and event.flag.kind == "wait")
        )

    def can_begin(self, state: State, event: Event) -> bool:
        """A queue goes on in order, not past a wait or barrier that holds it."""
        if event.pipe == "ALL":
            return True
        if self.awaited[event.index] & ~state.ended:
            return False
        for other in self.before(event):
            if not state.begun >> other.index & 1:
                return False
            holds = other.barrier or (other.flag is not None and other.flag.kind == "wait")
            if (holds or follows(event)) and not state.ended >> other.index & 1:
                return False
        return True

    def can_end(self, state: State, event: Event) -> bool:
        if event.pipe == "ALL":
            return all(state.ended >> other.index & 1 for other in self.events[: event.index])
        if event.flag is not None and event.flag.kind == "wait":
            return (event.flag.event, event.flag.id) in state.up
        if event.flag is not None or event.barrier:
            return all(state.ended >> other.index & 1 for other in self.before(event))
        return True

    def note_early(self, state: State, event: Event) -> None:
        """Record which conflicting instructions have not ended when one begins."""
        for other in self.events:
            if (other.index, event.index) in self.conflicts and not state.ended >> other.index & 1:
                self.found.early.add((other.index, event.index))
