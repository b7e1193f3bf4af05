"""Physical dimension of numbers: is a value a number of elements, or of bytes?

The dimension of a value is how many times it has been multiplied by an element size (`dtype.sizeof()`): 0 for elements
and plain numbers, 1 for bytes, -1 after a division by an element size. A bare literal has none, so a division by one
leaves open what comes out: 32 may be bytes, 4 an element size.
"""

from __future__ import annotations

from collections.abc import Mapping

from pyasc_lint.ir.nodes import Assign, Binary, Block, Cast, Const, Expr, IfExp, Ref, SizeOf, Unary, Var, walk

_QUOTIENTS = ("/", "//", "ceildiv", ">>")
_SUMS = ("+", "-", "max", "min")
_ROUNDS = 4
"""Passes over a kernel in which dimensions of variables may still change."""


def combined(op: str, left: int, right: int, *, literal: bool = False) -> int:
    """The dimension of `left op right`. `literal`: the right operand is a number without a dimension, other than 1."""
    if op == "*":
        return left + right
    if op in _QUOTIENTS:
        return min(left, 0) if right < 0 or (right == 0 and literal) else left - right
    if op in _SUMS:
        return max(left, right)
    return left


def is_literal(expr: Expr) -> bool:
    """Whether an operand is a number that may have an unspoken dimension."""
    return isinstance(expr, Const) and expr.bytes_power == 0 and expr.value != 1


def dimension(expr: Expr, variables: Mapping[Var, int]) -> int:
    """The dimension of an expression. `variables` holds those of variables (see `variable_dimensions`)."""
    match expr:
        case Const():
            return expr.bytes_power
        case Ref():
            return variables.get(expr.var, 0)
        case SizeOf():
            return 1
        case Unary(op="-" | "+" | "~") | Cast():
            return dimension(expr.operand, variables)
        case Binary():
            left, right = dimension(expr.left, variables), dimension(expr.right, variables)
            return combined(expr.op, left, right, literal=is_literal(expr.right))
        case IfExp():
            body, orelse = dimension(expr.body, variables), dimension(expr.orelse, variables)
            return body if body == orelse else 0
    return 0


def variable_dimensions(body: Block) -> dict[Var, int]:
    """The dimension of every variable that always holds values of one dimension other than 0."""
    assigns = [stmt for stmt in walk(body) if isinstance(stmt, Assign)]
    known: dict[Var, int] = {}
    mixed: set[Var] = set()
    for _ in range(_ROUNDS):
        before = dict(known)
        for stmt in assigns:
            found = dimension(stmt.value, known)
            if stmt.var in mixed or known.setdefault(stmt.var, found) == found:
                continue
            mixed.add(stmt.var)
            known[stmt.var] = 0
        if known == before:
            break
    return {var: power for var, power in known.items() if power}
