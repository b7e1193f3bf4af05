"""Constant folding with Python's meaning. Every function returns None where the result is not a constant."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from pyasc_lint.ir import dimension
from pyasc_lint.ir.nodes import Const, Expr

_MAX_INT_BITS = 512
_MAX_TEXT = 10_000
_TOO_MANY_BITS = 1 << 40
"""No machine has the memory for a number of so many bits."""

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "**": operator.pow,
    "ceildiv": lambda a, b: -(-a // b),
    "max": max,
    "min": min,
}
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "is": lambda a, b: a is b or a == b,
    "is not": lambda a, b: not (a is b or a == b),
    "in": lambda a, b: a in b,
    "not in": lambda a, b: a not in b,
}
_UNARY: dict[str, Callable[[Any], Any]] = {
    "-": operator.neg,
    "+": operator.pos,
    "~": operator.invert,
    "not": operator.not_,
}


def binary(op: str, left: Expr, right: Expr) -> Const | None:
    """`left op right` for constants, with the physical dimension of the result (see `Const.bytes_power`)."""
    if not isinstance(left, Const) or not isinstance(right, Const) or not _cheap(op, left.value, right.value):
        return None
    try:
        value = _BINARY[op](left.value, right.value)
    except (ArithmeticError, TypeError, ValueError, KeyError):
        return None
    if isinstance(value, complex) or (isinstance(value, int) and value.bit_length() > _MAX_INT_BITS):
        return None
    power = dimension.combined(op, left.bytes_power, right.bytes_power, literal=dimension.is_literal(right))
    return Const(value, power)


def compare(op: str, left: Expr, right: Expr) -> Const | None:
    if not isinstance(left, Const) or not isinstance(right, Const):
        return None
    try:
        return Const(bool(_COMPARE[op](left.value, right.value)))
    except (TypeError, KeyError):
        return None


def unary(op: str, operand: Expr) -> Const | None:
    if not isinstance(operand, Const):
        return None
    try:
        value = _UNARY[op](operand.value)
    except (TypeError, KeyError):
        return None
    return Const(value, 0 if op == "not" else operand.bytes_power)


def failure(op: str, left: Expr, right: Expr) -> str | None:
    """What Python raises for `left op right`, as text; None where it does not, or the operands are not constant."""
    if not isinstance(left, Const) or not isinstance(right, Const):
        return None
    if op == "<<" and isinstance(right.value, int) and left.value and right.value >= _TOO_MANY_BITS:
        return "OverflowError: too many digits in integer"
    if not _cheap(op, left.value, right.value):
        return None
    try:
        _BINARY[op](left.value, right.value)
    except (ArithmeticError, TypeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    except KeyError:
        return None
    return None


def truth(value: Expr) -> bool | None:
    """Truth of a constant."""
    return bool(value.value) if isinstance(value, Const) else None


def _cheap(op: str, left: object, right: object) -> bool:
    """Whether evaluating cannot blow up: huge powers, shifts, repeated strings."""
    if op == "**":
        return isinstance(left, int | float) and isinstance(right, int | float) and abs(right) <= 64
    if op == "<<":
        return isinstance(right, int) and right <= _MAX_INT_BITS
    if op == "*" and (isinstance(left, str) or isinstance(right, str)):
        sizes = [len(v) if isinstance(v, str) else v for v in (left, right)]
        return all(isinstance(s, int) for s in sizes) and abs(sizes[0] * sizes[1]) <= _MAX_TEXT  # type: ignore[operator]
    return True
