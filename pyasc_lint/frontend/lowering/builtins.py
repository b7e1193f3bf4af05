"""The Python builtins that pyasc 1.1.1 makes visible in a kernel, on what a kernel hands to them."""

from __future__ import annotations

from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, TENSORS
from pyasc_lint.frontend.lowering.operators import Verdict
from pyasc_lint.frontend.lowering.things import Builtin, Value
from pyasc_lint.ir.nodes import Const

_TRACED = TENSORS | {Kind.RUNTIME, Kind.GLOBAL_ADDRESS}
_CLASSES = {Kind.INT: "int", Kind.FLOAT: "float", Kind.STR: "str", Kind.LIST: "list", Kind.TUPLE: "tuple"}


def judge(name: str, kind: ArgKind, value: Value) -> Verdict | None:
    """What `name(value)` leads to, the value being the first argument."""
    if name in ("int", "float"):
        if kind.kind in _TRACED or kind.kind in (Kind.LIST, Kind.TUPLE, Kind.NONE, Kind.DTYPE):
            return Verdict("builtin-operand", None, {"name": name, "operand": kind})
        return _conversion(name, value)
    if name in ("len", "list", "tuple") and (
        kind.kind in _TRACED | PYTHON_NUMBERS or kind.kind in (Kind.NONE, Kind.DTYPE)
    ):
        return Verdict("builtin-operand", None, {"name": name, "operand": kind})
    return None


def _conversion(name: str, value: Value) -> Verdict | None:
    if not isinstance(value, Const) or not isinstance(value.value, str | float):
        return None
    try:
        (int if name == "int" else float)(value.value)
    except (ValueError, OverflowError) as error:
        return Verdict("raises", None, {"error": f"{type(error).__name__}: {error}"})
    return None


def is_instance(kind: ArgKind, cls: Value) -> bool | None:
    """`isinstance(x, cls)` for a builtin class; None where it cannot be told."""
    if not isinstance(cls, Builtin) or cls.name not in (*_CLASSES.values(), "bool", "dict"):
        return None
    if kind.kind in _TRACED or kind.kind is Kind.NONE:
        return False
    if kind.kind is Kind.BOOL:
        return cls.name in ("bool", "int")
    return _CLASSES[kind.kind] == cls.name if kind.kind in _CLASSES else None
