"""Types of IR values: element types, tensors, addresses, allocators."""

from __future__ import annotations

from typing import Literal

from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True)
class DType:
    """An element or scalar type. `bits` is its width; `kind` is one of float, int, uint, bool."""

    name: str
    bits: int
    kind: Literal["float", "int", "uint", "bool"]

    @property
    def size(self) -> int:
        """Width in bytes."""
        return self.bits // 8 if self.bits >= 8 else 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class DTypeOf:
    """The element type of a `GlobalAddress` parameter whose dtype is not known."""

    parameter: str

    def __str__(self) -> str:
        return f"{self.parameter}.dtype"


@dataclass(frozen=True, slots=True)
class ScalarOf:
    """What a launch says of a run-time number: its type. (A bare `DType` there is that of an array.)"""

    dtype: DType


Element = DType | DTypeOf | None
"""None: the element type could not be determined."""

DTYPES: dict[str, DType] = {
    dtype.name: dtype
    for dtype in (
        DType("float16", 16, "float"),
        DType("float32", 32, "float"),
        DType("float64", 64, "float"),
        DType("int8", 8, "int"),
        DType("int16", 16, "int"),
        DType("int32", 32, "int"),
        DType("int64", 64, "int"),
        DType("uint8", 8, "uint"),
        DType("uint16", 16, "uint"),
        DType("uint32", 32, "uint"),
        DType("uint64", 64, "uint"),
        DType("int1", 1, "bool"),
    )
}
"""Canonical names of pyasc's `asc.DataType` (1.1.1)."""

DTYPE_ALIASES = {"half": "float16", "float_": "float32", "double": "float64", "int_": "int32"}

INT32, INT64, FLOAT32, BOOL = DTYPES["int32"], DTYPES["int64"], DTYPES["float32"], DTYPES["int1"]


@dataclass(frozen=True, slots=True)
class TensorType:
    """A LocalTensor (`space` "local") or GlobalTensor ("global")."""

    space: Literal["local", "global"]
    element: Element


@dataclass(frozen=True, slots=True)
class AddressType:
    """A `GlobalAddress` of elements."""

    element: Element


@dataclass(frozen=True, slots=True)
class AllocatorType:
    """A `LocalMemAllocator` of one `Hardware` member."""

    hardware: str


@dataclass(frozen=True, slots=True)
class ArrayType:
    """An `asc.array` on the scalar unit's stack."""

    element: Element
    length: int | None


@dataclass(frozen=True, slots=True)
class ObjectType:
    """A value of a named pyasc class (parameter structs, TPipe, TQue, …) or of an unknown kind (name "")."""

    name: str


@dataclass(frozen=True, slots=True)
class StructType:
    """An asc `Struct` that host code passes: its fields in memory order, a number or another struct each."""

    name: str
    fields: tuple[tuple[str, Type], ...]

    def field(self, name: str) -> Type:
        """The type of a field; unknown where there is none of that name."""
        return dict(self.fields).get(name, UNKNOWN_TYPE)


Type = DType | DTypeOf | TensorType | AddressType | AllocatorType | ArrayType | ObjectType | StructType

DTYPE_TYPE = ObjectType("DataType")
"""The type of a dtype used as a value."""

UNKNOWN_TYPE = ObjectType("")
