"""What the API table says about one form of one function, looked up once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pyasc_lint import api
from pyasc_lint.analysis.operands.model import Kind
from pyasc_lint.deferred import dataclass

_KINDS: dict[str | None, Kind] = {"read": "read", "write": "write", "read_write": "read-write", None: "read"}
_PIPES = frozenset({"S", "V", "M", "MTE1", "MTE2", "MTE3", "FIX"})


@dataclass(frozen=True, slots=True, eq=False)
class Form:
    """One call form. `tensors` are its tensor parameters in order, with what the instruction does to them.

    `count`, `mask` and `repeat` name the parameters of that role; `honours_mask`: `is_set_mask=False` really leaves the
    mask register alone. `pipe` is "" where operands or arguments decide.
    """

    tensors: Mapping[str, Kind]
    defaults: Mapping[str, str | None]
    count: str | None
    mask: str | None
    repeat: str | None
    honours_mask: bool
    pipe: str


@cache
def form_of(name: str, overload: int) -> Form | None:
    """The form of a function of `asc`; None where there is no such function or form."""
    function = api.find_function(name)
    if function is None or overload >= len(function.overloads):
        return None
    params = function.overloads[overload].params
    roles = {param.kind: param.name for param in reversed(params)}
    return Form(
        {param.name: _KINDS[param.access] for param in params if param.is_tensor},
        {param.name: param.default for param in params},
        roles.get("count"),
        roles.get("mask_count") or roles.get("mask_bits"),
        roles.get("repeat"),
        function.overloads[overload].is_set_mask_effect == "emitted",
        function.pipe if isinstance(function.pipe, str) and function.pipe in _PIPES else "",
    )


@cache
def struct_defaults(cls: str) -> Mapping[str, str | None]:
    """The fields of a parameter struct with the text of their defaults."""
    info = api.find_class(cls)
    return {field.name: field.default for field in info.fields} if info is not None else {}


@cache
def default_value(text: str | None) -> int | str | None:
    """A default as a number, as the name of an enum member, or None where there is none."""
    if text is None or text == "None":
        return None
    if text in ("True", "False"):
        return int(text == "True")
    digits = text.removeprefix("-")
    return int(text) if digits.isdigit() else text.rpartition(".")[2]
