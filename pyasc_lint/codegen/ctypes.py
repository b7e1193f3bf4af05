"""C++ names of types, constants and enum members."""

from __future__ import annotations

import math

from pyasc_lint import api
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.ir.types import DTYPES, DType, Element

INT64, UINT64 = DTYPES["int64"], DTYPES["uint64"]

_FLOAT32_MAX = 3.4028234663852886e38
_WITHOUT_NAMESPACE = {"PipeID"}
_CPP_ENUMS = {"SelMode": "AscendC::SELMODE", "QuantModes": "QuantMode_t", "pad_t": "pad_t"}
"""Enums that have another name in C++, or belong to the compiler."""


def c_name(dtype: DType) -> str:
    """The C++ type of an element or a number."""
    if dtype.kind == "bool":
        return "bool"
    info = api.find_dtype(dtype.name)
    if info is None or info.cpp is None:
        raise CannotEmit("emit-dtype", f"{dtype.name} has no C++ type")
    return info.cpp


def element_name(element: Element) -> str:
    """The C++ element type of a tensor."""
    if isinstance(element, DType):
        return c_name(element)
    raise CannotEmit("emit-unknown-dtype", f"the element type {element or ''} is not known".replace("  ", " "))


def integer(value: int) -> str:
    """A literal."""
    if -(2**63) < value < 2**63:
        return str(value)
    if value == -(2**63):
        return "(-9223372036854775807 - 1)"
    if 0 < value < 2**64:
        return f"{value}ULL"
    raise CannotEmit("emit-constant", f"{value} does not fit 64 bits")


def floating(value: float) -> str:
    """A literal of single precision."""
    if math.isnan(value):
        return '__builtin_nanf("")'
    if abs(value) > _FLOAT32_MAX:
        return "__builtin_inff()" if value > 0 else "-__builtin_inff()"
    text = repr(float(value))
    return f"{text}f"


def enum_member(value: Enum) -> str:
    """A member of an asc enum."""
    if value.enum in _WITHOUT_NAMESPACE:
        return value.member
    return f"{_CPP_ENUMS.get(value.enum, f'AscendC::{value.enum}')}::{value.member}"


def string(text: str) -> str:
    """A string literal. Bytes that are not plain ASCII are written in octal, which ends after three digits."""
    plain = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}
    parts = []
    for char in text:
        if char in plain:
            parts.append(plain[char])
        elif " " <= char <= "~" and char != "?":
            parts.append(char)
        elif char == "?":
            parts.append("\\?")
        else:
            parts.extend(f"\\{byte:03o}" for byte in char.encode("utf-8", "surrogateescape"))
    return '"' + "".join(parts) + '"'
