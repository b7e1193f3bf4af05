"""IR expressions to what a variable or an operand holds: numbers, conditions, tensors, structs."""

from __future__ import annotations

from pyasc_lint.analysis.facts import Allocator, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.scalars import condition, element_size, number
from pyasc_lint.analysis.state import State, Value
from pyasc_lint.analysis.values import Poly
from pyasc_lint.ir.nodes import AddressAdd, Expr, New, Ref, Reinterpret, Sequence, View
from pyasc_lint.ir.types import DType, Element


def operand(expr: Expr, state: State) -> Operand:
    """The value of an operand, or the expression itself."""
    match expr:
        case New() if expr.cls != "ConstExpr":
            return StructValue(expr.cls, {name: operand(arg, state) for name, arg in expr.args.items()})
        case Sequence():
            return ListValue(tuple(operand(item, state) for item in expr.items))
    known = value(expr, state)
    return expr if known is None or isinstance(known, Allocator) else known


def value(expr: Expr, state: State) -> Value | None:
    """The value of an operand; None where nothing is known."""
    match expr:
        case Ref():
            known = state.env.get(expr.var)
            if known is not None:
                return known
            if isinstance(expr.var.type, DType) and expr.var.type.kind != "float" and expr.var.role != "loop":
                state.env[expr.var] = state.unknown(expr.var.name or "?")
                return state.env[expr.var]
            return None
        case View():
            return _view(expr, state)
        case Reinterpret():
            return _reinterpreted(value(expr.base, state), expr.element)
        case AddressAdd():
            return _offset(value(expr.base, state), number(expr.offset, state) or state.unknown(), True)
    known_number = number(expr, state)
    if known_number is not None:
        return known_number
    return condition(expr, state)


def _view(expr: View, state: State) -> Value | None:
    base = value(expr.base, state)
    offset = number(expr.offset, state)
    if offset is None:
        offset = state.unknown("offset")
    if isinstance(base, tuple):
        return tuple(_moved(region, offset, state) for region in base)
    if isinstance(base, LocalRegion):
        return _moved(base, offset, state)
    return _offset(base, offset, False)


def _moved(region: LocalRegion, elements: Poly, state: State) -> LocalRegion:
    size = element_size(region.element, state)
    offset = region.offset + elements * size if size is not None else state.unknown("offset")
    return LocalRegion(region.buffer, offset, region.element)


def _offset(base: Value | None, elements: Poly, address: bool) -> Value | None:
    if not isinstance(base, GlobalRegion):
        return None
    if address:
        return GlobalRegion(base.parameter, base.base + elements, base.offset, base.count, base.element)
    return GlobalRegion(base.parameter, base.base, base.offset + elements, base.count, base.element)


def _reinterpreted(base: Value | None, element: Element) -> Value | None:
    if isinstance(base, tuple):
        return tuple(LocalRegion(region.buffer, region.offset, element) for region in base)
    if isinstance(base, LocalRegion):
        return LocalRegion(base.buffer, base.offset, element)
    return None
