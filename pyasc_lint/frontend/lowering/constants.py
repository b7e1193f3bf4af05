"""Run-time values that pyasc's passes fold to a constant, and the constant: not always what Python computes.

pyasc computes in the dtype of the left run-time operand, divides towards zero, and takes a bool for a signed number of
one bit: true becomes -1 in a wider integer, and a constant becomes a bool by its lowest bit.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING

from pyasc_lint.api import Kind
from pyasc_lint.ir.nodes import Binary, Cast, Compare, Const, Expr, IfExp, Unary
from pyasc_lint.ir.types import DTYPES, DType

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.kinds import Tracing

_MAX_SHIFT = 64


def _divided(left: int, right: int) -> int:
    whole = abs(left) // abs(right)
    return whole if (left < 0) == (right < 0) else -whole


_BINARY: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": _divided,
    "/": _divided,
    "%": lambda a, b: a - _divided(a, b) * b,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


def constant(tracing: Tracing, value: Expr) -> int | None:
    """The constant that an integer or a bool (-1, 0) becomes; None where it becomes none, or cannot be told."""
    if isinstance(value, Const):
        return value.value if isinstance(value.value, int) else None
    handle = tracing.handles.of(value)
    known = handle.constant()
    if known is None:  # in a branch its test is a constant
        known = next((bit for test, bit in tracing.decided if handle.is_one_with(test)), None)
    return known


def computed(tracing: Tracing, value: Expr) -> int | None:
    """The constant that an expression becomes, by its parts."""
    match value:
        case Cast():
            return _fit(as_dtype(tracing, value.operand, value.dtype), value.dtype)
        case Unary(op="+", operand=inner):
            return constant(tracing, inner)
        case Unary(op="-", operand=inner):
            known, dtype = constant(tracing, inner), dtype_of(tracing, inner)
            return _fit(-known, dtype) if known is not None and dtype is not None else None
        case Unary(op="not", operand=inner):
            known = constant(tracing, inner)
            return -(known == 0) if known is not None else None
        case Binary(op="and" | "or"):
            return _junction(tracing, value)
        case Binary() | Compare():
            return _operated(tracing, value)
        case IfExp():
            test = as_bit(tracing, value.test)
            return constant(tracing, value.body if test else value.orelse) if test is not None else None
    return None


def as_bit(tracing: Tracing, value: Expr) -> bool | None:
    """What a constant test is for pyasc: of a run-time value its lowest bit."""
    known = constant(tracing, value)
    if known is None:
        return None
    return bool(known & 1) if dtype_of(tracing, value) is not None else bool(known)


def as_dtype(tracing: Tracing, value: Expr, dtype: DType) -> int | None:
    """The constant that a value is as a number of another dtype."""
    known = constant(tracing, value)
    if known is None or dtype.kind not in ("int", "bool"):
        return None
    return -bool(known) if dtype.kind == "bool" and dtype_of(tracing, value) is None else int(known)


def is_minus_one(tracing: Tracing, value: Expr) -> bool:
    """Whether a value is a true that becomes -1 where a number is due."""
    dtype = dtype_of(tracing, value)
    return dtype is not None and dtype.kind == "bool" and constant(tracing, value) == -1


def false_as_bit(tracing: Tracing, value: Expr) -> int | None:
    """The constant behind a test, where it is true in Python and false for pyasc."""
    known, dtype = constant(tracing, value), dtype_of(tracing, value)
    return known if known and dtype is not None and not known & 1 else None


def dtype_of(tracing: Tracing, value: Expr) -> DType | None:
    """The dtype of a run-time integer or bool, None for everything else."""
    kind = tracing.kind_of(value)
    dtype = DTYPES.get(kind.name or "") if kind.kind is Kind.RUNTIME else None
    return dtype if dtype is not None and dtype.kind in ("int", "bool") else None


def _junction(tracing: Tracing, value: Binary) -> int | None:
    sides = (as_bit(tracing, value.left), as_bit(tracing, value.right))
    decides = value.op == "or"
    if decides in sides:
        return -decides
    return None if None in sides else -(not decides)


def _operated(tracing: Tracing, value: Binary | Compare) -> int | None:
    dtype = dtype_of(tracing, value.left) or dtype_of(tracing, value.right)
    if dtype is None:
        return None
    same = _of_itself(tracing, value)
    if same is not None:
        return same
    left, right = (_fit(as_dtype(tracing, side, dtype), dtype) for side in (value.left, value.right))
    if left is None or right is None:
        return None
    if isinstance(value, Compare):
        compared = _COMPARE.get(value.op)
        return -compared(left, right) if compared is not None else None
    if value.op not in _BINARY or (value.op in ("/", "//", "%") and right == 0):
        return None
    if value.op in ("<<", ">>") and not 0 <= right < min(dtype.bits, _MAX_SHIFT):
        return None
    return _fit(_BINARY[value.op](left, right), dtype)


def _of_itself(tracing: Tracing, value: Binary | Compare) -> int | None:
    """What is left of an operation on one value twice, or with 0."""
    if isinstance(value, Binary):
        if value.op in ("*", "&") and 0 in (constant(tracing, value.left), constant(tracing, value.right)):
            return 0
    handles = [tracing.handles.of(side).root() for side in (value.left, value.right) if dtype_of(tracing, side)]
    if len(handles) != 2 or handles[0] is not handles[1]:
        return None
    if isinstance(value, Compare):
        return -(value.op in ("==", "<=", ">=")) if value.op in _COMPARE else None
    return 0 if value.op in ("-", "^") else None


def _fit(value: int | None, dtype: DType) -> int | None:
    """The number that is left of an integer in so many bits."""
    if value is None or dtype.kind not in ("int", "bool"):
        return None
    bits = 1 if dtype.kind == "bool" else dtype.bits
    low = value & ((1 << bits) - 1)
    return low - (1 << bits) if low >> (bits - 1) else low
