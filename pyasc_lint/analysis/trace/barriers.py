"""Full barriers in loops that a flag between two pipes could replace.

After a full barrier everything before is known to be complete, so what one of them orders shows between the full
barrier before it and the one after it: only these stretches are simulated without it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from itertools import chain, groupby

from pyasc_lint.analysis.trace.conflicts import Places
from pyasc_lint.analysis.trace.history import History
from pyasc_lint.analysis.trace.model import Action, Effect, Flag, Run
from pyasc_lint.analysis.trace.order import Simulation
from pyasc_lint.analysis.trace.verdicts import Rules, Verdicts
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call

Pair = tuple[str, str]
"""The pipe of the earlier and that of the later of two accesses."""

_NO_FLAG: Pair = ("", "")
"""Stands for what no flag between two pipes can order."""


@dataclass(frozen=True, slots=True)
class _Window:
    """What is executed between two full barriers around others, all of which are of `barrier`.

    It starts with the sets whose flags are still up there.
    """

    barrier: Call
    actions: tuple[Action, ...]


class Barriers:
    """What each full barrier in a loop orders, over all runs."""

    def __init__(self, places: Places, rules: Rules) -> None:
        self._places = places
        self._rules = rules
        self._needed: dict[Call, set[Pair]] = {}
        self._without: dict[_Window, set[Pair]] = {}
        self._replaced: dict[tuple[_Window, Pair], bool] = {}

    @property
    def replaceable(self) -> list[tuple[Call, str, str]]:
        """The barriers that order one pipe before one other, with the two pipes."""
        return [(stmt, *next(iter(pairs))) for stmt, pairs in self._needed.items() if len(pairs) == 1]

    def examine(self, run: Run, verdicts: Verdicts) -> None:
        """For each full barrier in a loop of a run without hazards: which pipes would be unordered without it."""
        for stmt, windows in _windows(run).items():
            needed = self._needed.setdefault(stmt, set())
            if len(needed) > 1:
                continue
            pairs = {pair for window in windows for pair in self._unordered(window)}
            if len(pairs) == 1:
                (pair,) = pairs
                if verdicts.repeated or not all(self._flag_suffices(window, pair) for window in windows):
                    pairs.add(_NO_FLAG)
            needed |= pairs

    def _unordered(self, window: _Window) -> set[Pair]:
        """The pipes whose accesses nothing orders without the barrier."""
        known = self._without.get(window)
        if known is None:
            found = self._simulate([action for action in window.actions if action.stmt is not window.barrier])
            known = {(hazard.earlier_pipe, hazard.later_pipe) for hazard in found.hazards}
            self._without[window] = known
        return known

    def _flag_suffices(self, window: _Window, pair: Pair) -> bool:
        """Whether a flag from one pipe to another does what a barrier does, and is always down when it is set again."""
        known = self._replaced.get((window, pair))
        if known is None:
            earlier, later = pair
            event = f"{earlier}_{later}"
            flag = [
                Action(window.barrier, Effect(earlier, (), Flag("set", event, -1, earlier))),
                Action(window.barrier, Effect(later, (), Flag("wait", event, -1, later))),
            ]
            actions: list[Action] = []
            for action in window.actions:
                actions += flag if action.stmt is window.barrier else (action,)
            found = self._simulate(actions)
            known = not (found.hazards or found.repeated or found.deadlocks)
            self._replaced[window, pair] = known
        return known

    def _simulate(self, actions: list[Action]) -> Verdicts:
        simulation = Simulation(History(self._places, self._rules.self_ordered), self._rules)
        simulation.feed(Run({}, actions), 0, len(actions))
        return simulation.verdicts


def _windows(run: Run) -> dict[Call, list[_Window]]:
    """The windows of every full barrier that is executed in a loop."""
    actions = run.actions
    barriers = [number for number, action in enumerate(actions) if action.barrier == "ALL"]
    looped = {actions[number].stmt for number in barriers if run.step(number).iteration}
    if not looped:
        return {}
    up = _up(run, barriers)
    groups = [[*group] for _, group in groupby(barriers, lambda number: actions[number].stmt)]
    starts = [0, *(group[-1] + 1 for group in groups)]
    stops = [*(group[0] for group in groups[1:]), len(actions)]
    found: dict[Call, list[_Window]] = {}
    for group, start, stop in zip(groups, starts, stops, strict=False):
        stmt = actions[group[0]].stmt
        if stmt in looped:
            found.setdefault(stmt, []).append(_Window(stmt, (*up[start], *actions[start:stop])))
    return found


def _up(run: Run, barriers: list[int]) -> dict[int, tuple[Action, ...]]:
    """The sets whose flags are up at the start of a run and after each barrier."""
    sets: dict[tuple[str, int], deque[Action]] = defaultdict(deque)
    found: dict[int, tuple[Action, ...]] = {0: ()}
    start = 0
    for barrier in barriers:
        waits: list[tuple[str, int]] = []  # one may stand before its set
        for action in run.actions[start:barrier]:
            if action.flag is not None and action.flag.kind == "set":
                sets[action.flag.key].append(action)
            elif action.flag is not None:
                waits.append(action.flag.key)
        for key in waits:
            if sets[key]:
                sets[key].popleft()
        start = barrier + 1
        found[start] = tuple(chain.from_iterable(sets.values()))
    return found
