"""How the dispatcher of pyasc sees a value: the bridge from IR operands to the API table's argument kinds."""

from __future__ import annotations

from collections.abc import Set

from pyasc_lint.api import ArgKind, Kind, kinds
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Expr, Foreign, New, Ref, Sequence, Unknown, Var
from pyasc_lint.ir.types import AddressType, AllocatorType, ArrayType, DType, ObjectType, TensorType


def kind_of(value: Expr, constexprs: Set[Var], raw: Set[Var]) -> ArgKind:
    """The kind of an operand. `constexprs` are unknown trace-time parameters; `raw` holds `get_cur_addr()` results."""
    match value:
        case Const():
            return _constant(value)
        case Enum():
            return kinds.enum_member(value.enum, value.member) if value.enum != "property" else kinds.UNKNOWN
        case DTypeExpr():
            return kinds.dtype(value.element.name if isinstance(value.element, DType) else None)
        case Sequence():
            items = [kind_of(item, constexprs, raw) for item in value.items]
            return kinds.list_of(items) if value.kind == "list" else kinds.tuple_of(items)
        case New(cls="ConstExpr"):
            return ArgKind(Kind.CONSTEXPR)
        case New():
            return kinds.instance(value.cls)
        case Foreign(what="function"):
            return kinds.CALLABLE
        case Foreign(what="missing" | "external") | Unknown():  # what another package holds is not known
            return kinds.UNKNOWN
        case Foreign():
            return kinds.other(value.name)
        case Ref() if value.var in raw:
            return kinds.RAW_VALUE
    if isinstance(value.type, DType) and trace_time(value, constexprs):
        return kinds.floating() if value.type.kind == "float" else kinds.integer()
    return _typed(value)


def trace_time(value: Expr, constexprs: Set[Var]) -> bool:
    """Whether every part of an expression is known while pyasc traces."""
    todo = [value]
    while todo:
        expr = todo.pop()
        if isinstance(expr, Ref) and expr.var not in constexprs:
            return False
        if isinstance(expr, Unknown):
            return False
        if not expr.children() and not isinstance(expr, Const | Ref | DTypeExpr | Enum):
            return isinstance(expr, Foreign) or type(expr).__name__ == "SizeOf"
        todo.extend(expr.children())
    return True


def _constant(value: Const) -> ArgKind:
    match value.value:
        case None:
            return kinds.NONE
        case bool():
            return kinds.boolean(value.value)
        case int():
            return kinds.integer(value.value)
        case float():
            return kinds.floating(value.value)
        case str():
            return kinds.string(value.value)
    return kinds.UNKNOWN


def _typed(value: Expr) -> ArgKind:
    match value.type:
        case TensorType(space=space, element=element):
            name = element.name if isinstance(element, DType) else None
            return kinds.local_tensor(name) if space == "local" else kinds.global_tensor(name)
        case AddressType():
            return kinds.GLOBAL_ADDRESS
        case AllocatorType():
            return kinds.instance("LocalMemAllocator")
        case ArrayType():
            return ArgKind(Kind.ARRAY)
        case DType(name=name):
            return kinds.runtime(name)
        case ObjectType(name=name) if name and not name.startswith(("struct:", "str")):
            return kinds.instance(name)
    return kinds.UNKNOWN
