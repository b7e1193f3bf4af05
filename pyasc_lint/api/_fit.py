"""How well one argument fits: what pyasc accepts (tokens) and what the declaration asks for (type text)."""

from __future__ import annotations

import enum
from functools import cache

from .kinds import ArgKind, Kind
from .table import find_class, find_enum


class Fit(enum.IntEnum):
    """Ordered: a higher value is a better fit."""

    NO = 0
    LOOSE = 1  # not what is declared, but pyasc converts it (an int for an enum, a float for an int)
    MAYBE = 2  # the argument is not known well enough
    EXACT = 3


_TOKENS = {
    Kind.LOCAL_TENSOR: "local",
    Kind.GLOBAL_TENSOR: "global",
    Kind.GLOBAL_ADDRESS: "address",
    Kind.INT: "int",
    Kind.FLOAT: "float",
    Kind.BOOL: "bool",
    Kind.STR: "str",
    Kind.NONE: "none",
    Kind.RUNTIME: "runtime",
    Kind.RAW_VALUE: "raw",
    Kind.LIST: "list",
    Kind.TUPLE: "tuple",
    Kind.ARRAY: "array",
    Kind.DTYPE: "dtype",
    Kind.CONSTEXPR: "constexpr",
    Kind.CALLABLE: "callable",
    Kind.OTHER: "class",
}

_NUMBERS = {Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.ENUM, Kind.RUNTIME, Kind.CONSTEXPR}


def accepted(tokens: frozenset[str], arg: ArgKind) -> Fit:
    """Whether pyasc lets the argument through where it accepts `tokens`: EXACT, MAYBE or NO."""
    if "any" in tokens:
        return Fit.EXACT
    if arg.kind is Kind.UNKNOWN:
        return Fit.MAYBE
    if arg.kind not in (Kind.ENUM, Kind.OBJECT):
        return Fit.EXACT if _TOKENS[arg.kind] in tokens else Fit.NO
    family = "enum" if arg.kind is Kind.ENUM else "object"
    if family in tokens or f"{family}:{arg.name}" in tokens:
        return Fit.EXACT
    if arg.name is None and any(token.startswith(f"{family}:") for token in tokens):
        return Fit.MAYBE
    return Fit.NO


def declared(type_text: str, arg: ArgKind) -> Fit:
    """How well an argument fits a declared type; LOOSE counts only where pyasc accepts it."""
    if arg.kind is Kind.UNKNOWN:
        return Fit.MAYBE
    return max(_alternative(text, arg) for text in alternatives(type_text))


@cache
def alternatives(type_text: str) -> tuple[str, ...]:
    """`Union[int, float]` -> ("int", "float"); `Optional[X]` -> ("X", "None")."""
    for prefix, suffix in (("Optional[", ("None",)), ("Union[", ())):
        if type_text.startswith(prefix):
            inner = _split(type_text[len(prefix) : -1])
            return (*(text for part in inner for text in alternatives(part)), *suffix)
    if " | " in type_text:
        return tuple(type_text.split(" | "))
    return (type_text,)


