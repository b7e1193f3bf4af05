"""IR scalar expressions to symbolic integers and conditions."""

from __future__ import annotations

from collections.abc import Callable

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.state import State
from pyasc_lint.analysis.values import Cond, Poly, Symbol
from pyasc_lint.ir.nodes import (
    Binary,
    Cast,
    Compare,
    Const,
    CoreTest,
    DTypeExpr,
    Enum,
    Expr,
    Field,
    IfExp,
    New,
    Ref,
    Sequence,
    SizeOf,
    Unary,
)
from pyasc_lint.ir.types import DTYPES, DType, DTypeOf, Element

_ARITHMETIC: dict[str, Callable[..., Poly]] = {
    "//": v.floor_div,
    "%": v.floor_mod,
    "<<": v.shift_left,
    ">>": v.shift_right,
    "&": v.bit_and,
    "|": v.bit_or,
    "^": v.bit_xor,
    "min": v.minimum,
    "max": v.maximum,
    "/": v.trunc_div,  # what pyasc 1.1.1 makes of `/` on run-time integers
}
_COMPARE: dict[str, Callable[[Poly, Poly], Cond]] = {
    "<": v.lt,
    "<=": v.le,
    ">": v.gt,
    ">=": v.ge,
    "==": v.eq,
    "!=": v.ne,
    "is": v.eq,
    "is not": v.ne,
}


def number(expr: Expr, state: State) -> Poly | None:
    """The integer value of an expression; None where it is no integer or not known."""
    match expr:
        case Const(value=bool() | int() as constant):
            return Poly.of(int(constant))
        case Ref():
            value = state.env.get(expr.var)
            return value if isinstance(value, Poly) else None
        case Unary(op="-"):
            inner = number(expr.operand, state)
            return None if inner is None else -inner
        case Unary(op="+"):
            return number(expr.operand, state)
        case Unary(op="~"):
            inner = number(expr.operand, state)
            return None if inner is None else -inner - 1
        case Binary():
            return _binary(expr, state)
        case IfExp():
            return _choice(expr, state)
        case Cast() if expr.dtype.kind in ("int", "uint"):
            return number(expr.operand, state)
        case SizeOf():
            return element_size(expr.element, state)
        case Field(base=Ref(var=var), key=str() as key):
            return state.field(f"{var.name}.{key}")
        case New(cls="ConstExpr") if expr.positional:
            return number(expr.positional[0], state)
    return None


def _binary(expr: Binary, state: State) -> Poly | None:
    if expr.op in ("and", "or"):
        return None
    left, right = number(expr.left, state), number(expr.right, state)
    if left is None or right is None:
        return None
    match expr.op:
        case "+":
            return left + right
        case "-":
            return left - right
        case "*":
            return left * right
        case "ceildiv":
            return -state.facts.compute(v.floor_div, -left, right)
    make = _ARITHMETIC.get(expr.op)
    return state.facts.compute(make, left, right) if make is not None else None


def _choice(expr: IfExp, state: State) -> Poly | None:
    test = condition(expr.test, state)
    body, orelse = number(expr.body, state), number(expr.orelse, state)
    if body is None or orelse is None:
        return None
    if body == orelse:
        return body
    return v.select(test, body, orelse, state.facts) if test is not None else state.unknown_between(body, orelse)


def condition(expr: Expr, state: State) -> Cond | None:
    """The truth of an expression as a condition; None where it cannot be told."""
    match expr:
        case Const():
            return v.TRUE if expr.value else v.FALSE
        case CoreTest():
            return v.TRUE if expr.core == state.core else v.FALSE
        case Unary(op="not"):
            inner = condition(expr.operand, state)
            return None if inner is None else v.Not(inner)
        case Binary(op="and" | "or"):
            left, right = condition(expr.left, state), condition(expr.right, state)
            if left is None or right is None:
                return _partial(expr.op, left, right)
            return v.And(left, right) if expr.op == "and" else v.Or(left, right)
        case Compare():
            return _compare(expr, state)
        case Ref():
            known = state.env.get(expr.var)
            if isinstance(known, Cond):
                return known
    value = number(expr, state)
    return None if value is None else v.ne(value, 0)


def _partial(op: str, left: Cond | None, right: Cond | None) -> Cond | None:
    """A junction with one unknown side is known only where the other side decides it."""
    known = left if left is not None else right
    decisive = v.FALSE if op == "and" else v.TRUE
    return decisive if known == decisive else None


def _compare(expr: Compare, state: State) -> Cond | None:
    if isinstance(expr.left, DTypeExpr):
        return _compare_dtypes(expr, state)
    if expr.op in ("in", "not in") and isinstance(expr.right, Sequence):
        left = number(expr.left, state)
        items = [number(item, state) for item in expr.right.items]
        if left is None or any(item is None for item in items):
            return None
        test = v.Or(*(v.eq(left, item) for item in items if item is not None))
        return test if expr.op == "in" else v.Not(test)
    if isinstance(expr.left, Enum) and isinstance(expr.right, Enum):
        same = (expr.left.enum, expr.left.member) == (expr.right.enum, expr.right.member)
        return v.TRUE if same == (expr.op in ("==", "is")) else v.FALSE
    left, right = number(expr.left, state), number(expr.right, state)
    make = _COMPARE.get(expr.op)
    if left is None or right is None or make is None:
        return None
    return make(left, right)


def _compare_dtypes(expr: Compare, state: State) -> Cond | None:
    """`x.dtype == float16` and `x.dtype in (…)`, over the symbol that numbers the dtypes of `x`."""
    assert isinstance(expr.left, DTypeExpr)
    wanted = list(expr.right.items) if isinstance(expr.right, Sequence) else [expr.right]
    elements = [item.element for item in wanted if isinstance(item, DTypeExpr)]
    if len(elements) != len(wanted) or expr.op not in ("==", "!=", "in", "not in", "is", "is not"):
        return None
    left = expr.left.element
    tests = [same_element(left, element, state) for element in elements]
    if any(test is None for test in tests):
        return None
    test = v.Or(*(test for test in tests if test is not None))
    return test if expr.op in ("==", "in", "is") else v.Not(test)


def same_element(first: Element, second: Element, state: State) -> Cond | None:
    """Whether two element types are equal."""
    if isinstance(second, DTypeOf) and not isinstance(first, DTypeOf):
        first, second = second, first
    match first, second:
        case DType(), DType():
            return v.TRUE if first == second else v.FALSE
        case DTypeOf(), DType():
            return v.eq(state.dtype_symbol(first.parameter), DTYPE_NUMBERS[second.name])
        case DTypeOf(), DTypeOf():
            if first == second:
                return v.TRUE
            return v.eq(state.dtype_symbol(first.parameter), state.dtype_symbol(second.parameter))
    return None


def element_size(element: Element, state: State) -> Poly | None:
    """Bytes of one element. An unknown dtype's size depends on which dtypes it may still be."""
    if isinstance(element, DType):
        return Poly.of(element.size)
    if isinstance(element, DTypeOf):
        return state.size_of(element.parameter)
    return None


DTYPE_NUMBERS = {name: number for number, name in enumerate(DTYPES)}
DTYPE_NAMES = list(DTYPES)


def dtype_numbers(symbol: Symbol, state: State) -> frozenset[str]:
    """The dtypes that the symbol of a parameter's dtype may still be."""
    return frozenset(
        name for name, value in DTYPE_NUMBERS.items() if state.facts.ask(v.eq(symbol, value)) is not v.Answer.REFUTED
    )
