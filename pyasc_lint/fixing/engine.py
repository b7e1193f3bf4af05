"""Applies fixes until nothing changes, and takes back what does not leave the files better.

A step applies fixes that do not overlap and checks the result. It stands if every finding it was for is gone and
nothing is found that was not before; where findings that come up only now can be fixed, that is done first. A step that
fails is tried again in halves, so that one fix that does no good costs no other. What no longer parses cannot stand:
that is a finding, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import field, replace

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic, Edit
from pyasc_lint.fixing.groups import linked
from pyasc_lint.fixing.text import Moves, Place, apart, edited, start_of
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import FileReport

_MAX_ATTEMPTS = 400
"""For one group of files: what is not fixed then stays."""

_MAX_FOLLOW_UPS = 8

Check = Callable[[Sequence[Source]], Sequence[FileReport]]
"""Checks sources together; a report for each, with the findings that the user is to see."""


@dataclass(frozen=True, slots=True)
class _Key:
    """What makes findings before and after a change the same one."""

    code: str
    trap: str | None
    path: str
    place: Place


@dataclass(frozen=True)
class _State:
    """Files at one time, and what is found in them."""

    sources: dict[str, Source]
    reports: Sequence[FileReport]

    @property
    def findings(self) -> list[Diagnostic]:
        return [found for report in self.reports for found in report.diagnostics]

    def keys(self) -> Counter[_Key]:
        return Counter(map(_key, self.findings))


@dataclass
class Outcome:
    """What fixing came to. `reports` are those of the files as they are now.

    `changed` holds the files that changed, before and after; `removed` counts the findings that are gone; `refused` are
    those whose fix was not kept, since it would have brought up others.
    """

    reports: list[FileReport] = field(default_factory=list)
    changed: list[tuple[Source, Source]] = field(default_factory=list)
    removed: int = 0
    refused: list[Diagnostic] = field(default_factory=list)


def fix(reports: Sequence[FileReport], check: Check, *, unsafe: bool = False) -> Outcome:
    """Fixes what was found in files. `check` must find in the sources of the reports what these say."""
    outcome = Outcome()
    for group in linked(reports):
        _Group(check, unsafe).run(_State({report.source.path: report.source for report in group}, group), outcome)
    order = {report.source.path: number for number, report in enumerate(reports)}
    outcome.reports.sort(key=lambda report: order[report.source.path])
    return outcome


class _Group:
    """Files that are fixed together, since they may use each other."""

    def __init__(self, check: Check, unsafe: bool) -> None:
        self._check = check
        self._unsafe = unsafe
        self._attempts = 0

    def run(self, start: _State, outcome: Outcome) -> None:
        state = start
        while following := self._step(state, _chosen(self._fixable(state.findings))):
            state = following
        outcome.reports += state.reports
        outcome.removed += len(start.findings) - len(state.findings)
        outcome.refused += self._fixable(state.findings)
        for path, before in start.sources.items():
            if state.sources[path].original != before.original:
                outcome.changed.append((before, state.sources[path]))

    def _fixable(self, findings: Iterable[Diagnostic]) -> list[Diagnostic]:
        return [found for found in findings if found.fix is not None and (self._unsafe or found.fix.safe)]

    def _step(self, state: _State, batch: Sequence[Diagnostic]) -> _State | None:
        """The state after some of these fixes; None where none of them does any good."""
        if not batch or self._attempts >= _MAX_ATTEMPTS:
            return None
        self._attempts += 1
        following = self._attempt(state, batch)
        if following is not None or len(batch) == 1:
            return following
        middle = len(batch) // 2
        return self._step(state, batch[:middle]) or self._step(state, batch[middle:])

    def _attempt(self, state: _State, batch: Sequence[Diagnostic]) -> _State | None:
        """The state after all of these fixes, if it is better than before."""
        known, wanted = state.keys(), Counter(map(_key, batch))
        for _ in range(_MAX_FOLLOW_UPS):
            edits = [edit for found in batch if found.fix is not None for edit in found.fix.edits]
            if not edits or any(edit.span.path not in state.sources for edit in edits):
                return None
            state, moves = self._applied(state, edits)
            known, wanted = _moved(known, moves), _moved(wanted, moves)
            found = state.keys()
            fresh = found - known
            if not fresh:
                return state if all(found[key] <= known[key] - number for key, number in wanted.items()) else None
            new = [each for each in state.findings if fresh[_key(each)]]
            batch = _chosen(self._fixable(new))
            if len(self._fixable(new)) < len(new):
                return None
        return None

    def _applied(self, state: _State, edits: Sequence[Edit]) -> tuple[_State, dict[str, Moves]]:
        sources, moves = dict(state.sources), {}
        for path in {edit.span.path for edit in edits}:
            own = [edit for edit in edits if edit.span.path == path]
            sources[path] = edited(state.sources[path], own)
            moves[path] = Moves(state.sources[path], sources[path], own)
        return _State(sources, self._check(list(sources.values()))), moves


def _chosen(fixable: Sequence[Diagnostic]) -> list[Diagnostic]:
    """As many as can be fixed at once."""
    chosen: list[Diagnostic] = []
    taken: list[Edit] = []
    for found in fixable:
        if found.fix is not None and apart(found.fix.edits, taken):
            chosen.append(found)
            taken += found.fix.edits
    return chosen


def _key(found: Diagnostic) -> _Key:
    return _Key(found.code, found.trap, found.span.path, start_of(found.span))


def _moved(keys: Counter[_Key], moves: dict[str, Moves]) -> Counter[_Key]:
    moved: Counter[_Key] = Counter()
    for key, number in keys.items():
        moves_here = moves.get(key.path)
        moved[key if moves_here is None else replace(key, place=moves_here.place(key.place))] += number
    return moved
