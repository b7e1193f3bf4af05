"""The sets and waits of one run. They pair first in, first out, for each event and id."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.trace.model import Flag, Key, Run
from pyasc_lint.analysis.trace.verdicts import Unpaired


def sets_of(run: Run, key: Key) -> list[int]:
    """The numbers of the sets of an event and id."""
    return [number for number, flag in _flagged(run) if flag.key == key and flag.kind == "set"]


def paired_up(run: Run, key: Key) -> bool:
    """Whether every wait for an event and id has a set somewhere in the run."""
    kinds = [flag.kind for _, flag in _flagged(run) if flag.key == key]
    return 2 * kinds.count("set") >= len(kinds)


def left_over(run: Run) -> Iterator[Unpaired]:
    """What is unpaired at the end."""
    found: dict[Key, dict[str, list[int]]] = {}
    for number, flag in _flagged(run):
        found.setdefault(flag.key, {"set": [], "wait": []})[flag.kind].append(number)
    for numbers in found.values():
        pairs = min(len(numbers["set"]), len(numbers["wait"]))
        yield from (Unpaired(run.step(number), "set") for number in numbers["set"][pairs:])
        yield from (Unpaired(run.step(number), "wait") for number in numbers["wait"][pairs:])


def _flagged(run: Run) -> Iterator[tuple[int, Flag]]:
    """The sets and waits of a run with their numbers."""
    return ((number, action.flag) for number, action in enumerate(run.actions) if action.flag is not None)
