"""Which configuration and baseline hold for a document: the editor's settings over the nearest file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import Path

from pyasc_lint import CONFIG_FILES, Baseline, ConfigFinder, Settings
from pyasc_lint.deferred import dataclass

Stamp = tuple[tuple[str, int, int], ...]
"""Path, time of change and size of every configuration file that there is."""


@dataclass(frozen=True)
class Wanted:
    """What the editor asks for: settings that win over files, those that hold where no file says, and a file."""

    settings: Settings
    defaults: Settings
    file: Path | None = None

    @property
    def key(self) -> tuple[str, str, str]:
        return (
            repr(sorted(self.settings.said.items())),
            repr(sorted(self.defaults.said.items())),
            str(self.file),
        )


@dataclass
class Configurations:
    """Reads configuration files and baselines again only when they changed. Used by the analysis thread alone."""

    _finders: dict[tuple[tuple[str, str, str], Path], tuple[Stamp, ConfigFinder]] = field(default_factory=dict)
    _baselines: dict[Path, tuple[Stamp, Baseline]] = field(default_factory=dict)

    def finder(self, wanted: Wanted, path: str) -> ConfigFinder:
        """The finder for a file; a fresh one where its configuration files changed. Raises as `ConfigFinder`."""
        folder = Path(os.path.abspath(path)).parent
        stamp = _stamp(_candidates(folder) if wanted.file is None else (wanted.file,))
        key = (wanted.key, folder)
        known = self._finders.get(key)
        if known is None or known[0] != stamp:
            known = self._finders[key] = (stamp, ConfigFinder(wanted.settings, wanted.file, wanted.defaults))
        return known[1]

    def reads(self, path: str) -> bool:
        """Whether a change of this file changes what is reported."""
        return path.endswith(".toml") or Path(path) in self._baselines

    def baseline(self, path: Path) -> Baseline:
        """A baseline that has hidden nothing yet. Raises BaselineError."""
        stamp = _stamp((path,))
        known = self._baselines.get(path)
        if known is None or known[0] != stamp:
            known = self._baselines[path] = (stamp, Baseline.read(path))
        return known[1].fresh()


def _candidates(folder: Path) -> Iterator[Path]:
    return (place / name for place in (folder, *folder.parents) for name in CONFIG_FILES)


def _stamp(paths: Iterable[Path]) -> Stamp:
    return tuple(_stamps(paths))


def _stamps(paths: Iterable[Path]) -> Iterator[tuple[str, int, int]]:
    for path in paths:
        try:
            status = path.stat()
        except (OSError, ValueError):
            continue
        yield str(path), status.st_mtime_ns, status.st_size
