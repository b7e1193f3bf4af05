"""Which integers are certainly not negative: C++'s `/` and `%` then mean what Python's `//` and `%` do."""

from __future__ import annotations

from pyasc_lint.ir.nodes import (
    Assign,
    Assume,
    Binary,
    Block,
    Call,
    Cast,
    Compare,
    Const,
    CurAddr,
    Expr,
    For,
    IfExp,
    Ref,
    SizeOf,
    Var,
    walk,
)
from pyasc_lint.ir.traversal import defined
from pyasc_lint.ir.types import DType

_NATURAL_RESULTS = frozenset({
    "get_block_idx", "get_block_num", "get_sub_block_idx", "get_sub_block_num", "get_task_ratio",
    "get_data_block_size_in_bytes", "LocalTensor.get_size", "LocalTensor.get_length", "GlobalTensor.get_size",
})  # fmt: skip


class Signs:
    """The variables of a kernel that are never negative, whatever path is taken."""

    def __init__(self, body: Block) -> None:
        assumed = {var for stmt in body if isinstance(stmt, Assume) for var in _assumed(stmt.test)}
        definitions: dict[Var, list[Assign | For | Call | CurAddr]] = {}
        unsuitable: set[Var] = set()
        for stmt in walk(body):
            var = defined(stmt)
            if var is None or not isinstance(var.type, DType):
                continue
            if isinstance(stmt, Assign | For | Call | CurAddr):
                definitions.setdefault(var, []).append(stmt)
            else:
                unsuitable.add(var)
        self._natural = {var for var in definitions if var not in unsuitable and var.type.kind != "float"}  # type: ignore[union-attr]
        self._natural |= {var for var in assumed if var not in definitions}
        changed = True
        while changed:  # start from all, drop what some definition may make negative
            failing = {
                var
                for var in self._natural
                if not all(self._defines_natural(stmt) for stmt in definitions.get(var, ()))
            }
            self._natural -= failing
            changed = bool(failing)

    def natural(self, expr: Expr) -> bool:
        """Whether an integer expression is certainly at least 0."""
        match expr:
            case Const(value=bool() | int() as value):
                return value >= 0
            case Ref():
                return expr.var in self._natural or _is_unsigned(expr)
            case SizeOf() | Compare():
                return True
            case Cast():
                return expr.dtype.kind in ("uint", "bool") or (expr.dtype.bits == 64 and self.natural(expr.operand))
            case Binary(op="+" | "*" | "//" | "ceildiv" | "<<" | ">>" | "|" | "^" | "min"):
                return self.natural(expr.left) and self.natural(expr.right)
            case Binary(op="&" | "max"):
                return self.natural(expr.left) or self.natural(expr.right)
            case Binary(op="%"):
                return self.positive(expr.right)
            case Binary(op="and" | "or"):
                return True
            case IfExp():
                return self.natural(expr.body) and self.natural(expr.orelse)
        return False

    def positive(self, expr: Expr) -> bool:
        """Whether an integer expression is certainly at least 1."""
        match expr:
            case Const(value=bool() | int() as value):
                return value > 0
            case SizeOf():
                return True
            case Binary(op="*"):
                return self.positive(expr.left) and self.positive(expr.right)
        return False

    def _defines_natural(self, stmt: Assign | For | Call | CurAddr) -> bool:
        match stmt:
            case Assign():
                return self.natural(stmt.value)
            case For():
                return self.natural(stmt.start) and self.positive(stmt.step)
            case Call():
                return stmt.api in _NATURAL_RESULTS
        return True


def _is_unsigned(expr: Expr) -> bool:
    return isinstance(expr.type, DType) and expr.type.kind in ("uint", "bool")


def _assumed(test: Expr) -> list[Var]:
    """The variables that a condition bounds from below by a number that is not negative."""
    match test:
        case Binary(op="and"):
            return [*_assumed(test.left), *_assumed(test.right)]
        case Compare(op=">" | ">=" | "==", left=Ref() as ref, right=Const(value=int() as bound)):
            return [ref.var] if bound >= 0 else []
        case Compare(op="<" | "<=" | "==", left=Const(value=int() as bound), right=Ref() as ref):
            return [ref.var] if bound >= 0 else []
    return []
