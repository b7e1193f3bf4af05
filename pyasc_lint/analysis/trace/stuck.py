"""Waits that never return: which one is to blame, and what comes after it."""

from __future__ import annotations

from pyasc_lint.analysis.trace.clocks import Item, Lanes, Signals
from pyasc_lint.analysis.trace.flags import paired_up, sets_of
from pyasc_lint.analysis.trace.model import Flag, Run, Step
from pyasc_lint.analysis.trace.verdicts import Unpaired, Verdicts


class Stuck:
    """What waits in the queues at one moment of a run. Tells `verdicts`."""

    def __init__(self, run: Run, lanes: Lanes, signals: Signals, verdicts: Verdicts) -> None:
        self._run = run
        self._lanes = lanes
        self._signals = signals
        self._verdicts = verdicts

    def at_scalar(self, item: Item) -> None:
        """A wait of the scalar unit never returns: tell it, or the waits that its set is behind."""
        flag = item.action.flag
        late = self._next_set(flag) if flag is not None else None
        if late is not None and late < item.number:
            self.at_barrier()
        else:
            self._tell(item)

    def at_barrier(self) -> None:
        """Not all queues become empty: tell the waits that they stand at."""
        for lane in self._lanes.values():
            if lane.queue:
                self._tell(lane.queue[0])

    def cut(self) -> None:
        """Leave out what comes after the first wait that never returns: none of it is a defect of its own.

        Where such a wait has a set that is not dispatched, it is the wait of the scalar unit that is to blame.
        """
        blocked = [item for lane in self._lanes.values() for item in lane.queue]
        flags = [(item.number, item.action.flag) for item in blocked]
        end = min((number for number, flag in flags if flag is not None and flag.kind == "wait"), default=None)
        if end is None:
            return
        found = self._verdicts
        found.hazards = [each for each in found.hazards if max(each.earlier.number, each.later.number) < end]
        found.repeated = [pair for pair in found.repeated if pair[0].number < end]
        alone = [number for number, flag in flags if flag is not None and self._next_set(flag) is None]
        found.deadlocks = [pair for pair in found.deadlocks if all(pair[0].number <= number for number in alone)]
        found.unpaired = [each for each in found.unpaired if not each.stuck or each.step.number <= end]

    def _tell(self, item: Item) -> None:
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
            self._verdicts.deadlocks.append((step, self._run.step(late)))
        elif paired_up(self._run, flag.key):
            self._verdicts.unpaired.append(Unpaired(step, "wait", stuck=True, behind=self._in_front_of(late)))

    def _next_set(self, flag: Flag) -> int | None:
        """The number of the first set of an event and id that has not executed, anywhere in the run."""
        numbers = sets_of(self._run, flag.key)
        signal = self._signals.get(flag.key)
        done = signal.sets if signal is not None else 0
        return numbers[done] if done < len(numbers) else None

    def _in_front_of(self, number: int) -> Step | None:
        """The wait that an instruction stands behind in its queue; None where it is not dispatched yet."""
        lane = self._lanes.get(self._run.actions[number].queue)
        waiting = [item.number for item in lane.queue] if lane is not None else []
        return self._run.step(waiting[0]) if number in waiting and waiting[0] != number else None
