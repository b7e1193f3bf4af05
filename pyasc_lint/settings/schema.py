"""The settings as pydantic sees them: the types of the keys, how values are read, the JSON schema."""

from __future__ import annotations

import sys
from typing import Annotated, Any, Literal, get_type_hints

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, WithJsonSchema, create_model

from pyasc_lint.outputs import parse_outputs

from . import Settings, listed

Level = Literal["error", "warning", "info", "off"]


def _as_list(value: object) -> object:
    return listed(value) if isinstance(value, str) else value


def _as_on_off(value: object) -> object:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else value


def _once(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))


def _writable(texts: tuple[str, ...]) -> tuple[str, ...]:
    parse_outputs(texts)
    return texts


_LIST = WithJsonSchema({"type": ["string", "array"], "items": {"type": "string"}})

Names = Annotated[tuple[str, ...], BeforeValidator(_as_list), _LIST]
Targets = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_once), _LIST]
"""At least one: a run for no chip would check nothing and say so nowhere."""

Outputs = Annotated[tuple[str, ...], BeforeValidator(_as_list), Field(min_length=1), AfterValidator(_writable), _LIST]
OnOff = Annotated[
    Literal["on", "off"], BeforeValidator(_as_on_off), WithJsonSchema({"enum": ["on", "off", True, False]})
]

_KINDS = get_type_hints(Settings, globals(), vars(sys.modules[Settings.__module__]), include_extras=True)
_FIELDS: dict[str, Any] = {name: (kind, getattr(Settings, name)) for name, kind in _KINDS.items()}

Model = create_model(
    "Settings",
    __doc__="Settings of pyasc-lint: pyasc-lint.toml, or [tool.pyasc-lint] of pyproject.toml",
    __config__=ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda name: name.replace("_", "-")
    ),
    **_FIELDS,
)


def json_schema() -> dict[str, Any]:
    """The JSON schema of a configuration file, for editors."""
    schema = Model.model_json_schema(by_alias=True)
    schema |= {"$schema": "http://json-schema.org/draft-07/schema#", "title": "pyasc-lint"}
    for name, info in Model.model_fields.items():
        key = schema["properties"][name.replace("_", "-")]
        key["description"] = f"{info.title}; {info.description}"
        key.pop("title", None)
    return schema
