"""Which configuration holds for a document: the editor's settings over the nearest file, and what is wrong with it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from pyasc_lint import CONFIG_FILES, ConfigFinder, Settings

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
            self.settings.model_dump_json(exclude_unset=True),
            self.defaults.model_dump_json(exclude_unset=True),
            str(self.file),
        )


@dataclass
class Configurations:
    """Reads configuration files again only when they changed. Used by the analysis thread alone."""

    _finders: dict[tuple[tuple[str, str, str], Path], tuple[Stamp, ConfigFinder]] = field(default_factory=dict)

    def finder(self, wanted: Wanted, path: str) -> ConfigFinder:
        """The finder for a file; a fresh one where its configuration files changed. Raises as `ConfigFinder`."""
        folder = Path(os.path.abspath(path)).parent
        stamp = tuple(_stamps(folder, wanted.file))
        key = (wanted.key, folder)
        known = self._finders.get(key)
        if known is None or known[0] != stamp:
            known = self._finders[key] = (stamp, ConfigFinder(wanted.settings, wanted.file, wanted.defaults))
        return known[1]

    def clear(self) -> None:
        self._finders.clear()


def _stamps(folder: Path, file: Path | None) -> Iterator[tuple[str, int, int]]:
    candidates = (place / name for place in (folder, *folder.parents) for name in CONFIG_FILES)
    for path in candidates if file is None else (file,):
        try:
            status = path.stat()
        except (OSError, ValueError):
            continue
        yield str(path), status.st_mtime_ns, status.st_size
