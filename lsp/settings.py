"""What the editor's settings say: those of the server itself, and those that a configuration file may have as well."""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from pyasc_lint import Settings
from pyasc_lint.deferred import dataclass

SECTION = "pyasc-lint"

MAX_DEBOUNCE = 100

_SHARED = ("target", "select", "extend_select", "ignore", "language", "pyasc_version", "reserved_ub", "profiles")
"""Keys that mean the same as in a configuration file; what the editor says wins."""

_CLIENT = frozenset({"import_strategy", "interpreter", "path", "server", "trace"})
"""Keys of the section that are for the client alone."""


class ServerSettings(BaseModel):
    """The server's own settings. The descriptions finish the sentence "… must be"."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    enable: bool = Field(True, description="true or false")
    run: Literal["onType", "onSave"] = Field("onType", description="onType or onSave")
    debounce: Annotated[int, Field(ge=0, le=MAX_DEBOUNCE)] = Field(
        MAX_DEBOUNCE, description=f"a number of milliseconds up to {MAX_DEBOUNCE}"
    )
    configuration: str | None = Field(None, description="the path of a configuration file")
    inlay_hints: bool = Field(True, description="true or false")
    code_lens: bool = Field(True, description="true or false")
    show_results: bool = Field(True, description="true or false")


@dataclass(frozen=True)
class FolderSettings:
    """The settings of one workspace folder. `lint` holds only what the editor says; `problems` what it says wrong."""

    server: ServerSettings = ServerSettings()
    lint: Settings = Settings()
    problems: tuple[str, ...] = ()


def read_settings(data: object) -> FolderSettings:
    """Reads the section of the settings as a client sends it: camelCase, or hyphens as in files; null says nothing.

    A key that is unknown or has a wrong value is a problem, and the rest holds all the same.
    """
    if data is None:
        return FolderSettings()
    if not isinstance(data, Mapping):
        return FolderSettings(problems=(f"{SECTION}: the settings must be an object",))
    said = {_snake(str(key)): value for key, value in data.items() if value not in (None, "", [])}
    own = {key: value for key, value in said.items() if key in ServerSettings.model_fields}
    shared = {key: value for key, value in said.items() if key in _SHARED}
    unknown = said.keys() - own.keys() - shared.keys() - _CLIENT
    problems = [_unknown(key) for key in sorted(unknown)]
    server = _validated(ServerSettings, ServerSettings, own, problems)
    lint = _validated(Settings, Settings.model(), shared, problems)
    return FolderSettings(server, lint, tuple(problems))


T = TypeVar("T")


def _validated(kind: Callable[..., T], model: type[BaseModel], data: dict[str, Any], problems: list[str]) -> T:
    """What `kind` makes of the data, which `model` checks; keys with wrong values are left out, with a problem each."""
    while True:
        try:
            return kind(**data)
        except ValidationError as error:
            wrong = {str(details["loc"][0]).replace("-", "_") for details in error.errors()}
            if not wrong & data.keys():
                raise
            for key in sorted(wrong & data.keys()):
                problems.append(f"{setting_name(key)} must be {model.model_fields[key].description}")
            data = {key: value for key, value in data.items() if key not in wrong}


def _unknown(key: str) -> str:
    known = [_camel(name) for name in (*ServerSettings.model_fields, *_SHARED)]
    near = difflib.get_close_matches(_camel(key), known, n=1)
    remedy = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
    return f"{setting_name(key)} is no setting; {remedy}"


def setting_name(key: str) -> str:
    """A key as it stands in the settings of an editor."""
    return f"{SECTION}.{_camel(key)}"


def _snake(key: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])|-", "_", key).lower()


def _camel(key: str) -> str:
    first, *rest = key.split("_")
    return first + "".join(part.capitalize() for part in rest)
