"""The settings: every key of a configuration file, its values and its default."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, WithJsonSchema

from pyasc_lint.outputs import parse_outputs
from pyasc_lint.rules._rule import Language

DEFAULT_TARGET = "Ascend910B1"

Level = Literal["error", "warning", "info", "off"]


def _as_list(value: object) -> object:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


def _as_on_off(value: object) -> object:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _writable(texts: tuple[str, ...]) -> tuple[str, ...]:
    parse_outputs(texts)
    return texts


# A text with commas is a list as well, in files as on the command line.
_LIST = WithJsonSchema({"type": ["string", "array"], "items": {"type": "string"}})

Names = Annotated[tuple[str, ...], BeforeValidator(_as_list), _LIST]
Targets = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_once), _LIST]
"""At least one: a run for no chip would check nothing and say so nowhere."""

Outputs = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_writable), _LIST]
OnOff = Annotated[
    Literal["on", "off"], BeforeValidator(_as_on_off), WithJsonSchema({"enum": ["on", "off", True, False]})
]


class Settings(BaseModel):
    """What may be configured. Keys have hyphens in files; the command line has an option for most of them.

    Titles say what a key is; descriptions finish the sentence "… must be".
    """

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    )

    extend: str | None = Field(
        None, title="a file to build on: what this one says comes on top", description="the name of a file"
    )
    target: Targets = Field(
        (DEFAULT_TARGET,), title="the chips to check for", description="a chip name or a list of chip names"
    )
    select: Names | None = Field(
        None, title="only these rules", description="a list of codes, code prefixes or rule names"
    )
    extend_select: Names = Field(
        (), title="these rules as well", description="a list of codes, code prefixes or rule names"
    )
    ignore: Names = Field((), title="not these rules", description="a list of codes, code prefixes or rule names")
    per_file_ignores: dict[str, Names] = Field(
        {}, title="not these rules in these files", description="a table from file patterns to lists of codes"
    )
    severity: dict[str, Level] = Field(
        {}, title="how grave a rule is", description="a table from codes to error, warning, info or off"
    )
    fail_on: Literal["error", "warning", "info"] = Field(
        "warning", title="the lowest severity that fails", description="error, warning or info"
    )
    language: Language = Field("en", title="the language of the texts", description="en or zh")
    pyasc_version: Literal["1.0.0", "1.1.0", "1.1.1", "none"] = Field(
        "1.1.1", title="the release that kernels are built with", description="a pyasc release or none"
    )
    reserved_ub: OnOff = Field("on", title="whether CANN keeps the tail of the UB", description="on or off")
    cann_version: str | None = Field(
        None, title="the CANN that --build must find, or its beginning", description='a version of CANN, such as "8.5"'
    )
    profiles: Names = Field((), title="chip profiles of your own", description="a list of profile files or folders")
    baseline: str | None = Field(
        None, title="the file with the findings that are known", description="the name of a file"
    )
    exclude: Names = Field((), title="files and folders to leave out", description="a list of file patterns")
    force_exclude: bool = Field(
        False, title="whether exclude holds for files named outright too", description="true or false"
    )
    respect_gitignore: bool = Field(True, title="whether to leave out what git ignores", description="true or false")
    cache_dir: str | None = Field(None, title="the folder for results of runs", description="the name of a folder")
    time_limit: int = Field(60, ge=0, title="seconds that one file may take, 0: any", description="a number of seconds")
    memory_limit: int = Field(4096, ge=0, title="MiB that a process may take, 0: any", description="a number of MiB")
    output_format: Outputs = Field(
        ("full",), title="the reports to write", description="a list of output formats, each with :FILE or not"
    )


SELECTORS = ("select", "extend_select", "ignore")


def json_schema() -> dict[str, Any]:
    """The JSON schema of a configuration file, for editors."""
    schema = Settings.model_json_schema(by_alias=True)
    schema |= {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "pyasc-lint",
        "description": "Settings of pyasc-lint: pyasc-lint.toml, or [tool.pyasc-lint] of pyproject.toml",
    }
    for name, info in Settings.model_fields.items():
        key = schema["properties"][name.replace("_", "-")]
        key["description"] = f"{info.title}; {info.description}"
        key.pop("title", None)
    return schema
