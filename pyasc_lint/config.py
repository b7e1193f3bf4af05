"""Settings: what a configuration file or the command line may say, where the file is found, what is wrong in it."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.outputs import parse_outputs
from pyasc_lint.rules._rule import Language
from pyasc_lint.selection import Layer, RuleSelector, Selection, UnknownSelector, parse_selector
from pyasc_lint.toml_files import Problem, ProblemError, TomlFile, did_you_mean, read_toml

FILE_NAME = "pyasc-lint.toml"
PROJECT_FILE = "pyproject.toml"
TABLE = ("tool", "pyasc-lint")
DEFAULT_TARGET = "Ascend910B1"

Level = Literal["error", "warning", "info", "off"]


class ConfigError(ProblemError):
    """A configuration file cannot be used."""


def _as_list(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _as_on_off(value: object) -> object:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _writable(texts: tuple[str, ...]) -> tuple[str, ...]:
    parse_outputs(texts)
    return texts


Names = Annotated[tuple[str, ...], BeforeValidator(_as_list)]
Targets = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_once)]
"""At least one: a run for no chip would check nothing and say so nowhere."""

Outputs = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_writable)]


class Settings(BaseModel):
    """What may be configured. Keys have hyphens in files; the command line has an option for most of them.

    The descriptions finish the sentence "… must be".
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )

    target: Targets = Field((DEFAULT_TARGET,), description="a chip name or a list of chip names")
    select: Names | None = Field(None, description="a list of codes, code prefixes or rule names")
    extend_select: Names = Field((), description="a list of codes, code prefixes or rule names")
    ignore: Names = Field((), description="a list of codes, code prefixes or rule names")
    per_file_ignores: dict[str, Names] = Field({}, description="a table from file patterns to lists of codes")
    severity: dict[str, Level] = Field({}, description="a table from codes to error, warning, info or off")
    fail_on: Literal["error", "warning", "info"] = Field("warning", description="error, warning or info")
    language: Language = Field("en", description="en or zh")
    pyasc_version: Literal["1.0.0", "1.1.0", "1.1.1", "none"] = Field("1.1.1", description="a pyasc release or none")
    reserved_ub: Annotated[Literal["on", "off"], BeforeValidator(_as_on_off)] = Field("on", description="on or off")
    profiles: Names = Field((), description="a list of profile files or folders")
    exclude: Names = Field((), description="a list of file patterns")
    force_exclude: bool = Field(False, description="true or false")
    output_format: Outputs = Field(("full",), description="a list of output formats, each with :FILE or not")


SELECTORS = ("select", "extend_select", "ignore")


@dataclass(frozen=True, eq=False)
class Config:
    """The settings that hold for the files below one configuration file. Patterns are relative to `root`."""

    settings: Settings
    selection: Selection
    explicit_target: bool
    root: Path
    _ignores: tuple[tuple[str, tuple[RuleSelector, ...]], ...] = field(default=())

    @property
    def fail_on(self) -> Severity:
        return Severity[self.settings.fail_on.upper()]

    @property
    def profile_paths(self) -> tuple[Path, ...]:
        return tuple(self.root / os.path.expanduser(path) for path in self.settings.profiles)

    def reports(self, diagnostic: Diagnostic, path: str) -> bool:
        """Whether this finding of the file is chosen by the selection and the per-file ignores."""
        code, trap = diagnostic.code, diagnostic.trap
        if not self.selection.enabled(code, trap):
            return False
        return not any(
            selector.matches(code, trap)
            for pattern, selectors in self._ignores
            if matches_path(path, pattern, self.root)
            for selector in selectors
        )

    def with_severity(self, diagnostic: Diagnostic) -> Diagnostic:
        """The finding at the severity that the configuration gives its rule."""
        level = self.selection.severity(diagnostic.code, diagnostic.trap, diagnostic.severity)
        return diagnostic if level == diagnostic.severity else replace(diagnostic, severity=level)

    def excludes(self, path: str) -> bool:
        return any(matches_path(path, pattern, self.root) for pattern in self.settings.exclude)


def matches_path(path: str, pattern: str, root: Path) -> bool:
    """Whether a file or folder, or a folder around it, matches a pattern relative to `root`; `*` crosses slashes.

    A pattern without a slash matches a single name anywhere, as in `.gitignore`.
    """
    try:
        relative = os.path.relpath(os.path.abspath(path), root).replace(os.sep, "/")
    except ValueError:  # on another drive
        return False
    pattern = pattern.replace("\\", "/").removeprefix("./").rstrip("/")
    parts = relative.split("/")
    if "/" not in pattern:
        return any(fnmatch.fnmatchcase(part, pattern) for part in parts)
    prefixes = ("/".join(parts[: count + 1]) for count in range(len(parts)))
    return any(fnmatch.fnmatchcase(prefix, pattern.removeprefix("**/")) for prefix in prefixes)


