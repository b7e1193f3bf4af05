"""Happens-before in one concrete run: pipes in order, flags, barriers, compiler auto-sync, scalar dispatch.

The scalar unit dispatches instructions to the queues of the pipes in program order. Each queue executes its items in
order; a `wait_flag` blocks its own queue until the matching `set_flag` has executed, and a wait on the scalar pipe (or
a full barrier) blocks dispatch itself. A clock says, for the next item of a queue, up to which item of every other
queue all is known to be complete; two conflicting accesses without such an order are a hazard.
"""

from __future__ import annotations

from pyasc_lint.analysis.trace.clocks import Item, Lane, Lanes, Signal, Signals, covers, joined, reached
from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.flags import left_over
from pyasc_lint.analysis.trace.history import History
from pyasc_lint.analysis.trace.model import Access, Action, Run, Step
from pyasc_lint.analysis.trace.stuck import Stuck
from pyasc_lint.analysis.trace.verdicts import Rules, Verdicts

_SMALL_SUM = 10 * 16 * 16 * 4
"""Bytes of L0C from which on a product that adds to an earlier one needs no barrier: 10 fractals (asc-devkit, Mmad)."""


class Simulation:
    """Executes the queues of one run, piece by piece. `blocked`: dispatch waits for ever, and nothing more happens."""

    def __init__(self, history: History, rules: Rules) -> None:
        self.verdicts = Verdicts()
        self.blocked = False
        self._history = history
        self._rules = rules
        self._scalar = Lane()
        self._lanes: Lanes = {}  # in the order in which the pipes got their first item
        self._signals: Signals = {}
        self._waiting = 0

    def copy(self) -> Simulation:
        """An independent one in the same state."""
        other = Simulation(self._history.copy(), self._rules)
        other.verdicts, other.blocked, other._waiting = self.verdicts.copy(), self.blocked, self._waiting
        other._lanes = {pipe: lane.copy() for pipe, lane in self._lanes.items()}
        other._scalar = other._lanes.get("S") or self._scalar.copy()
        other._signals = {key: signal.copy() for key, signal in self._signals.items()}
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
        unpaired = self.blocked or self._waiting or any(signal.raised for signal in self._signals.values())
        if run.complete and unpaired:
            self.verdicts.unpaired += left_over(run)
        if self._waiting:
            self._stuck().cut()
        return self.verdicts

    # ----------------------------------------------------------------------------------------------------- dispatch

    def _dispatch(self, number: int, action: Action) -> bool:
        """Hand an action to its queue and let all queues go on; False where dispatch is blocked for ever."""
        if action.barrier == "ALL":
            return self._full_barrier(action)
        pipe = action.queue
        lane = self._lanes.get(pipe)
        if lane is None:
            lane = self._lanes[pipe] = self._scalar if pipe == "S" else Lane()
        lane.count += 1
        item = Item(number, action, pipe, lane.count, self._scalar.clock)
        if lane.queue or not self._execute(item, lane):
            lane.queue.append(item)
            self._waiting += 1
            if pipe == "S":
                self._stuck().at_scalar(item)
                return False
        elif self._waiting and action.flag is not None:
            self._drain(pipe)
        return True

    def _drain(self, pipe: str) -> None:
        """Let the queues go on after a set on `pipe`: first those after it."""
        pipes = [*self._lanes]
        turn = pipes[pipes.index(pipe) :]
        progress = True
        while progress:
            progress = False
            for each in turn:
                lane = self._lanes[each]
                while lane.queue and self._execute(lane.queue[0], lane):
                    lane.queue.popleft()
                    self._waiting -= 1
                    progress = True
            progress, turn = progress or len(turn) < len(pipes), pipes

    def _full_barrier(self, action: Action) -> bool:
        if self._waiting:
            self._stuck().at_barrier()
            return False
        everything = {pipe: lane.count for pipe, lane in self._lanes.items()}
        for lane in {self._scalar, *self._lanes.values()}:
            if any(lane.clock.get(pipe, 0) < count for pipe, count in everything.items()):
                self.verdicts.useful.add(id(action.stmt))
            lane.clock = everything
        return True

    def _stuck(self) -> Stuck:
        return Stuck(self._run, self._lanes, self._signals, self.verdicts)

    # ---------------------------------------------------------------------------------------------------- execution

    def _execute(self, item: Item, lane: Lane) -> bool:
        """Execute the first item of a queue; False where it must wait."""
        action = item.action
        flag = action.flag
        signal = None
        if flag is not None:
            signal = self._signals.get(flag.key)
            if signal is None:
                signal = self._signals[flag.key] = Signal()
            if flag.kind == "wait" and not signal.raised:
                return False
        if lane.floor is not item.floor:  # the scalar unit has learnt something since the dispatch before
            lane.floor = item.floor
            lane.clock = joined(lane.clock, item.floor)
        if signal is None:
            if action.touches:
                self._touch(item, lane)
            else:
                item.known = lane.clock
                if action.barrier is not None:
                    self._barrier(item, lane)
        elif flag is not None and flag.kind == "wait":
            self._wait(item, lane, signal)
        else:
            self._set(item, lane, signal)
        return True

    def _barrier(self, item: Item, lane: Lane) -> None:
        """A barrier of one pipe."""
        if lane.last_work > lane.clock.get(item.pipe, 0):
            self.verdicts.useful.add(id(item.action.stmt))
        lane.clock = reached(lane.clock, item.pipe, item.position)

    def _wait(self, item: Item, lane: Lane, signal: Signal) -> None:
        handed, origin = signal.raised.popleft()
        grown = joined(lane.clock, handed)
        if grown is not lane.clock:
            useful = self.verdicts.useful
            useful.add(id(item.action.stmt))
            useful.add(id(origin.action.stmt))
        if item.pipe == "S":  # nothing is dispatched before it has returned
            grown = {**grown, "S": item.position}
        lane.clock = item.known = grown
        signal.waits.append(item)

    def _set(self, item: Item, lane: Lane, signal: Signal) -> None:
        item.known = lane.clock
        if signal.last_set is not None:
            wait = signal.waits[signal.sets - 1] if len(signal.waits) >= signal.sets else None
            if wait is None or not covers(lane.clock, item.pipe, wait):
                self.verdicts.repeated.append((self._step(item), self._step(signal.last_set)))
        signal.sets += 1
        signal.last_set = item
        signal.raised.append((reached(lane.clock, item.pipe, item.position), item))

    def _step(self, item: Item) -> Step:
        return self._run.step(item.number)

    # ---------------------------------------------------------------------------------------------------- conflicts

    def _touch(self, item: Item, lane: Lane) -> None:
        """Check an instruction against all earlier accesses; an order that is missing is told once and then assumed."""
        lane.last_work = item.position
        clock = lane.clock
        for kind, earlier, access, mine in self._history.enter(item, clock):
            if clock.get(earlier.pipe, 0) >= earlier.position:
                continue
            if not self._automatic(item, earlier.pipe, mine):
                steps = (self._step(earlier), self._step(item))
                self.verdicts.hazards.append(Hazard(kind, *steps, access, mine, earlier.pipe, item.pipe))
            clock = reached(joined(clock, earlier.known), earlier.pipe, earlier.position)
        lane.clock = item.known = clock

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
