"""Configuration files: reading one with those it extends, and saying what is wrong in it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyasc_lint.deferred import dataclass
from pyasc_lint.files import shown
from pyasc_lint.selection import UnknownSelector, parse_selector
from pyasc_lint.settings import SELECTORS, Settings
from pyasc_lint.toml_files import Problem, ProblemError, TomlFile, did_you_mean, read_toml

if TYPE_CHECKING:
    from pydantic_core import ErrorDetails

FILE_NAME = "pyasc-lint.toml"
PROJECT_FILE = "pyproject.toml"
CONFIG_FILES = (FILE_NAME, PROJECT_FILE)
"""Names of the files that are looked for, in each folder upwards."""
TABLE = ("tool", "pyasc-lint")


class ConfigError(ProblemError):
    """A configuration file cannot be used."""


@dataclass(frozen=True, slots=True)
class Level:
    """What one file says. Patterns and paths in it are relative to `root`, the file's folder."""

    file: Path
    settings: Settings

    @property
    def root(self) -> Path:
        return self.file.parent


def levels_in(folder: Path) -> list[Level] | None:
    """The configuration that stands in a folder, with what it extends, weakest first. Raises ConfigError."""
    own = folder / FILE_NAME
    if own.is_file():
        return levels_of(own)
    project = folder / PROJECT_FILE
    if project.is_file():
        file = _read(project)
        if _inner_table(file) is not None:
            return _levels(project, file, ())
    return None


def levels_of(path: Path, before: tuple[Path, ...] = ()) -> list[Level]:
    """One file with what it extends, weakest first. `before`: the files that led here. Raises ConfigError."""
    return _levels(Path(os.path.abspath(path)), _read(path), before)


def _levels(path: Path, file: TomlFile, before: tuple[Path, ...]) -> list[Level]:
    table = _inner_table(file)
    if table is None and path.name == PROJECT_FILE:
        raise ConfigError(Problem(file.path, "has no table [tool.pyasc-lint]", remedy="add it"))
    prefix = () if table is None else TABLE
    from pydantic import ValidationError  # a run without configuration files does without

    try:
        settings = Settings(**(file.data if table is None else table))
    except ValidationError as error:
        raise ConfigError(*(_problem(file, prefix, details) for details in error.errors())) from None
    _check_selectors(file, prefix, settings)
    if settings.extend is None:
        return [Level(path, settings)]
    base = Path(os.path.abspath(path.parent / os.path.expanduser(settings.extend)))
    if base in (*before, path):
        raise ConfigError(file.problem((*prefix, "extend"), f"extend: {settings.extend} comes back to itself"))
    if not base.is_file():
        raise ConfigError(file.problem((*prefix, "extend"), f"extend: no such file {settings.extend}"))
    return [*levels_of(base, (*before, path)), Level(path, settings)]


def _read(path: Path) -> TomlFile:
    try:
        return read_toml(shown(path))
    except ProblemError as error:
        raise ConfigError(*error.problems) from None


def _inner_table(file: TomlFile) -> dict[str, Any] | None:
    data: Any = file.data
    for key in TABLE:
        data = data.get(key) if isinstance(data, dict) else None
    if data is None or isinstance(data, dict):
        return data
    raise ConfigError(file.problem(TABLE, "tool.pyasc-lint must be a table"))


def _check_selectors(file: TomlFile, prefix: Sequence[str], settings: Settings) -> None:
    """Raises ConfigError for codes that no rule has."""
    said: list[tuple[tuple[str, ...], str]] = []
    said += [((name.replace("_", "-"),), text) for name in SELECTORS for text in getattr(settings, name) or ()]
    said += [(("severity", text), text) for text in settings.severity]
    said += [(("per-file-ignores", path), text) for path, codes in settings.per_file_ignores.items() for text in codes]
    problems = []
    for keys, text in said:
        try:
            parse_selector(text)
        except UnknownSelector as error:
            remedy = f"did you mean {error.close}?" if error.close else "--list-rules lists the rules"
            problems.append(file.problem((*prefix, *keys), f"{keys[0]}: no rule matches {text}", remedy))
    if problems:
        raise ConfigError(*problems)


def _problem(file: TomlFile, prefix: Sequence[str], details: ErrorDetails) -> Problem:
    keys = tuple(str(part) for part in details["loc"] if isinstance(part, str) and part != "[key]")
    name = keys[0] if keys else ""
    fields = {name.replace("_", "-"): info for name, info in Settings.model().model_fields.items()}
    if details["type"] == "extra_forbidden":
        remedy = did_you_mean(name, fields) or f"known: {', '.join(fields)}"
        return file.problem((*prefix, *keys), f"unknown key {name}", remedy)
    message = f"{'.'.join(keys)} must be {fields[name].description}, not {_in_words(details['input'])}"
    if details["type"] == "value_error":
        return file.problem((*prefix, *keys), message, str(details["ctx"]["error"]))
    if details["type"] != "literal_error":
        return file.problem((*prefix, *keys), message)
    choices = [choice.strip("'") for choice in details["ctx"]["expected"].replace(" or ", ", ").split(", ")]
    near = did_you_mean(str(details["input"]), choices)
    return file.problem((*prefix, *keys), message, near or f"possible: {', '.join(choices)}")


def _in_words(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else "a table" if isinstance(value, dict) else str(value)
