"""Values that exist at trace time only: modules, functions, classes, lists. Everything else is an IR expression."""

from __future__ import annotations

from collections.abc import Sequence as SequenceABC
from dataclasses import field
from typing import Literal

from astroid import nodes

from pyasc_lint.api import EnumInfo
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.project import SourceModule
from pyasc_lint.frontend.scopes import Scope
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Expr, Foreign, Ref, Sequence, Unknown
from pyasc_lint.ir.types import DType

TENSOR_TRAIT = "TensorTrait"
"""A class of Ascend C that `asc` does not export up to 1.1.1. ASC301 speaks of it as a dtype, ASC003 never."""


@dataclass(frozen=True, slots=True, eq=False)
class Thing:
    """Base of trace-time values."""


@dataclass(frozen=True, slots=True, eq=False)
class Namespace(Thing):
    """The package `asc` or a module below it; `path` is "" for `asc` itself, else dotted below it."""

    path: str


@dataclass(frozen=True, slots=True, eq=False)
class External(Thing):
    """Something of a package that is neither asc nor a file of the run."""

    dotted: str


@dataclass(frozen=True, slots=True, eq=False)
class FileModule(Thing):
    """A module that is a file of the run or a sibling of one."""

    module: SourceModule


@dataclass(frozen=True, slots=True, eq=False)
class ApiFunction(Thing):
    """A function of `asc`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class ApiClass(Thing):
    """A class of `asc`."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class EnumClass(Thing):
    """An enum of `asc`; `path` is its dotted name, such as `asc.runtime.config.Platform`."""

    path: str
    info: EnumInfo

    @property
    def name(self) -> str:
        return self.info.name


@dataclass(frozen=True, slots=True, eq=False)
class JitDecorator(Thing):
    """`asc.jit(...)` that waits for its function: the call with the options, and where it stands."""

    call: nodes.Call
    scope: Scope | None
    module: SourceModule


@dataclass(frozen=True, slots=True, eq=False)
class Function(Thing):
    """A function of a file.

    `decorator` holds the options of an `@asc.jit` function, if it has any; `wrapped`: another decorator has made
    something else of it, which host code may well call.
    """

    node: nodes.FunctionDef
    scope: Scope
    module: SourceModule
    jit: bool = False
    decorator: JitDecorator | None = None
    wrapped: bool = False

    @property
    def jit_call(self) -> nodes.Call | None:
        """The call that has the options."""
        return self.decorator.call if self.decorator is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class Launcher(Thing):
    """`kernel[cores]` before it is called; `grid` is what stands in the brackets."""

    function: Function
    grid: nodes.NodeNG


@dataclass(frozen=True, slots=True, eq=False)
class UserClass(Thing):
    """A class of a file."""

    node: nodes.ClassDef
    scope: Scope
    module: SourceModule


@dataclass(frozen=True, slots=True, eq=False)
class Instance(Thing):
    """An instance of a file's class, with the fields that are known."""

    cls: UserClass
    fields: dict[str, Value]


@dataclass(frozen=True, slots=True, eq=False)
class ArrayLike(Thing):
    """A host array (numpy, torch) of a known element type."""

    dtype: DType


@dataclass(frozen=True, slots=True, eq=False)
class ListValue(Thing):
    """A Python list or tuple; lists are shared and mutable, as in Python."""

    kind: Literal["list", "tuple"]
    items: list[Value]


@dataclass(frozen=True, slots=True, eq=False)
class DictValue(Thing):
    """A Python dict with constant keys."""

    items: dict[object, Value]


@dataclass(frozen=True, slots=True, eq=False)
class Method(Thing):
    """`receiver.name` before it is called."""

    receiver: Value
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Builtin(Thing):
    """A Python builtin."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class RangeValue(Thing):
    """`range(...)`, `asc.range(...)` or `asc.static_range(...)` before it is iterated."""

    arguments: tuple[Value, ...]
    static: bool
    keywords: dict[str, Value] = field(default_factory=dict)


Value = Expr | Thing


def operand(value: Value, span_of: Expr | None = None) -> Expr:
    """The IR expression for a value used as an operand."""
    match value:
        case Expr():
            return value
        case ListValue():
            return Sequence(value.kind, tuple(operand(item) for item in value.items))
        case Builtin():
            return Foreign(value.name, "builtin")
        case External():
            return Foreign(value.dotted, "external")
        case Function():
            return Foreign(value.node.name, "function")
        case UserClass():
            return Foreign(value.node.name, "class")
        case Instance():
            return Foreign(value.cls.node.name, "instance")
        case ApiFunction() | ApiClass() | EnumClass():
            return Foreign(f"asc.{value.name}", "function" if isinstance(value, ApiFunction) else "class")
        case _:
            return Unknown(f"a {type(value).__name__} is no operand")


def same_value(first: Value, second: Value) -> bool:
    """Whether two values are certainly the same, without emitting anything."""
    if first is second:
        return True
    match first, second:
        case Const(), Const():
            return type(first.value) is type(second.value) and first.value == second.value
        case Ref(), Ref():
            return first.var is second.var
        case Enum(), Enum():
            return (first.enum, first.member) == (second.enum, second.member)
        case DTypeExpr(), DTypeExpr():
            return first.element == second.element
        case Function(), Function():
            return first.node is second.node
        case ListValue(), ListValue():
            return first.kind == second.kind and _same_items(first.items, second.items)
    return False


def _same_items(first: SequenceABC[Value], second: SequenceABC[Value]) -> bool:
    return len(first) == len(second) and all(same_value(a, b) for a, b in zip(first, second, strict=True))


def describe(value: Value) -> str:
    """A short name for messages."""
    match value:
        case Const():
            return repr(value.value)
        case Foreign() | ApiClass() | ApiFunction() | EnumClass() | Builtin():
            return value.name
        case External():
            return value.dotted
        case Function() | UserClass():
            return value.node.name
        case Instance():
            return f"a {value.cls.node.name} object"
        case ListValue():
            return f"a {value.kind}"
    return "a value"
