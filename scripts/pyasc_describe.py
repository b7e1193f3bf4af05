"""Say what the installed pyasc exports and how it dispatches.

pyasc_describe.py     JSON of every exported name, signature, enum member and dtype on stdout
"""

from __future__ import annotations

import ast
import enum
import inspect
import json
import re
import sys
import textwrap
import types
import typing
from collections.abc import Callable
from functools import partial
from typing import Any, cast
from unittest.mock import patch

import asc
from asc.language.core.dtype import DataType
from asc.language.core.properties import Property
from asc.language.core.utils import DefaultValued, OverloadDispatcher

from pyasc_probe import Tracer, make, plausible, target_of


def type_text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return "Any"
    if isinstance(annotation, str):
        return annotation
    if isinstance(annotation, type):
        return "IRHandle" if annotation is asc._C.ir.Value else annotation.__name__
    for value, name in RUNTIME_NAMES:
        if annotation == value:
            return name
    text = re.sub(r"[\w.]+\.(\w+)", r"\1", str(annotation))
    return text.replace("PlainValue, int", "RuntimeInt").replace("[Value]", "[IRHandle]")


RUNTIME_NAMES = [
    (getattr(sys.modules["asc.language.core.ir_value"], name), name)
    for name in ("RuntimeInt", "RuntimeFloat", "RuntimeBool", "RuntimeNumeric")
]


def default_text(value: Any) -> str:
    if isinstance(value, enum.Enum):
        return f"{type(value).__name__}.{value.name}"
    if inspect.ismethod(value):
        return f"{cast(type, value.__self__).__name__}.{value.__name__}"
    return f"asc.{value.name}" if isinstance(value, DataType) else repr(value)


def signature_of(function: Callable[..., Any]) -> dict[str, Any]:
    result: dict[str, Any] = {"params": []}
    for name, parameter in inspect.signature(function).parameters.items():
        if name == "self":
            continue
        if name == "handle":
            continue  # how pyasc wraps an IR value it already has; not for callers
        if parameter.kind is parameter.VAR_POSITIONAL:
            result["varargs"] = name
            continue
        if parameter.kind is parameter.VAR_KEYWORD:
            result["varkw"] = name
            continue
        entry: dict[str, Any] = {"name": name, "type": type_text(parameter.annotation)}
        if parameter.default is not parameter.empty:
            entry["default"] = default_text(parameter.default)
        if parameter.kind is parameter.KEYWORD_ONLY:
            entry["keyword_only"] = True
        result["params"].append(entry)
    return result


def declared_overloads(function: Callable[..., Any]) -> list[dict[str, Any]]:
    """Signatures under `@typing.overload`, in source order; pyasc declares none where it has no such decorator."""
    result: list[dict[str, Any]] = []
    for overload in getattr(typing, "get_overloads", lambda _function: ())(function):  # needs Python 3.11
        if "handle" not in inspect.signature(overload).parameters:
            entry = signature_of(overload)
            returns = inspect.signature(overload).return_annotation
            entry["returns"] = "None" if returns in (None, inspect.Signature.empty) else type_text(returns)
            result.append(entry)
    return result


class _Captured(Exception):
    pass


def candidates_of(
    tracer: Tracer, prepare: Callable[[dict[str, Any]], Callable[[], Any]]
) -> list[list[dict[str, Any]]] | None:
    """What the dispatcher inside `prepare(parameters)()` tries, in that order; None if there is no dispatcher."""
    found: list[list[dict[str, Any]]] = []

    def capture(self: OverloadDispatcher, /, *_args: Any, **_kwargs: Any) -> None:
        for overload in self.overloads:
            entries = []
            if "handle" in overload.args:
                continue
            for name, kind in overload.args.items():
                entry = {"name": name, "type": type_text(kind.arg_type if isinstance(kind, DefaultValued) else kind)}
                if isinstance(kind, DefaultValued):
                    entry["default"] = default_text(kind.default)
                entries.append(entry)
            found.append(entries)
        raise _Captured

    def body(parameters: dict[str, Any]) -> None:
        call = prepare(parameters)
        with patch.object(OverloadDispatcher, "__call__", capture):
            call()

    try:
        tracer.run(body)
    except _Captured:
        return found
    except Exception:
        return None
    return None


