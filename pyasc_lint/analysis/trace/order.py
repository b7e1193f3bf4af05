"""Happens-before in one concrete run: pipes in order, flags, barriers, compiler auto-sync, scalar dispatch.

The scalar unit dispatches instructions to the queues of the pipes in program order. Each queue executes its items in
order; a `wait_flag` blocks its own queue until the matching `set_flag` has executed, and a wait on the scalar pipe (or
a full barrier) blocks dispatch itself. A clock says, for the next item of a queue, up to which item of every other
queue all is known to be complete; two conflicting accesses without such an order are a hazard.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import Literal

from pyasc_lint.analysis.trace.conflicts import Conflict, Conflicts, Hazard
from pyasc_lint.analysis.trace.model import Run, Step

Clock = dict[str, int]


@dataclass(slots=True, eq=False)
class Item:
    """A step in the queue of its pipe, at `position` (from 1). `floor` is what the scalar unit knew when dispatching.

    `known` is the clock when the item executed.
    """

    step: Step
    pipe: str
    position: int
    floor: Clock
    known: Clock = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class Raised:
    """A flag that is up: the clock it hands over, and the set that raised it."""

    clock: Clock
    item: Item


@dataclass(frozen=True, slots=True, eq=False)
class Unpaired:
    """A set or wait without a partner. `stuck`: the partner exists, but only behind something that this blocks: a full
    barrier, or another wait (`behind`) that the pipe of the partner never gets past."""

    step: Step
    kind: Literal["set", "wait"]
    stuck: bool = False
    behind: Step | None = None


@dataclass(slots=True, eq=False)
class Verdicts:
    """What one run shows. `repeated` pairs a set with the earlier one whose flag may still be up."""

    hazards: list[Hazard] = field(default_factory=list)
    unpaired: list[Unpaired] = field(default_factory=list)
    repeated: list[tuple[Step, Step]] = field(default_factory=list)
    deadlocks: list[tuple[Step, Step]] = field(default_factory=list)
    useful: set[int] = field(default_factory=set)
    """`id` of the synchronisation statements that ordered something new."""
    partners: dict[int, Step] = field(default_factory=dict)
    """For the number of a wait: the set it paired with."""
    relied: Step | None = None
    """The first instruction that only an auto-sync may order of which nothing is published."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What the hardware and the compiler order by themselves.

    `self_ordered` are pipes whose own instructions need no barrier; `automatic` pairs of pipes that auto-sync orders
    where accesses conflict. `unpublished`: what auto-sync inserts on the chip is not known, and it may order V and what
    involves S, as it does on the chips that documents speak of.
    """

    self_ordered: frozenset[str]
    automatic: frozenset[frozenset[str]]
    unpublished: bool = False


class Simulation:
    """Executes the queues of one run."""

    def __init__(self, run: Run, rules: Rules) -> None:
        self.run = run
        self.rules = rules
        self.verdicts = Verdicts()
        self._queues: dict[str, deque[Item]] = {}
        self._clocks: dict[str, Clock] = {}
        self._counts: dict[str, int] = {}
        self._flags: dict[tuple[str, int], deque[Raised]] = {}
        self._last_set: dict[tuple[str, int], Item] = {}
        self._waited: dict[tuple[str, int], list[Item]] = {}
        self._sets: dict[tuple[str, int], int] = {}
        self._items: dict[tuple[str, int], Item] = {}
        self._conflicts = Conflicts()

    def execute(self) -> Verdicts:
        """Run to the end, or to the first thing that blocks dispatch for ever."""
        for step in self.run.steps:
            if not self._dispatch(step):
                break
        if self.run.complete:
            self._count_flags()
        self._cut()
        return self.verdicts

    # ----------------------------------------------------------------------------------------------------- dispatch

    def _clock(self, pipe: str) -> Clock:
        return self._clocks.setdefault(pipe, {})

    def _dispatch(self, step: Step) -> bool:
        """Hand a step to its queue and let all queues go on; False where dispatch is blocked for ever."""
        pipe = step.flag.pipe if step.flag is not None else step.pipe
        if step.barrier == "ALL":
            return self._full_barrier(step)
        position = self._counts[pipe] = self._counts.get(pipe, 0) + 1
        item = Item(step, pipe, position, dict(self._clock("S")))
        self._queues.setdefault(pipe, deque()).append(item)
        self._items[(pipe, position)] = item
        self._drain()
        if pipe == "S" and self._queues["S"]:
            self._blocked(step)
            return False
        return True

    def _drain(self) -> None:
        progress = True
        while progress:
            progress = False
            for queue in self._queues.values():
                while queue and self._execute(queue[0]):
                    queue.popleft()
                    progress = True

    def _full_barrier(self, step: Step) -> bool:
        if any(self._queues.values()):
            for queue in self._queues.values():
                if queue:
                    self._blocked(queue[0].step)
            return False
        everything = dict(self._counts)
        for pipe in [*self._counts, "S"]:
            clock = self._clock(pipe)
            if any(clock.get(other, 0) < count for other, count in everything.items()):
                self.verdicts.useful.add(id(step.stmt))
            clock.update(everything)
        return True

    def _blocked(self, step: Step) -> None:
        """A wait that can never return: tell it, with the set that comes too late if there is one.

        A set that is dispatched already is itself behind another such wait, which is the one to tell. Where there are
        fewer sets than waits, the last wait is the one without a set.
        """
        flag = step.flag
        if flag is None:
            return
        done = self._sets.get((flag.event, flag.id), 0)
        alike = [other for other in self.run.steps if other.flag is not None and _key(other) == _key(step)]
        sets = [other for other in alike if other.flag is not None and other.flag.kind == "set"]
        if len(sets) <= done or sets[done].number < step.number:
            return
        if flag.pipe == "S":
            self.verdicts.deadlocks.append((step, sets[done]))
        elif 2 * len(sets) >= len(alike):
            self.verdicts.unpaired.append(Unpaired(step, "wait", stuck=True, behind=self._in_front_of(sets[done])))

    def _in_front_of(self, step: Step) -> Step | None:
        """The wait that a step stands behind in its queue; None where it is not dispatched yet."""
        queue = self._queues.get(step.flag.pipe if step.flag is not None else step.pipe)
        waiting = [item.step for item in queue or ()]
        return waiting[0] if step in waiting and waiting[0] is not step else None

    def _cut(self) -> None:
        """Leave out what comes after the first wait that never returns: none of it is a defect of its own."""
        blocked = [item.step for queue in self._queues.values() for item in queue if item.step.flag is not None]
        end = min((step.number for step in blocked if step.flag is not None and step.flag.kind == "wait"), default=None)
        if end is None:
            return
        found = self.verdicts
        found.hazards = [each for each in found.hazards if max(each.earlier.number, each.later.number) < end]
        found.repeated = [pair for pair in found.repeated if pair[0].number < end]
        found.deadlocks = [pair for pair in found.deadlocks if pair[0].number <= end]

    # ---------------------------------------------------------------------------------------------------- execution

    def _execute(self, item: Item) -> bool:
        step, clock = item.step, self._clock(item.pipe)
        if step.flag is not None and step.flag.kind == "wait":
            raised = self._flags.get(_key(step))
            if not raised:
                return False
            self._wait(item, clock, raised.popleft())
            return True
        _merge(clock, item.floor)
        item.known = dict(clock)
        if step.flag is not None:
            self._set(item, clock)
        elif step.barrier is not None:
            self._barrier(item, clock)
        else:
            self._touch(item, clock)
        return True

    def _wait(self, item: Item, clock: Clock, raised: Raised) -> None:
        step = item.step
        _merge(clock, item.floor)
        if _merge(clock, raised.clock):
            self.verdicts.useful.add(id(step.stmt))
            self.verdicts.useful.add(id(raised.item.step.stmt))
        if item.pipe == "S":  # nothing is dispatched before it has returned
            clock["S"] = item.position
        item.known = dict(clock)
        self.verdicts.partners[step.number] = raised.item.step
        self._waited.setdefault(_key(step), []).append(item)

    def _set(self, item: Item, clock: Clock) -> None:
        step = item.step
        key = _key(step)
        done = self._sets.get(key, 0)
        self._sets[key] = done + 1
        if done:
            waits = self._waited.get(key, [])
            wait = waits[done - 1] if len(waits) >= done else None
            if wait is None or not _covers(clock, item.pipe, wait):
                self.verdicts.repeated.append((step, self._last_set[key].step))
        self._last_set[key] = item
        handed = dict(clock)
        handed[item.pipe] = max(handed.get(item.pipe, 0), item.position)
        self._flags.setdefault(key, deque()).append(Raised(handed, item))

    def _barrier(self, item: Item, clock: Clock) -> None:
        if self._has_work_since(item, clock.get(item.pipe, 0)):
            self.verdicts.useful.add(id(item.step.stmt))
        clock[item.pipe] = max(clock.get(item.pipe, 0), item.position)

    def _has_work_since(self, item: Item, position: int) -> bool:
        return any(self._items[(item.pipe, index)].step.accesses for index in range(position + 1, item.position))

    def _touch(self, item: Item, clock: Clock) -> None:
        """Check the accesses of an instruction against all earlier ones; what is missing is told once and "
        "then assumed. Of an instruction whose pipe is not known, nothing can be missing."""
        if not item.pipe:
            item.known = dict(clock)
            return
        for conflict in self._conflicts.against(item.step, item.pipe, item.position):
            if clock.get(conflict.pipe, 0) >= conflict.position:
                continue
            if not self._automatic(item, conflict):
                self.verdicts.hazards.append(conflict.hazard(item.step))
            earlier = self._items[(conflict.pipe, conflict.position)]
            _merge(clock, earlier.known)
            clock[conflict.pipe] = max(clock.get(conflict.pipe, 0), conflict.position)
        item.known = dict(clock)
        self._conflicts.add(item.step, item.pipe, item.position)

    def _automatic(self, item: Item, conflict: Conflict) -> bool:
        same = conflict.pipe == item.pipe
        if same and item.pipe in self.rules.self_ordered:
            return True
        if not same and frozenset((conflict.pipe, item.pipe)) in self.rules.automatic:
            return True
        if self.rules.unpublished and (item.pipe == "V" if same else "S" in (conflict.pipe, item.pipe)):
            self.verdicts.relied = self.verdicts.relied or item.step
            return True
        return False

    # ------------------------------------------------------------------------------------------------------ pairing

    def _count_flags(self) -> None:
        """Sets and waits pair first in, first out; what is left over at the end is unpaired."""
        steps: dict[tuple[str, int], dict[str, list[Step]]] = {}
        for step in self.run.steps:
            if step.flag is not None:
                steps.setdefault(_key(step), {"set": [], "wait": []})[step.flag.kind].append(step)
        for found in steps.values():
            pairs = min(len(found["set"]), len(found["wait"]))
            self.verdicts.unpaired += [Unpaired(step, "set") for step in found["set"][pairs:]]
            self.verdicts.unpaired += [Unpaired(step, "wait") for step in found["wait"][pairs:]]


def _key(step: Step) -> tuple[str, int]:
    assert step.flag is not None
    return step.flag.event, step.flag.id


def _merge(clock: Clock, other: Clock) -> bool:
    """Join two clocks into the first; says whether it grew."""
    grew = False
    for pipe, position in other.items():
        if clock.get(pipe, 0) < position:
            clock[pipe] = position
            grew = True
    return grew


def _covers(clock: Clock, pipe: str, item: Item) -> bool:
    """Whether an item is known to be complete."""
    return item.pipe == pipe or clock.get(item.pipe, 0) >= item.position
