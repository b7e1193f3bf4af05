"""Judges the runs of a kernel; what several of them begin with is simulated once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pyasc_lint.analysis.trace.conflicts import Places
from pyasc_lint.analysis.trace.contents import Contents
from pyasc_lint.analysis.trace.history import History
from pyasc_lint.analysis.trace.model import Action, Run
from pyasc_lint.analysis.trace.order import Simulation
from pyasc_lint.analysis.trace.verdicts import Rules, Verdicts


class Replay(NamedTuple):
    """A run and what it shows."""

    run: Run
    verdicts: Verdicts
    contents: Contents


class _State(NamedTuple):
    """Everything after the first `done` actions."""

    done: int
    simulation: Simulation
    contents: Contents

    def copy(self) -> _State:
        return _State(self.done, self.simulation.copy(), self.contents.copy())

    def fed(self, run: Run, stop: int) -> _State:
        """The same, after more actions."""
        if not self.simulation.blocked:
            self.simulation.feed(run, self.done, stop)
        self.contents.feed(run, self.done, stop)
        return self._replace(done=stop)


def replays(runs: Sequence[Run], places: Places, rules: Rules) -> Iterator[Replay]:
    """All runs in order, each simulated from where it parts from an earlier one."""
    partings = _partings([run.actions for run in runs])
    saved: dict[int, _State] = {}
    for number, run in enumerate(runs):
        state = saved.pop(number, None) or _State(0, Simulation(History(places, rules.self_ordered), rules), Contents())
        for common, later in sorted(partings[number]):
            state = state.fed(run, common)
            if state.simulation.blocked:
                break
            saved[later] = state.copy()
        _, simulation, contents = state.fed(run, len(run.actions))
        yield Replay(run, simulation.finish(run), contents)


def _partings(runs: Sequence[list[Action]]) -> list[list[tuple[int, int]]]:
    """For every run: after how many actions which later runs part from it, if from no earlier one later."""
    partings: list[list[tuple[int, int]]] = [[] for _ in runs]
    for later, actions in enumerate(runs):
        common = [_common(runs[earlier], actions) for earlier in range(later)]
        most = max(common, default=0)
        if most:
            partings[common.index(most)].append((most, later))
    return partings


def _common(first: list[Action], second: list[Action]) -> int:
    """How many actions two runs have in common at their start."""
    low, high = 0, min(len(first), len(second))
    while low < high:
        middle = (low + high + 1) // 2
        if first[low:middle] == second[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
