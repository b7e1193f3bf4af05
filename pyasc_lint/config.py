"""The configuration of each file: the nearest configuration file with what it extends, and the command line on top."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pyasc_lint.config_files import ConfigError, Level, levels_in, levels_of
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.files import shown
from pyasc_lint.selection import Layer, RuleSelector, Selection, parse_selector
from pyasc_lint.settings import SELECTORS, Settings

__all__ = ["Config", "ConfigError", "ConfigFinder", "Pattern", "Settings"]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A file pattern and the folder that it is relative to."""

    text: str
    root: Path

    def matches(self, path: str) -> bool:
        """Whether it matches a file or folder, or a folder around it; `*` crosses slashes.

        A pattern without a slash matches a single name anywhere, as in `.gitignore`.
        """
        try:
            relative = os.path.relpath(os.path.abspath(path), self.root).replace(os.sep, "/")
        except ValueError:  # on another drive
            return False
        pattern = self.text.replace("\\", "/").removeprefix("./").rstrip("/")
        parts = relative.split("/")
        if "/" not in pattern:
            return any(fnmatch.fnmatchcase(part, pattern) for part in parts)
        prefixes = ("/".join(parts[: count + 1]) for count in range(len(parts)))
        return any(fnmatch.fnmatchcase(prefix, pattern.removeprefix("**/")) for prefix in prefixes)


@dataclass(frozen=True, eq=False)
class Config:
    """The settings that hold for the files below one configuration file, whose folder is `root`.

    Paths in `settings` are absolute. `origins` says where each setting comes from: a file, "command line" or "default".
    """

    settings: Settings
    selection: Selection
    root: Path
    origins: dict[str, str]
    excluded: tuple[Pattern, ...] = ()
    ignores: tuple[tuple[Pattern, tuple[RuleSelector, ...]], ...] = ()

    @property
    def explicit_target(self) -> bool:
        """Whether somebody chose the chips."""
        return self.origins["target"] != "default"

    @property
    def fail_on(self) -> Severity:
        return Severity[self.settings.fail_on.upper()]

    @property
    def profile_paths(self) -> tuple[Path, ...]:
        return tuple(map(Path, self.settings.profiles))

    @property
    def baseline(self) -> Path | None:
        return None if self.settings.baseline is None else shown(Path(self.settings.baseline))

    def reports(self, diagnostic: Diagnostic, path: str) -> bool:
        """Whether this finding of the file is chosen by the selection and the per-file ignores."""
        code, trap = diagnostic.code, diagnostic.trap
        if not self.selection.enabled(code, trap):
            return False
        return not any(
            selector.matches(code, trap)
            for pattern, selectors in self.ignores
            if pattern.matches(path)
            for selector in selectors
        )

    def with_severity(self, diagnostic: Diagnostic) -> Diagnostic:
        """The finding at the severity that the configuration gives its rule."""
        level = self.selection.severity(diagnostic.code, diagnostic.trap, diagnostic.severity)
        return diagnostic if level == diagnostic.severity else replace(diagnostic, severity=level)

    def excludes(self, path: str) -> bool:
        return any(pattern.matches(path) for pattern in self.excluded)


class ConfigFinder:
    """Finds and reads the configuration for each file: the nearest file upwards, with the command line on top."""

    def __init__(
        self,
        command_line: Settings | None = None,
        config_file: Path | None = None,
        defaults: Settings | None = None,
        *,
        isolated: bool = False,
    ) -> None:
        """`config_file` is used for every file instead of searching, and no file at all where `isolated`; what
        `defaults` sets holds where neither the command line nor a file says. Raises ConfigError, UnknownSelector."""
        self._command_line = command_line or Settings()
        self._defaults = defaults or Settings()
        self._folders: dict[Path, Config] = {}
        self._named: dict[str, Config] = {}
        for name in SELECTORS:
            for text in getattr(self._command_line, name) or ():
                parse_selector(text)
        self._bare = self._build([], Path.cwd())
        bare = self._bare if isolated else None
        self._fixed = bare if config_file is None else self._built(levels_of(config_file))

    def for_file(self, path: str | Path) -> Config:
        """The configuration of one file. Raises ConfigError."""
        folder = os.path.dirname(os.path.abspath(path))
        found = self._named.get(folder)
        if found is None:
            found = self._named[folder] = self.for_folder(Path(folder))
        return found

    def for_folder(self, folder: Path) -> Config:
        """The configuration of the files directly in a folder. Raises ConfigError."""
        if self._fixed is not None:
            return self._fixed
        folder = Path(os.path.abspath(folder))
        found = self._folders.get(folder)
        if found is None:
            levels = levels_in(folder)
            if levels is not None:
                found = self._built(levels)
            else:
                found = self._bare if folder.parent == folder else self.for_folder(folder.parent)
            self._folders[folder] = found
        return found

    def _built(self, levels: Sequence[Level]) -> Config:
        return self._build(levels, levels[-1].root)

    def _build(self, levels: Sequence[Level], root: Path) -> Config:
        told = [
            ("default", self._defaults, Path.cwd()),
            *((str(shown(level.file)), level.settings, level.root) for level in levels),
            ("command line", self._command_line, Path.cwd()),
        ]
        merged: dict[str, Any] = {}
        origins = dict.fromkeys(Settings.names(), "default")
        excluded: tuple[Pattern, ...] = ()
        for source, settings, folder in told:
            for name, said in settings.said.items():
                if name == "extend":
                    continue
                value = _absolute(name, said, folder)
                merged[name] = {**merged.get(name, {}), **value} if isinstance(value, dict) else value
                origins[name] = source
            if "exclude" in settings.said:
                excluded = tuple(Pattern(text, folder) for text in settings.exclude)
        ignores = tuple(
            (Pattern(text, level.root), tuple(map(parse_selector, codes)))
            for level in levels
            for text, codes in level.settings.per_file_ignores.items()
        )
        layers = [Layer(settings.select, settings.extend_select, settings.ignore) for _, settings, _ in told]
        final = Settings().updated(merged)
        return Config(final, Selection(layers, final.severity), root, origins, excluded, ignores)


def _absolute(name: str, value: Any, folder: Path) -> Any:
    """The value of a setting, its paths made absolute."""
    if name == "profiles":
        return tuple(os.path.abspath(folder / os.path.expanduser(path)) for path in value)
    if name in ("baseline", "cache_dir") and value is not None:
        return os.path.abspath(folder / os.path.expanduser(value))
    return value
