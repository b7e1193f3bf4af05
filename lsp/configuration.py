"""Which configuration and baseline hold for a document: the editor's settings over the nearest file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import field, replace
from pathlib import Path

from pyasc_lint import (
    CONFIG_FILES,
    Baseline,
    ConfigError,
    ConfigFinder,
    Problem,
    ProfileError,
    Settings,
    UnknownSelector,
    load_profile,
)
from pyasc_lint.deferred import dataclass

from .settings import setting_name

_JUDGED = (("profiles",), ("target",), ("select", "extend_select", "ignore"))
"""Lists of the editor whose values are judged when they are used; what one of a group cannot use, none can."""

Stamp = tuple[tuple[str, int, int], ...]
"""Path, time of change and size of every configuration file that there is."""


@dataclass(frozen=True)
class Wanted:
    """What the editor asks for: settings that win over files, those that hold where no file says, and a file; or no
    file at all where `isolated`."""

    settings: Settings
    defaults: Settings
    file: Path | None = None
    isolated: bool = False

    @property
    def key(self) -> tuple[str, ...]:
        return (
            repr(sorted(self.settings.said.items())),
            repr(sorted(self.defaults.said.items())),
            str(self.file),
        )

    def without_one(self) -> Iterator[tuple[str, Wanted]]:
        """The same without one thing that may be wrong, first what the editor says: the settings' names, or none for
        the files that are found, and what is left."""
        said = self.settings.said
        for group in _JUDGED:
            for value in dict.fromkeys(each for name in group for each in said.get(name) or ()):
                names = [name for name in group if value in (said.get(name) or ())]
                rest = {name: tuple(each for each in said[name] if each != value) for name in names}
                left = {name: each for name, each in {**said, **rest}.items() if name not in rest or each}
                yield ", ".join(map(setting_name, names)), replace(self, settings=Settings(**left))
        if self.file is not None:
            yield setting_name("configuration"), replace(self, file=None)
        elif not self.isolated:
            yield "", replace(self, isolated=True)


@dataclass(frozen=True)
class Usable:
    """The configuration of a document without what cannot be used, and why that cannot."""

    finder: ConfigFinder
    problems: tuple[Problem, ...] = ()


@dataclass
class Configurations:
    """Reads configuration files and baselines again only when they changed. Used by the analysis thread alone."""

    _finders: dict[tuple[tuple[str, ...], Path], tuple[Stamp, Usable]] = field(default_factory=dict)
    _baselines: dict[Path, tuple[Stamp, Baseline]] = field(default_factory=dict)

    def usable(self, wanted: Wanted, path: str) -> Usable:
        """What holds for a file; read again where its configuration files changed, or something was wrong."""
        folder = Path(os.path.abspath(path)).parent
        stamp = _stamp(_candidates(folder) if wanted.file is None else (wanted.file,))
        key = (wanted.key, folder)
        known = self._finders.get(key)
        if known is None or known[0] != stamp or known[1].problems:
            known = self._finders[key] = (stamp, _usable(wanted, path))
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


def problems_of(error: Exception) -> tuple[Problem, ...]:
    """What is wrong with the configuration."""
    if isinstance(error, ConfigError | ProfileError):
        return error.problems
    return (Problem(None, str(error)),)


def _usable(wanted: Wanted, path: str) -> Usable:
    """Leaves out one thing after the other, each time what the error is about: without it there is another or none."""
    told: list[Problem] = []
    tried = _tried(wanted, path)
    while not isinstance(tried, ConfigFinder):
        nothing = ("", Wanted(Settings(), wanted.defaults, isolated=True))
        ways = ((name, rest, _tried(rest, path)) for name, rest in (*wanted.without_one(), nothing))
        name, rest, after = next(way for way in ways if way[2] != tried)
        told += (_of_setting(name, problem) for problem in tried)
        wanted, tried = rest, after
    return Usable(tried, tuple(told))


def _tried(wanted: Wanted, path: str) -> ConfigFinder | tuple[Problem, ...]:
    """The finder, or why a file cannot be checked under it."""
    try:
        finder = ConfigFinder(wanted.settings, wanted.file, wanted.defaults, isolated=wanted.isolated)
        config = finder.for_file(path)
        for chip in config.settings.target:
            load_profile(chip, config.profile_paths)
    except (ConfigError, ProfileError, UnknownSelector) as error:
        return problems_of(error)
    return finder


def _of_setting(name: str, problem: Problem) -> Problem:
    """A problem that names the setting of the editor that it is about, unless it names a file."""
    if not name or problem.path is not None:
        return problem
    return replace(problem, message=f"{name}: {problem.message}")


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
