"""Baselines: a file that lists the findings a team knows of, so that a run tells the new ones alone.

Findings are listed by content (`fingerprints.Identity`) with a count, so the list stays true when lines move.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.files import portable, write_atomic
from pyasc_lint.fingerprints import Identity, identity
from pyasc_lint.frontend.source import Sources
from pyasc_lint.reports import FileReport
from pyasc_lint.toml_files import Problem, ProblemError

VERSION = 1
_NEVER_KNOWN = ("ASC001", "ASC008")
"""These say that a file was not checked: hidden, they would hide what is in it."""


class BaselineError(ProblemError):
    """A baseline cannot be used."""


class Baseline:
    """The known findings of one file; paths in it are relative to its folder."""

    def __init__(self, path: Path, known: Counter[Identity] | None = None) -> None:
        self.path = path
        self.known: Counter[Identity] = known or Counter()
        self._left = Counter(self.known)
        self._root = path.absolute().parent

    @classmethod
    def read(cls, path: Path, again: str = "--write-baseline writes it anew") -> Baseline:
        """Reads a baseline. Raises BaselineError, with what to do `again` to have one."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(data, dict) or not isinstance(data.get("findings"), list):
                raise ValueError
            if data.get("version") != VERSION:
                raise BaselineError(Problem(path, "was written by another version of pyasc-lint", remedy=again))
            return cls(path, Counter(dict(map(_entry, data["findings"]))))
        except OSError as error:
            reason = f"cannot be read: {(error.strerror or str(error)).lower()}"
            raise BaselineError(Problem(path, reason, remedy=again)) from None
        except (ValueError, TypeError, KeyError, RecursionError):
            raise BaselineError(Problem(path, "is no baseline", remedy=again)) from None

    def fresh(self) -> Baseline:
        """The same list, of which nothing is used up."""
        return Baseline(self.path, self.known)

    def hides(self, found: Diagnostic, sources: Sources) -> bool:
        """Whether the finding is a known one. Each known one hides as many findings as it counts."""
        if found.code in _NEVER_KNOWN:
            return False
        known = identity(found, sources, self._root)
        if not self._left[known]:
            return False
        self._left[known] -= 1
        return True

    def gone(self, reports: Sequence[FileReport]) -> int:
        """How many known findings the checked files no longer have, once `hides` was asked about all findings."""
        checked = {portable(each.source.path, self._root) for each in reports}
        return sum(count for known, count in self._left.items() if known.path in checked)

    def replace(self, reports: Sequence[FileReport]) -> int:
        """Writes the findings of a run; returns their number. What is known of files that were not checked is kept.

        Raises BaselineError.
        """
        sources = Sources(each.source for each in reports)
        checked = {portable(each.source.path, self._root) for each in reports}
        found = Counter(
            identity(diagnostic, sources, self._root)
            for each in reports
            for diagnostic in each.diagnostics
            if diagnostic.code not in _NEVER_KNOWN
        )
        kept = {
            known: count
            for known, count in self.known.items()
            if known.path not in checked and known not in found and (self._root / known.path).exists()
        }
        self.known = Counter({**found, **kept})
        self._left = Counter(self.known)
        try:
            write_atomic(self.path, _text(self.known).encode("utf-8"))
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise BaselineError(Problem(self.path, f"cannot be written: {reason}")) from None
        return found.total()


def _entry(row: dict[str, object]) -> tuple[Identity, int]:
    count = row["count"]
    fields = [row[name] for name in ("path", "code", "kernel", "text")]
    if not isinstance(count, int) or not all(isinstance(each, str) for each in fields):
        raise TypeError
    return Identity(*map(str, fields)), count


def _text(known: Counter[Identity]) -> str:
    """One finding a line, in a fixed order: a change of one is a change of one line."""
    rows = [json.dumps({**asdict(each), "count": known[each]}, ensure_ascii=False) for each in sorted(known)]
    body = ",\n".join(f"  {row}" for row in rows)
    return f'{{"version": {VERSION}, "findings": [\n{body}\n]}}\n'
