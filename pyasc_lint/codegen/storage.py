"""In which C++ type a variable holds a number: one that all values have room in that the source gives it."""

from __future__ import annotations

from pyasc_lint.codegen.ctypes import INT64, UINT64
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.ir.nodes import Assign, Binary, Block, Cast, Compare, Expr, IfExp, Ref, Unary, Var, walk
from pyasc_lint.ir.types import BOOL, FLOAT32, DType

_KINDS = ("bool", "int", "float")
"""From narrow to wide: Python turns each into the next."""


class Storage:
    """The types of the variables of a kernel. Python's integers do not wrap: all but parameters are 64 bits wide."""

    def __init__(self, body: Block) -> None:
        self._kinds: dict[Var, str] = {}
        assigned = [stmt for stmt in walk(body) if isinstance(stmt, Assign) and isinstance(stmt.var.type, DType)]
        changed = True
        while changed:  # a variable may get its value from others
            changed = False
            for stmt in assigned:
                known = self._kind(Ref(stmt.var))
                wider = max(known, self._kind(stmt.value), key=_KINDS.index)
                changed = changed or wider != known
                self._kinds[stmt.var] = wider

    def of(self, var: Var) -> DType:
        """The type in which a variable is declared. Raises CannotEmit."""
        dtype = var.type
        if not isinstance(dtype, DType):
            raise CannotEmit("emit-unknown-type", f"the type of '{var.name}' is not known")
        kind = self._kinds.get(var, "")
        if kind == "float" and dtype.kind != "float":
            return FLOAT32
        if var.role == "param" or dtype.kind == "float" or (dtype == UINT64 and var.role == "local"):
            return dtype
        return BOOL if dtype.kind == "bool" and kind != "int" else INT64

    def _kind(self, expr: Expr) -> str:
        """What Python makes of an expression: bool, int or float."""
        match expr:
            case Ref() if expr.var in self._kinds:
                return self._kinds[expr.var]
            case Binary(op="and" | "or") | Compare() | Unary(op="not"):
                return "bool"
            case Binary(op="/"):
                return "float"
            case Binary():
                return max("int", self._kind(expr.left), self._kind(expr.right), key=_KINDS.index)
            case Unary():
                return max("int", self._kind(expr.operand), key=_KINDS.index)
            case IfExp():
                return max(self._kind(expr.body), self._kind(expr.orelse), key=_KINDS.index)
            case Cast(dtype=dtype):
                return _plain(dtype)
        return _plain(expr.type)


def _plain(kind: object) -> str:
    found = kind.kind if isinstance(kind, DType) else "int"
    return "int" if found == "uint" else found
