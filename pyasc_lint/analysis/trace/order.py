"""Happens-before in one concrete run: pipes in order, flags, barriers, compiler auto-sync, scalar dispatch.

The scalar unit dispatches instructions to the queues of the pipes in program order. Each queue executes its items in
order; a `wait_flag` blocks its own queue until the matching `set_flag` has executed, and a wait on the scalar pipe (or
a full barrier) blocks dispatch itself. A clock says, for the next item of a queue, up to which item of every other
queue all is known to be complete; two conflicting accesses without such an order are a hazard.
"""

from __future__ import annotations

from collections import deque

from pyasc_lint.analysis.trace.clocks import START, Clock, Item, covers, joined, reached
from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.flags import Key, left_over, paired_up, sets_of
from pyasc_lint.analysis.trace.history import History
from pyasc_lint.analysis.trace.model import Access, Action, Flag, Run, Step
from pyasc_lint.analysis.trace.verdicts import Rules, Unpaired, Verdicts

_SMALL_SUM = 10 * 16 * 16 * 4
"""Bytes of L0C from which on a product that adds to an earlier one needs no barrier: 10 fractals (asc-devkit, Mmad)."""


class Simulation:
    """Executes the queues of one run, piece by piece. `blocked`: dispatch waits for ever, and nothing more happens."""

    def __init__(self, history: History, rules: Rules) -> None:
        self.verdicts = Verdicts()
        self.blocked = False
        self._history = history
        self._rules = rules
        self._queues: dict[str, deque[Item]] = {}
        self._waiting = 0
        self._clocks: dict[str, Clock] = {"S": START}
        self._floors: dict[str, Clock] = {}
        self._counts: dict[str, int] = {}
        self._flags: dict[Key, deque[tuple[Clock, Item]]] = {}
        self._last_set: dict[Key, Item] = {}
        self._waited: dict[Key, list[Item]] = {}
        self._sets: dict[Key, int] = {}
        self._last_work: dict[str, int] = {}

    def copy(self) -> Simulation:
        """An independent one in the same state."""
        other = Simulation(self._history.copy(), self._rules)
        other.verdicts, other.blocked = self.verdicts.copy(), self.blocked
        other._queues = {pipe: deque(queue) for pipe, queue in self._queues.items()}
        other._waiting, other._clocks, other._counts = self._waiting, dict(self._clocks), dict(self._counts)
        other._flags = {key: deque(raised) for key, raised in self._flags.items()}
        other._floors = dict(self._floors)
        other._last_set, other._sets = dict(self._last_set), dict(self._sets)
        other._waited = {key: [*waits] for key, waits in self._waited.items()}
        other._last_work = dict(self._last_work)
        return other

    def feed(self, run: Run, start: int, stop: int) -> None:
        """Dispatch the actions from one number to another."""
        self._run = run
        actions = run.actions
        for number in range(start, stop):
            if not self._dispatch(number, actions[number]):
                self.blocked = True
                return

    def finish(self, run: Run) -> Verdicts:
        """What the run shows, once everything was fed."""
        if run.complete:
            self.verdicts.unpaired += left_over(run)
        self._cut()
        return self.verdicts

    # ----------------------------------------------------------------------------------------------------- dispatch

    def _dispatch(self, number: int, action: Action) -> bool:
        """Hand an action to its queue and let all queues go on; False where dispatch is blocked for ever."""
        if action.barrier == "ALL":
            return self._full_barrier(action)
        pipe = action.queue
        queue = self._queues.get(pipe)
        if queue is None:
            queue = self._queues[pipe] = deque()
            self._clocks.setdefault(pipe, START)
        position = self._counts[pipe] = self._counts.get(pipe, 0) + 1
        item = Item(number, action, pipe, position, self._clocks["S"])
        if queue or not self._execute(item):
            queue.append(item)
            self._waiting += 1
            if pipe == "S":
                self._stopped(item)
                return False
        elif self._waiting and action.flag is not None:
            self._drain(pipe)
        return True

    def _drain(self, pipe: str) -> None:
        """Let the queues go on after a set on `pipe`: first those after it."""
        pipes = [*self._queues]
        turn = pipes[pipes.index(pipe) :]
        progress = True
        while progress:
            progress = False
            for each in turn:
                queue = self._queues[each]
                while queue and self._execute(queue[0]):
                    queue.popleft()
                    self._waiting -= 1
                    progress = True
            progress, turn = progress or len(turn) < len(pipes), pipes

    def _full_barrier(self, action: Action) -> bool:
        if self._waiting:
            for queue in self._queues.values():
                if queue:
                    self._stuck(queue[0])
            return False
        everything = dict(self._counts)
        for pipe, clock in self._clocks.items():
            if clock is not everything and any(clock.get(other, 0) < count for other, count in everything.items()):
                self.verdicts.useful.add(id(action.stmt))
            self._clocks[pipe] = everything
        return True

    def _stopped(self, item: Item) -> None:
        """A wait of the scalar unit never returns: tell it, or the waits that its set is behind."""
        flag = item.action.flag
        late = self._next_set(flag) if flag is not None else None
        behind = late is not None and late < item.number
        for first in [queue[0] for queue in self._queues.values() if queue] if behind else [item]:
            self._stuck(first)

    def _stuck(self, item: Item) -> None:
        """A wait that can never return: tell it, with the set that comes too late if there is one.

        A set that is dispatched already is itself behind another such wait, which is the one to tell. Where there are
        fewer sets than waits, the last wait is the one without a set.
        """
        flag = item.action.flag
        late = self._next_set(flag) if flag is not None else None
        if flag is None or late is None or late < item.number:
            return
        step = self._run.step(item.number)
        if flag.pipe == "S":
            self.verdicts.deadlocks.append((step, self._run.step(late)))
        else:
            if paired_up(self._run, flag.key):
                self.verdicts.unpaired.append(Unpaired(step, "wait", stuck=True, behind=self._in_front_of(late)))

    def _next_set(self, flag: Flag) -> int | None:
        """The number of the first set of an event and id that has not executed, anywhere in the run."""
        numbers = sets_of(self._run, flag.key)
        done = self._sets.get(flag.key, 0)
        return numbers[done] if done < len(numbers) else None

    def _in_front_of(self, number: int) -> Step | None:
        """The wait that an instruction stands behind in its queue; None where it is not dispatched yet."""
        waiting = [item.number for item in self._queues.get(self._run.actions[number].queue, ())]
        return self._run.step(waiting[0]) if number in waiting and waiting[0] != number else None

    def _cut(self) -> None:
        """Leave out what comes after the first wait that never returns: none of it is a defect of its own.

        Where such a wait has a set that is not dispatched, it is the wait of the scalar unit that is to blame.
        """
        blocked = [item for queue in self._queues.values() for item in queue]
        flags = [(item.number, item.action.flag) for item in blocked]
        end = min((number for number, flag in flags if flag is not None and flag.kind == "wait"), default=None)
        if end is None:
            return
        found = self.verdicts
        found.hazards = [each for each in found.hazards if max(each.earlier.number, each.later.number) < end]
        found.repeated = [pair for pair in found.repeated if pair[0].number < end]
        alone = [number for number, flag in flags if flag is not None and self._next_set(flag) is None]
        found.deadlocks = [pair for pair in found.deadlocks if all(pair[0].number <= number for number in alone)]
        found.unpaired = [each for each in found.unpaired if not each.stuck or each.step.number <= end]

    # ---------------------------------------------------------------------------------------------------- execution

    def _execute(self, item: Item) -> bool:
        """Execute the first item of a queue; False where it must wait."""
        action, pipe = item.action, item.pipe
        flag = action.flag
        if flag is not None and flag.kind == "wait":
            raised = self._flags.get(flag.key)
            if not raised:
                return False
            self._wait(item, *raised.popleft())
            return True
        clock = item.known = self._clock(item)
        if flag is not None:
            self._set(item, flag.key, clock)
        elif action.barrier is not None:
            if self._last_work.get(pipe, 0) > clock.get(pipe, 0):
                self.verdicts.useful.add(id(action.stmt))
            clock = reached(clock, pipe, item.position)
        elif pipe and action.accesses:
            clock = item.known = self._touch(item, clock)
        self._clocks[pipe] = clock
        return True

    def _clock(self, item: Item) -> Clock:
        """The clock of the item's pipe, with what the scalar unit knew when it dispatched the item."""
        clock, floor = self._clocks[item.pipe], item.floor
        if self._floors.get(item.pipe) is floor:
            return clock
        self._floors[item.pipe] = floor
        return joined(clock, floor)

    def _wait(self, item: Item, handed: Clock, origin: Item) -> None:
        clock = self._clock(item)
        grown = joined(clock, handed)
        if grown is not clock:
            self.verdicts.useful |= {id(item.action.stmt), id(origin.action.stmt)}
        if item.pipe == "S":  # nothing is dispatched before it has returned
            grown = {**grown, "S": item.position}
        self._clocks[item.pipe] = item.known = grown
        self._waited.setdefault(_key(item), []).append(item)

    def _set(self, item: Item, key: Key, clock: Clock) -> None:
        done = self._sets.get(key, 0)
        self._sets[key] = done + 1
        if done:
            waits = self._waited.get(key, ())
            wait = waits[done - 1] if len(waits) >= done else None
            if wait is None or not covers(clock, item.pipe, wait):
                self.verdicts.repeated.append((self._step(item), self._step(self._last_set[key])))
        self._last_set[key] = item
        self._flags.setdefault(key, deque()).append((reached(clock, item.pipe, item.position), item))

    def _step(self, item: Item) -> Step:
        return self._run.step(item.number)

    # ---------------------------------------------------------------------------------------------------- conflicts

    def _touch(self, item: Item, clock: Clock) -> Clock:
        """Check an instruction against all earlier accesses; an order that is missing is told once and then assumed."""
        self._last_work[item.pipe] = item.position
        for kind, earlier, access, mine in self._history.enter(item, clock):
            if clock.get(earlier.pipe, 0) >= earlier.position:
                continue
            if not self._automatic(item, earlier.pipe, mine):
                steps = (self._step(earlier), self._step(item))
                self.verdicts.hazards.append(Hazard(kind, *steps, access, mine, earlier.pipe, item.pipe))
            clock = reached(joined(clock, earlier.known), earlier.pipe, earlier.position)
        return clock

    def _automatic(self, item: Item, earlier: str, access: Access) -> bool:
        """Whether something orders an access by itself after one on the pipe `earlier` that it conflicts with."""
        same = earlier == item.pipe
        if same and item.pipe == "M" and _adds_little(access):
            return False
        if item.pipe in self._rules.self_ordered if same else frozenset((earlier, item.pipe)) in self._rules.automatic:
            return True
        if self._rules.unpublished and (item.pipe == "V" if same else "S" in (earlier, item.pipe)):
            self.verdicts.relied = self.verdicts.relied or self._step(item)
            return True
        return False


def _adds_little(result: Access) -> bool:
    """Whether a matrix product adds to so few fractals that the next one may start before it is done."""
    return result.reads and result.writes and sum(hi - lo for lo, hi in result.ranges) < _SMALL_SUM


def _key(item: Item) -> Key:
    assert item.action.flag is not None
    return item.action.flag.key
