"""Structs that a launch passes by value, as the bytes that C++ has for them."""

from __future__ import annotations

import ctypes
from collections.abc import Mapping, Sequence
from typing import Any

from pyasc_lint.host.errors import HostError

_TYPES: dict[str, Any] = {
    "int1": ctypes.c_bool, "int8": ctypes.c_int8, "int16": ctypes.c_int16, "int32": ctypes.c_int32,
    "int64": ctypes.c_int64, "uint8": ctypes.c_uint8, "uint16": ctypes.c_uint16, "uint32": ctypes.c_uint32,
    "uint64": ctypes.c_uint64, "float32": ctypes.c_float, "float64": ctypes.c_double,
}  # fmt: skip


def packed(name: str, fields: Sequence[Mapping[str, Any]], values: Mapping[str, Any]) -> bytes:
    """The bytes of a struct; `fields` are those of the manifest. Raises HostError where the values do not fit."""
    return bytes(_filled(name, fields, values))


def _filled(name: str, fields: Sequence[Mapping[str, Any]], values: Mapping[str, Any]) -> ctypes.Structure:
    names = [field["name"] for field in fields]
    if not isinstance(values, Mapping) or set(values) != set(names):
        raise HostError(f"'{name}' is a struct with the fields {', '.join(names)}: give a dict that has just these")
    parts = {
        field["name"]: _filled(f"{name}.{field['name']}", field["fields"], values[field["name"]])
        if "fields" in field
        else _number(f"{name}.{field['name']}", field["dtype"], values[field["name"]])
        for field in fields
    }
    layout = type("Layout", (ctypes.Structure,), {"_fields_": [(field, type(part)) for field, part in parts.items()]})
    made: ctypes.Structure = layout(*parts.values())
    return made


def _number(name: str, dtype: str, value: Any) -> Any:
    kind = _TYPES.get(dtype)
    if kind is None:
        raise HostError(f"'{name}' is {dtype}, which cannot be passed in a struct here")
    try:
        return kind(value)
    except TypeError:
        raise HostError(f"'{name}' is {dtype}: give a number") from None