class ConfigFinder:
    """Finds and reads the configuration for each file: the nearest file upwards, with the command line on top."""

    def __init__(
        self, command_line: Settings | None = None, config_file: Path | None = None, defaults: Settings | None = None
    ) -> None:
        """`config_file` is used for every file instead of searching; what `defaults` sets holds where neither the
        command line nor a file says. Raises ConfigError, UnknownSelector."""
        self._command_line = command_line or Settings()
        self._defaults = defaults or Settings()
        self._folders: dict[Path, Config] = {}
        for name in SELECTORS:
            for text in getattr(self._command_line, name) or ():
                parse_selector(text)
        self._bare = self._build(None, {}, Path.cwd())
        self._fixed = None if config_file is None else self._read_fixed(config_file)

    def for_file(self, path: str | Path) -> Config:
        """The configuration of one file. Raises ConfigError."""
        return self.for_folder(Path(os.path.abspath(path)).parent)

    def for_folder(self, folder: Path) -> Config:
        """The configuration of the files directly in a folder. Raises ConfigError."""
        if self._fixed is not None:
            return self._fixed
        folder = Path(os.path.abspath(folder))
        found = self._folders.get(folder)
        if found is None:
            found = self._read_folder(folder)
            if found is None:
                found = self._bare if folder.parent == folder else self.for_folder(folder.parent)
            self._folders[folder] = found
        return found

    def _read_folder(self, folder: Path) -> Config | None:
        own = folder / FILE_NAME
        if own.is_file():
            file = _read(own)
            return self._build(file, file.data, folder, ())
        project = folder / PROJECT_FILE
        if project.is_file():
            file = _read(project)
            table = _inner_table(file)
            if table is not None:
                return self._build(file, table, folder, TABLE)
        return None

    def _read_fixed(self, path: Path) -> Config:
        file = _read(path)
        table = _inner_table(file)
        folder = Path(os.path.abspath(path)).parent
        if table is not None:
            return self._build(file, table, folder, TABLE)
        if path.name == PROJECT_FILE:
            raise ConfigError(Problem(path, "has no table [tool.pyasc-lint]", remedy="add it"))
        return self._build(file, file.data, folder, ())

    def _build(self, file: TomlFile | None, data: Mapping[str, Any], root: Path, prefix: Sequence[str] = ()) -> Config:
        told = self._command_line.model_fields_set
        try:
            below = Settings.model_validate(data)
        except ValidationError as error:
            assert file is not None
            raise ConfigError(*(_problem(file, prefix, details) for details in error.errors())) from None
        if file is not None:
            _check_selectors(file, prefix, below)
        above = {name: getattr(self._command_line, name) for name in told if name not in SELECTORS}
        if "profiles" in told:
            above["profiles"] = tuple(os.path.abspath(os.path.expanduser(path)) for path in above["profiles"])
        unsaid = self._defaults.model_fields_set - below.model_fields_set - told
        settings = below.model_copy(update=above | {name: getattr(self._defaults, name) for name in unsaid})
        layers = [_layer(below), _layer(self._command_line)]
        ignores = tuple(
            (pattern, tuple(map(parse_selector, codes))) for pattern, codes in below.per_file_ignores.items()
        )
        explicit = "target" in told or "target" in below.model_fields_set
        return Config(settings, Selection(layers, below.severity), explicit, root, ignores)


def _layer(settings: Settings) -> Layer:
    return Layer(settings.select, settings.extend_select, settings.ignore)


def _read(path: Path) -> TomlFile:
    here = Path.cwd()
    try:
        return read_toml(path.relative_to(here) if path.is_relative_to(here) else path)
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
    fields = {name.replace("_", "-"): info for name, info in Settings.model_fields.items()}
    if details["type"] == "extra_forbidden":
        remedy = did_you_mean(name, fields) or f"known: {', '.join(fields)}"
        return file.problem((*prefix, *keys), f"unknown key {name}", remedy)
    message = f"{'.'.join(keys)} must be {fields[name].description}, not {_shown(details['input'])}"
    if details["type"] == "value_error":
        return file.problem((*prefix, *keys), message, str(details["ctx"]["error"]))
    if details["type"] != "literal_error":
        return file.problem((*prefix, *keys), message)
    choices = [choice.strip("'") for choice in details["ctx"]["expected"].replace(" or ", ", ").split(", ")]
    near = did_you_mean(str(details["input"]), choices)
    return file.problem((*prefix, *keys), message, near or f"possible: {', '.join(choices)}")


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else "a table" if isinstance(value, dict) else str(value)
