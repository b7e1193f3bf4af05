"""From documents to a `Profile`, and from pydantic's errors to sentences with file, line and remedy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from pyasc_lint.toml_files import Problem, did_you_mean

from .documents import Document, Sources, merge
from .errors import ProfileError
from .model import Profile

_OWN_KEYS = ("name", "aliases", "note", "confused_with")
"""What a profile says of itself and not of those built on it."""

_EXPECTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}


def build_profile(chain: Sequence[Document]) -> Profile:
    """The profile that a file and the files it builds on describe.

    Args:
        chain: the file itself, then what it inherits, nearest first.

    Raises:
        ProfileError: a key is unknown, missing, of the wrong type or contradicts another.
    """
    data: dict[str, Any] = {}
    sources: Sources = {}
    for document in reversed(chain):
        inherited = {key: value for key, value in data.items() if key not in _OWN_KEYS}
        data = merge(inherited, {key: value for key, value in document.data.items() if key != "inherits"})
        sources |= document.sources
    try:
        profile = Profile.model_validate(data)
    except ValidationError as error:
        problems = [_problem(details, chain) for details in error.errors(include_url=False)]
        raise ProfileError(*sorted(problems, key=lambda problem: (str(problem.path), problem.line or 0))) from None
    profile._sources = sources
    return profile


def _problem(details: ErrorDetails, chain: Sequence[Document]) -> Problem:
    keys = tuple(str(part) for part in details["loc"] if part != "[key]")
    message, remedy = _sentence(details, keys)
    blamed = next((document for document in chain if _says(document.data, keys)), chain[0])
    return blamed.problem(keys, message, remedy)


def _sentence(details: ErrorDetails, keys: tuple[str, ...]) -> tuple[str, str]:
    """What is wrong, and what to do about it."""
    kind, given, context = details["type"], details["input"], details.get("ctx", {})
    dotted, last = ".".join(keys), keys[-1] if keys else ""
    if kind == "extra_forbidden":
        known = _known_keys(keys[:-1])
        return f"unknown key {dotted}", did_you_mean(last, known) or f"known here: {', '.join(known)}"
    if kind == "missing":
        return f"{dotted} is missing", "add it, or inherit from a chip that has it"
    if kind in _EXPECTED:
        return f"{dotted} must be {_EXPECTED[kind]}, not {_shown(given)}", ""
    if kind in ("greater_than", "greater_than_equal"):
        bound = "more than 0" if kind == "greater_than" else "0 or more"
        return f"{dotted} must be {bound}, not {_shown(given)}", ""
    if kind == "literal_error":
        choices = context["expected"].replace("'", "").replace(" or ", ", ").split(", ")
        message = f"unknown key {dotted}" if details["loc"][-1] == "[key]" else f"{dotted} cannot be {_shown(given)}"
        return message, did_you_mean(str(given), choices) or f"possible: {', '.join(choices)}"
    if kind == "string_pattern_mismatch":
        return f"{dotted} names no event: {_shown(given)}", "write two pipes, such as MTE2_V"
    if kind == "value_error":
        text, _, remedy = str(context["error"]).partition("; ")
        return f"{dotted}: {text}" if dotted else text, remedy
    return f"{dotted} cannot be {_shown(given)}", ""


def _says(data: object, keys: Sequence[str]) -> bool:
    """A file's own text sets the key."""
    for key in keys:
        if not isinstance(data, dict) or key not in data:
            return isinstance(data, tuple)
        data = data[key]
    return True


def _known_keys(keys: Sequence[str]) -> list[str]:
    """The keys that a table may have."""
    model: type[BaseModel] | None = Profile
    for key in keys:
        fields = model.model_fields if model else {}
        field = next((field for name, field in fields.items() if key in (name, field.alias)), None)
        model = _inner_model(field.annotation) if field else model
    return [field.alias or name for name, field in (model.model_fields if model else {}).items()]


def _inner_model(annotation: Any) -> type[BaseModel] | None:
    """The model in an annotation such as `Mapping[Hardware, Memory]` or `UbBanks | None`."""
    if parts := get_args(annotation):
        return next((model for part in parts if (model := _inner_model(part))), None)
    return annotation if isinstance(annotation, type) and issubclass(annotation, BaseModel) else None


def _shown(value: object) -> str:
    """A value as the user wrote it, shortened."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, tuple | list):
        return "a list"
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 40 else f"{text[:37]}..."
