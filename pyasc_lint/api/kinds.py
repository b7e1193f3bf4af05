"""What the caller knows about one argument of a call, before any overload is chosen.

The dispatcher of pyasc looks only at the Python type of an argument, so this is all that overload resolution
needs: `LocalTensor`, `int`, run-time scalar, member of `HardEvent`, … `UNKNOWN` matches every parameter.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from pyasc_lint.deferred import dataclass


class Kind(enum.Enum):
    """Family of an argument; the value names it in messages."""

    LOCAL_TENSOR = "LocalTensor"
    GLOBAL_TENSOR = "GlobalTensor"
    GLOBAL_ADDRESS = "GlobalAddress"
    INT = "int"  # a Python int at trace time; `value` if it is known
    FLOAT = "float"  # a Python float at trace time
    BOOL = "bool"
    STR = "str"
    NONE = "None"
    RUNTIME = "run-time scalar"  # pyasc's PlainValue; `name` is its dtype if known
    RAW_VALUE = "raw IR value"  # what `LocalMemAllocator.get_cur_addr()` returns in 1.1.1: hardly anything takes it
    LIST = "list"
    TUPLE = "tuple"
    ARRAY = "asc.array"
    ENUM = "enum member"  # `name` is the enum: "HardEvent"
    DTYPE = "dtype"  # `name` is the canonical dtype if known: "float32"
    OBJECT = "object"  # instance of an asc class or struct, `name`: "DataCopyParams", "LocalMemAllocator", "TPipe"
    CONSTEXPR = "ConstExpr object"  # `asc.ConstExpr(8)` built in the kernel; a ConstExpr parameter is its value
    CALLABLE = "function"
    OTHER = "other"  # known to be none of the above (a module, a dict, a class such as `float`); `name` says what
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class ArgKind:
    """One argument.

    Attributes:
        kind: the family.
        name: dtype, enum or class name, without `asc.`; None if not known.
        value: Python value of an INT, FLOAT, BOOL or STR if known; the member's name for an ENUM if known.
        items: kinds of the elements of a LIST or TUPLE; None if not known.
    """

    kind: Kind
    name: str | None = None
    value: int | float | str | None = None
    items: tuple[ArgKind, ...] | None = None

    def __str__(self) -> str:
        """Short text for a message: `LocalTensor`, `int 5`, `member of HardEvent`, `list of int`."""
        if self.kind in (Kind.INT, Kind.FLOAT, Kind.BOOL) and self.value is not None:
            return f"{self.kind.value} {self.value!r}"
        if self.kind is Kind.STR and self.value is not None:
            return f"str {self.value!r}"
        if self.kind is Kind.ENUM and self.name:
            return f"{self.name}.{self.value}" if self.value else f"member of {self.name}"
        if self.kind is Kind.DTYPE and self.name:
            return f"dtype {self.name}"
        if self.kind is Kind.RUNTIME and self.name:
            return f"run-time {self.name}"
        if self.kind is Kind.LIST and self.items:
            return "list of " + " and ".join(dict.fromkeys(item.kind.value for item in self.items))
        if self.kind in (Kind.OBJECT, Kind.OTHER) and self.name:
            return self.name
        return self.kind.value


UNKNOWN = ArgKind(Kind.UNKNOWN)
NONE = ArgKind(Kind.NONE)
RAW_VALUE = ArgKind(Kind.RAW_VALUE)
GLOBAL_ADDRESS = ArgKind(Kind.GLOBAL_ADDRESS)
ARRAY = ArgKind(Kind.ARRAY)
CONSTEXPR = ArgKind(Kind.CONSTEXPR)
CALLABLE = ArgKind(Kind.CALLABLE)


def local_tensor(dtype: str | None = None) -> ArgKind:
    return ArgKind(Kind.LOCAL_TENSOR, dtype)


def global_tensor(dtype: str | None = None) -> ArgKind:
    return ArgKind(Kind.GLOBAL_TENSOR, dtype)


def integer(value: int | None = None) -> ArgKind:
    return ArgKind(Kind.INT, value=value)


def floating(value: float | None = None) -> ArgKind:
    return ArgKind(Kind.FLOAT, value=value)


def boolean(value: bool | None = None) -> ArgKind:
    return ArgKind(Kind.BOOL, value=value)


def string(value: str | None = None) -> ArgKind:
    return ArgKind(Kind.STR, value=value)


def runtime(dtype: str | None = None) -> ArgKind:
    """A run-time scalar (`n`, `asc.number(3, asc.int32)`, `t.get_value(0)`)."""
    return ArgKind(Kind.RUNTIME, dtype)


def list_of(items: Iterable[ArgKind] | None = None) -> ArgKind:
    """A list; `items` None if its elements are not known."""
    return ArgKind(Kind.LIST, items=None if items is None else tuple(items))


def tuple_of(items: Iterable[ArgKind] | None = None) -> ArgKind:
    return ArgKind(Kind.TUPLE, items=None if items is None else tuple(items))


def enum_member(enum_name: str | None, member: str | None = None) -> ArgKind:
    return ArgKind(Kind.ENUM, enum_name, member)


def dtype(name: str | None = None) -> ArgKind:
    return ArgKind(Kind.DTYPE, name)


def instance(class_name: str | None) -> ArgKind:
    """An instance of an asc class that has no kind of its own: a parameter struct, LocalMemAllocator, TPipe, …"""
    return ArgKind(Kind.OBJECT, class_name)


def other(what: str) -> ArgKind:
    return ArgKind(Kind.OTHER, what)
