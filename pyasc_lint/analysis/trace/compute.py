"""IR expressions to functions of a concrete environment. Unknown values are None."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pyasc_lint.analysis.trace.model import Global, Local
from pyasc_lint.ir.nodes import (
    AddressAdd,
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
    Reinterpret,
    Sequence,
    SizeOf,
    Unary,
    Var,
    View,
)
from pyasc_lint.ir.traversal import parts
from pyasc_lint.ir.types import DType, DTypeOf, Element

Value = Any
"""int, float, bool, Local, Global, a tuple (list, or (field, value) pairs of a struct), or None for unknown."""
Key = Var | str
"""What an environment knows values of: variables, and fields of struct parameters as `name.field`."""
Env = dict[Key, Value]
Compute = Callable[[Env], Value]


def _ceildiv(a: int, b: int) -> int:
    return -(-a // b)


def _divide(a: Any, b: Any) -> Any:
    if isinstance(a, int) and isinstance(b, int):  # pyasc emits the C++ operator
        return abs(a) // abs(b) * (1 if (a >= 0) == (b >= 0) else -1)
    return a / b


_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": _divide,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": lambda a, b: a << b if 0 <= b < 64 else None,
    ">>": operator.rshift,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "min": min,
    "max": max,
    "ceildiv": _ceildiv,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
    "is": operator.eq,
    "is not": operator.ne,
}


def keys_of(exprs: Iterable[Expr]) -> tuple[Key, ...]:
    """What of an environment decides the values of expressions."""
    found: dict[Key, None] = {}
    for expr in exprs:
        for part in parts(expr):
            match part:
                case Ref():
                    found[part.var] = None
                case Field(base=Ref(var=var), key=str() as key):
                    found[f"{var.name}.{key}"] = None
    return tuple(found)


class Compiler:
    """Compiles expressions once per kernel. `dtypes` are the element types chosen for address parameters."""

    def __init__(self, core: str, dtypes: Mapping[str, DType]) -> None:
        self.core = core
        self.dtypes = dtypes
        self._cache: dict[int, tuple[Expr, Compute]] = {}

    def element(self, element: Element) -> DType | None:
        """The concrete element type."""
        return self.dtypes.get(element.parameter) if isinstance(element, DTypeOf) else element

    def __call__(self, expr: Expr) -> Compute:
        known = self._cache.get(id(expr))
        if known is None:
            known = self._cache[id(expr)] = (expr, self._compile(expr))
        return known[1]

    def _compile(self, expr: Expr) -> Compute:
        match expr:
            case Const(value=value):
                return lambda env: value
            case Ref(var=var):
                return lambda env: env.get(var)
            case Binary(op="and" | "or"):
                return self._junction(expr)
            case Binary() | Compare():
                return self._binary(expr)
            case Unary():
                return self._unary(expr)
            case IfExp():
                test, body, orelse = self(expr.test), self(expr.body), self(expr.orelse)
                return lambda env: None if (t := test(env)) is None else body(env) if t else orelse(env)
            case Cast():
                return self._cast(expr)
            case SizeOf():
                size = getattr(self.element(expr.element), "size", None)
                return lambda env: size
            case CoreTest():
                on_core = expr.core == self.core
                return lambda env: on_core
            case DTypeExpr():
                element = self.element(expr.element)
                return lambda env: element
            case Enum():
                key = (expr.enum, expr.member)
                return lambda env: key
            case Sequence():
                items = [self(item) for item in expr.items]
                return lambda env: tuple(item(env) for item in items)
            case View():
                return self._view(expr)
            case Reinterpret():
                return self._reinterpret(expr)
            case AddressAdd():
                base, offset = self(expr.base), self(expr.offset)
                return lambda env: _shifted(base(env), offset(env))
            case New(cls="ConstExpr") if expr.positional:
                return self(expr.positional[0])
            case New():
                fields = [(key, self(part)) for key, part in expr.args.items()]
                return lambda env: tuple((key, part(env)) for key, part in fields)
            case Field(base=Ref(var=var), key=str() as key):
                name = f"{var.name}.{key}"
                return lambda env: env.get(name)
        return lambda env: None

    def _binary(self, expr: Binary | Compare) -> Compute:
        if expr.op in ("in", "not in"):
            left, right = self(expr.left), self(expr.right)
            wanted = expr.op == "in"
            return lambda env: None if (a := left(env)) is None else (a in (right(env) or ())) == wanted
        left, right, apply = self(expr.left), self(expr.right), _BINARY.get(expr.op)
        if apply is None:
            return lambda env: None

        def compute(env: Env) -> Value:
            a = left(env)
            if a is None:
                return None
            b = right(env)
            if b is None:
                return None
            try:
                return apply(a, b)
            except (ArithmeticError, TypeError, ValueError):
                return None

        return compute

    def _junction(self, expr: Binary) -> Compute:
        left, right, stop = self(expr.left), self(expr.right), expr.op == "or"

        def compute(env: Env) -> Value:
            a = left(env)
            if a is not None and bool(a) == stop:
                return stop
            b = right(env)
            if b is not None and bool(b) == stop:
                return stop
            return None if a is None or b is None else not stop

        return compute

    def _unary(self, expr: Unary) -> Compute:
        inner, op = self(expr.operand), expr.op

        def compute(env: Env) -> Value:
            a = inner(env)
            if not isinstance(a, int | float):
                return None
            if op == "not":
                return not a
            if op == "~":
                return ~a if isinstance(a, int) else None
            return -a if op == "-" else a

        return compute

    def _cast(self, expr: Cast) -> Compute:
        inner, kind = self(expr.operand), expr.dtype.kind

        def compute(env: Env) -> Value:
            a = inner(env)
            if not isinstance(a, int | float):
                return None
            return float(a) if kind == "float" else bool(a) if kind == "bool" else int(a)

        return compute

    def _view(self, expr: View) -> Compute:
        base, offset = self(expr.base), self(expr.offset)
        return lambda env: _shifted(base(env), offset(env))

    def _reinterpret(self, expr: Reinterpret) -> Compute:
        base, element = self(expr.base), self.element(expr.element)

        def compute(env: Env) -> Value:
            value = base(env)
            return Local(value.tensor, value.offset, element) if isinstance(value, Local) else None

        return compute


def _shifted(base: Value, offset: Value) -> Value:
    """A tensor or address from element `offset` on: in the same memory, wherever that is."""
    known = offset if isinstance(offset, int) else None
    if isinstance(base, Local):
        if known is None or base.offset is None or base.element is None:
            return Local(base.tensor, None, base.element)
        return Local(base.tensor, base.offset + known * base.element.size, base.element)
    if isinstance(base, Global):
        moved = None if known is None or base.offset is None else base.offset + known
        return Global(base.parameter, moved, base.count, base.element)
    return None
