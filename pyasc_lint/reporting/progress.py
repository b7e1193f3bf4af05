"""A progress bar on the terminal for runs over many files."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pyasc_lint.reporting.phrases import phrase
from pyasc_lint.rules._rule import Language

if TYPE_CHECKING:
    from rich.progress import Progress

_MANY = 20
"""Files from which on a run is long enough to watch."""


@contextmanager
def progress_bar(language: Language) -> Iterator[_Bar | None]:
    """A callback for `runner.run_paths`, or None where standard error is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    bar = _Bar(phrase("checking", language))
    try:
        yield bar
    finally:
        bar.stop()


class _Bar:
    """Shows itself at the first call that reports many files."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._progress: Progress | None = None

    def __call__(self, done: int, total: int) -> None:
        if total < _MANY:
            return
        if self._progress is None:
            from rich.console import Console
            from rich.progress import Progress

            self._progress = Progress(console=Console(stderr=True), transient=True)
            self._task = self._progress.add_task(self._label, total=total)
            self._progress.start()
        self._progress.update(self._task, completed=done)

    def stop(self) -> None:
        if self._progress is not None:
            self._progress.stop()