def _function_candidates(tracer: Tracer, name: str, function: Callable[..., Any]) -> list[list[dict[str, Any]]] | None:
    for dst, src in (("float16", "float16"), ("int16", "int16"), ("float16", "int32"), ("int8", "float16")):

        def prepare(parameters: dict[str, Any], dst: str = dst, src: str = src) -> Callable[[], Any]:
            values = []
            for key, parameter in inspect.signature(function).parameters.items():
                text = type_text(parameter.annotation)
                if parameter.kind is parameter.VAR_POSITIONAL:
                    # `select` takes two operands and `transpose` looks at its arguments before they dispatch
                    if name == "select":
                        values += [make(["LOCAL_TENSOR"], parameters), make(["LOCAL_TENSOR"], parameters)]
                    elif name == "transpose":
                        values.append(make(["LOCAL_TENSOR", "uint8"], parameters))
                elif parameter.kind is not parameter.POSITIONAL_OR_KEYWORD:
                    continue
                elif "Tensor" in text:
                    dtype = "uint32" if "offset" in key else dst if key == "dst" else src
                    values.append(make(["LOCAL_TENSOR", dtype], parameters))
                elif "SrcList" in text:
                    values.append(make(["OBJECT", "MrgSortSrcList"], parameters))
                else:
                    values.append(plausible(parameter.annotation))
            named = {
                key: plausible(parameter.annotation)
                for key, parameter in inspect.signature(function).parameters.items()
                if parameter.kind is parameter.KEYWORD_ONLY
            }
            return lambda: function(*values, **named)

        found = candidates_of(tracer, prepare)
        if found is not None:
            return found
    return None


def _instance_attributes(cls: type) -> list[str]:
    """Names assigned to `self` in any method of the class or its bases, by source text."""
    names: set[str] = set()
    for base in cls.__mro__:
        if base.__module__.partition(".")[0] != "asc":
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(base)))
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.ctx, ast.Store)
                and isinstance(node.value, ast.Name)
                and node.value.id == "self"
            ):
                names.add(node.attr)
    return sorted(names)


def runtime_enums() -> dict[str, list[str]]:
    """Enum of `asc.runtime` -> its members; host code and the options of `@asc.jit` name them."""
    modules = (asc.runtime.config, asc.runtime.compiler)
    named = {name: value for module in modules for name, value in vars(module).items()}
    enums = {name: value for name, value in named.items() if isinstance(value, enum.EnumMeta) and value.__members__}
    return {name: list(value.__members__) for name, value in sorted(enums.items())}


def describe() -> dict[str, Any]:
    tracer = Tracer()
    public = sorted(name for name in dir(asc) if not (name.startswith("__") and name.endswith("__")))
    result: dict[str, Any] = {
        "names": {}, "functions": {}, "classes": {}, "enums": {}, "dtypes": {}, "properties": {},
        "runtime_enums": runtime_enums(),
    }  # fmt: skip
    spaces = [("", asc, public)]
    spaces.append(("adv.", asc.adv, sorted(asc.adv.__all__)))
    for prefix, module, names in spaces:
        for name in names:
            value = getattr(module, name)
            full = prefix + name
            if isinstance(value, types.ModuleType):
                kind = "module"
            elif inspect.isclass(value) and issubclass(value, enum.Enum):
                kind = "enum"
                result["enums"][full] = {member: int(item.value) for member, item in value.__members__.items()}
            elif inspect.isclass(value):
                kind = "class"
                result["classes"][full] = _describe_class(tracer, full, value)
            elif inspect.isfunction(value):
                kind = "function"
                entry = signature_of(value) | {"declared": declared_overloads(value)}
                if "varargs" in entry:
                    candidates = _function_candidates(tracer, full, value)
                    if candidates is not None:
                        entry["candidates"] = candidates
                result["functions"][full] = entry
            elif isinstance(value, DataType):
                kind = "dtype"
                result["dtypes"][full] = {"name": value.name, "bits": value.bitwidth}
            elif isinstance(value, Property):
                kind = "property"
                result["properties"][full] = {"emits": value.name, "dtype": value.dtype.name}
            else:
                kind = "other"
            result["names"][full] = kind
    return result


def _describe_class(tracer: Tracer, name: str, cls: type) -> dict[str, Any]:
    constructor: Callable[..., Any] = vars(cls).get("__init__") or getattr(cls, "__init__")  # noqa: B009
    entry: dict[str, Any] = {
        "bases": [base.__name__ for base in cls.__mro__[1:] if base.__module__.partition(".")[0] == "asc"],
        "constructor": signature_of(constructor) | {"declared": declared_overloads(constructor)},
        "methods": {},
        "attributes": _instance_attributes(cls),
        "properties": [],
    }
    candidates = candidates_of(tracer, lambda _parameters: cls) if "varargs" in entry["constructor"] else None
    if candidates is not None:
        entry["constructor"]["candidates"] = candidates
    for member in dir(cls):
        value = inspect.getattr_static(cls, member)
        if member.startswith("__") and member not in ("__getitem__", "__call__", "__setitem__", "__len__"):
            continue
        if isinstance(value, property):
            entry["properties"].append(member)
        elif isinstance(value, (types.FunctionType, classmethod, staticmethod)):
            function = getattr(cls, member)
            entry["methods"][member] = signature_of(function) | {"declared": declared_overloads(function)}
            if not isinstance(value, types.FunctionType):
                entry["methods"][member]["static"] = True
            elif "varargs" in entry["methods"][member]:
                found = candidates_of(tracer, partial(target_of, f"{name}.{member}"))
                if found is not None:
                    entry["methods"][member]["candidates"] = found
        elif not callable(value) and not member.startswith("_"):
            entry["attributes"] = sorted({*entry["attributes"], member})
    return entry


if __name__ == "__main__":
    json.dump(describe(), sys.stdout, indent=1)
