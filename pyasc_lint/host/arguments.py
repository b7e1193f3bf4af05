"""What the arguments of a launch say of a kernel, and how they are passed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pyasc_lint.codegen.signature import Array, Given, Named, Signature, Value
from pyasc_lint.codegen.words import did_you_mean
from pyasc_lint.host.errors import HostError
from pyasc_lint.host.structs import packed
from pyasc_lint.ir.nodes import Kernel, Param
from pyasc_lint.ir.types import DTYPES, FLOAT32, INT32, DType, StructType

Values = Mapping[str, Any]
"""By parameter."""
Bind = Callable[[Kernel], Values]
"""Gives the parameters of a kernel their values; raises HostError where they do not fit."""


def numpy() -> Any:
    """NumPy, which only those need who run kernels. Raises HostError."""
    try:
        import numpy as np
    except ImportError:
        raise HostError("running kernels needs NumPy: pip install numpy (or pyasc-lint[run])") from None
    return np


def in_order(given: Sequence[Any]) -> Bind:
    """Arguments in the order of the parameters."""

    def bind(kernel: Kernel) -> Values:
        names = _names(kernel)
        if len(names) != len(given):
            raise HostError(f"{kernel.name} takes {len(names)} arguments ({', '.join(names)}), {len(given)} are given")
        return dict(zip(names, map(_plain, given), strict=True))

    return bind


def by_name(given: Values) -> Bind:
    """Arguments by name."""

    def bind(kernel: Kernel) -> Values:
        names = _names(kernel)
        for name in given:
            if name not in names:
                raise HostError(f"{kernel.name} has no parameter '{name}'{did_you_mean(name, names)}")
        if missing := [name for name in names if name not in given]:
            raise HostError(f"{kernel.name} needs a value for {', '.join(missing)}")
        return {name: _plain(given[name]) for name in names}

    return bind


def _names(kernel: Kernel) -> list[str]:
    return [param.var.name for param in kernel.params]


def _plain(value: Any) -> Any:
    """NumPy scalars as Python numbers; anything else as it is."""
    return value.item() if isinstance(value, numpy().generic) else value


def signature_of(kernel: Kernel, values: Values) -> Signature:
    """The form of a kernel that these values ask for. Raises HostError where they do not fit."""
    given = {param.var.name: _given(kernel, param, values[param.var.name]) for param in kernel.params}
    return {name: each for name, each in given.items() if each is not None}


def _given(kernel: Kernel, param: Param, value: Any) -> Given | None:
    """What is said of one parameter; of a struct nothing."""
    name, kind = param.var.name, param.var.type
    if isinstance(value, numpy().ndarray):
        return Array(_dtype(name, str(value.dtype)))
    if param.constexpr:
        return _constant(name, value)
    if isinstance(kind, StructType):
        if not isinstance(value, Mapping):
            raise HostError(f"'{name}' of {kernel.name} is a struct: give a dict of its fields")
        return None
    if isinstance(value, bool | int | float):
        return Named(kind if isinstance(kind, DType) else FLOAT32 if isinstance(value, float) else INT32)
    raise HostError(f"'{name}' of {kernel.name} is {type(value).__name__}: give an array or a number")


def _constant(name: str, value: Any) -> Given:
    if isinstance(value, str) and value in DTYPES:
        return Named(DTYPES[value])
    if isinstance(value, bool | int | float | str | None):
        return Value(value)
    return Named(_dtype(name, getattr(value, "__name__", str(value))))


def _dtype(name: str, dtype: str) -> DType:
    found = DTYPES.get("int1" if dtype == "bool" else dtype)
    if found is None:
        raise HostError(f"'{name}' has dtype {dtype}, which no kernel takes")
    return found


def passed(parameters: Sequence[Mapping[str, Any]], values: Values) -> dict[str, Any]:
    """What the C++ function gets, by parameter: arrays with their bytes in a row, numbers, and structs as bytes.

    `parameters` are those of the manifest. Raises HostError where a struct does not fit.
    """
    found = {}
    for each in parameters:
        name, kind = each["name"], each["kind"]
        if kind == "struct":
            found[name] = packed(name, each["fields"], values[name])
        elif kind == "array":
            found[name] = numpy().ascontiguousarray(values[name])
        elif kind == "scalar":
            found[name] = values[name]
    return found
