"""What is checked in a profile of the user's own, by pydantic, and its errors as sentences with file, line and remedy.

The models have the fields of the facts, whose annotations are read here with narrower types. The shipped profiles are
checked by the tests and need no pydantic.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, get_args, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model, model_validator
from pydantic_core import ErrorDetails

from pyasc_lint.toml_files import Problem, did_you_mean

from . import facts, model
from .documents import Document
from .errors import ProfileError
from .model import Profile

_NARROWER = {
    "Event": Annotated[str, Field(pattern=r"^(S|V|M|MTE1|MTE2|MTE3|FIX)_(S|V|M|MTE1|MTE2|MTE3|FIX)$")],
    "Count": Annotated[int, Field(ge=0)],
    "Size": Annotated[int, Field(gt=0)],
}
_KEYS = {"memories": "memory", "cores": "core"}
"""Fields whose key in files is another."""
_NOT_SAID = ("hardware", "sources")
"""Fields that come from elsewhere than the keys of their table."""

_EXPECTED = {
    "int_type": "a whole number",
    "bool_type": "true or false",
    "string_type": "text in quotes",
    "tuple_type": "a list",
    "dict_type": "a table",
    "model_type": "a table",
}


def _memory_fits(memory: Any) -> Any:
    if memory.physical_end is None:
        return memory
    for key, value in memory:
        if key != "physical_end" and key.endswith(("_end", "_off", "start")) and (value or 0) > memory.physical_end:
            raise ValueError(f"{key} {value} is past physical_end {memory.physical_end}; change both")
    return memory


def _reserved_ub_fits(reserved: Any) -> Any:
    if reserved.start >= reserved.end:
        raise ValueError(f"start {reserved.start} is not before end {reserved.end}")
    if strangers := reserved.detail.keys() - set(reserved.basic_apis):
        raise ValueError(f"detail.{min(strangers)} is not among basic_apis; name it there as well")
    return reserved


def _profile_fits(profile: Any) -> Any:
    for hardware, memory in profile.memories.items():
        if memory.core not in profile.cores:
            raise ValueError(f"memory.{hardware} belongs to {memory.core}, but there is no core.{memory.core}")
    ub = profile.memories.get("UB")
    if profile.reserved_ub and ub and profile.reserved_ub.end > (ub.physical_end or profile.reserved_ub.end):
        raise ValueError(f"reserved_ub.end {profile.reserved_ub.end} is past the end of the UB; change it as well")
    for position, place in profile.positions.items():
        if place != "GM" and place not in profile.memories:
            raise ValueError(f"positions.{position} is in {place}, but there is no memory.{place}")
    for path in profile.paths or {}:
        if not {*path.split("->")} <= {"GM", *profile.memories} or path.count("->") != 1:
            raise ValueError(f'paths."{path}" does not join two memories of the chip')
    return profile


_KINDS: Sequence[tuple[type[Any], Callable[[Any], Any] | None]] = (
    (facts.Memory, _memory_fits),
    (facts.ReservedUse, None),
    (facts.ReservedUb, _reserved_ub_fits),
    (facts.UbBanks, None),
    (facts.EventIds, None),
    (facts.CoreFacts, None),
    (facts.CoreCount, None),
    (facts.Compiler, None),
    (facts.Pyasc, None),
    (facts.StaticTensor, None),
    (facts.Layout, None),
    (Profile, _profile_fits),
)
"""Those first that others hold, each with what its values must be to one another."""


def _profile_model() -> type[BaseModel]:
    config = ConfigDict(extra="forbid", strict=True, alias_generator=lambda name: _KEYS.get(name, name))
    names = {**vars(facts), **vars(model), **_NARROWER}
    for kind, fits in _KINDS:
        types = get_type_hints(kind, names, include_extras=True)
        said = [each for each in dataclasses.fields(kind) if each.name not in _NOT_SAID]
        fields: dict[str, Any] = {each.name: (types[each.name], _default(each)) for each in said}
        validators: dict[str, Any] = {"fits": model_validator(mode="after")(fits)} if fits else {}
        made = create_model(kind.__name__, __config__=config, __validators__=validators, **fields)
        names[kind.__name__] = made  # for those that hold it
    return made


def _default(each: dataclasses.Field[Any]) -> Any:
    if each.default_factory is not dataclasses.MISSING:
        return each.default_factory()
    return ... if each.default is dataclasses.MISSING else each.default


_MODEL = _profile_model()


def check(data: Mapping[str, Any], chain: Sequence[Document]) -> None:
    """Raises ProfileError where a key is unknown, missing, of the wrong type or contradicts another.

    Args:
        chain: the files that the data come from, nearest first.
    """
    try:
        _MODEL.model_validate(data)
    except ValidationError as error:
        problems = [_problem(details, chain) for details in error.errors(include_url=False)]
        raise ProfileError(*sorted(problems, key=lambda problem: (str(problem.path), problem.line or 0))) from None


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
    model: type[BaseModel] | None = _MODEL
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