def _split(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def _number(exact: frozenset[Kind], arg: ArgKind) -> Fit:
    if arg.kind is Kind.RUNTIME and arg.name is not None and Kind.FLOAT not in exact:
        return Fit.LOOSE if arg.name.startswith("float") else Fit.EXACT
    if arg.kind in exact:
        return Fit.EXACT
    return Fit.LOOSE if arg.kind in _NUMBERS else Fit.NO


_NUMERIC = {
    "int": frozenset({Kind.INT, Kind.RUNTIME}),
    "RuntimeInt": frozenset({Kind.INT, Kind.RUNTIME}),
    "float": frozenset({Kind.FLOAT, Kind.RUNTIME}),
    "RuntimeFloat": frozenset({Kind.FLOAT, Kind.RUNTIME}),
    "bool": frozenset({Kind.BOOL, Kind.RUNTIME}),
    "RuntimeBool": frozenset({Kind.BOOL, Kind.RUNTIME}),
    "RuntimeNumeric": frozenset({Kind.INT, Kind.FLOAT, Kind.RUNTIME}),
    "Numeric": frozenset({Kind.INT, Kind.FLOAT, Kind.BOOL}),
}
_KINDS = {
    "LocalTensor": {Kind.LOCAL_TENSOR},
    "GlobalTensor": {Kind.GLOBAL_TENSOR},
    "BaseTensor": {Kind.LOCAL_TENSOR, Kind.GLOBAL_TENSOR},
    "GlobalAddress": {Kind.GLOBAL_ADDRESS},
    "DataType": {Kind.DTYPE},
    "Type[T]": {Kind.DTYPE},
    "str": {Kind.STR},
    "None": {Kind.NONE},
    "Array": {Kind.ARRAY},
    "ConstExpr[int]": {Kind.CONSTEXPR, Kind.INT},
    "TensorShape": {Kind.LIST, Kind.TUPLE, Kind.INT, Kind.RUNTIME},
    "Iterable": {Kind.LIST, Kind.TUPLE, Kind.ARRAY},
    "list": {Kind.LIST},
    "List": {Kind.LIST},
    "IRHandle": set[Kind](),
}
_ITEMS = {"TensorList": "LocalTensor", "AddrList": "int", "List": "Any", "list": "Any"}


def _alternative(text: str, arg: ArgKind) -> Fit:
    if text in _NUMERIC:
        return _number(_NUMERIC[text], arg)
    if text in _KINDS:
        return Fit.EXACT if arg.kind in _KINDS[text] else Fit.NO
    item = _ITEMS.get(text) or _item_type(text)
    if item is not None:
        return _sequence(item, arg, "Sequence" in text or "Tuple" in text)
    if find_enum(text) is not None:
        if arg.kind is not Kind.ENUM:
            return Fit.LOOSE if arg.kind in _NUMBERS else Fit.NO
        return Fit.MAYBE if arg.name is None else Fit.EXACT if arg.name == text else Fit.LOOSE
    if text == "Property" or find_class(text) is not None:
        if arg.kind is not Kind.OBJECT:
            return Fit.NO
        return Fit.MAYBE if arg.name is None else Fit.EXACT if arg.name == text else Fit.NO
    return Fit.EXACT  # Any, or a type this table knows nothing about


def _item_type(text: str) -> str | None:
    """`List[int]` -> "int"."""
    for prefix in ("List[", "Sequence[", "Tuple["):
        if text.startswith(prefix):
            return text[len(prefix) : -1]
    return None


def _sequence(item: str, arg: ArgKind, any_sequence: bool) -> Fit:
    if arg.kind not in (Kind.LIST, Kind.TUPLE):
        return Fit.NO
    whole = Fit.EXACT if arg.kind is Kind.LIST or any_sequence else Fit.LOOSE
    if arg.items is None:
        return min(whole, Fit.MAYBE)
    return min([whole, *(declared(item, element) for element in arg.items)])


_WORDS = {
    "List[int]": "list of int",
    "List[float]": "list of float",
    "List[bool]": "list of bool",
    "TensorList": "list of LocalTensor",
    "AddrList": "list of int",
    "DataType": "an asc dtype",
    "Type[T]": "an asc dtype",
    "RuntimeInt": "int",
    "RuntimeBool": "bool",
    "RuntimeFloat": "float",
    "RuntimeNumeric": "int or float",
    "ConstExpr[int]": "int",
    "BaseTensor": "LocalTensor or GlobalTensor",
    "List": "list",
}


def describe_type(type_texts: list[str]) -> str:
    """Types as a reader says it: `Union[int, float]` -> "int or float", `CMPMODE` -> "a member of asc.CMPMODE"."""
    words: list[str] = []
    for text in type_texts:
        for part in alternatives(text):
            word = _WORDS.get(part) or (f"a member of asc.{part}" if find_enum(part) else part)
            if word not in words and word not in ("None", "Any"):
                words.append(word)
    return " or ".join(words)
