"""Values of a run and the evaluation of IR expressions, one case each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pyasc_lint.ir import nodes
from pyasc_lint.ir.types import DType, DTypeOf, Element


class NotConcrete(Exception):
    """Something that the run depends on has no value here: the kernel is outside of what the interpreter executes."""


@dataclass(frozen=True, eq=False)
class Tensor:
    """A LocalTensor as it was made: `size` bytes from byte `address` of `memory` on. Views share it."""

    maker: nodes.Alloc | nodes.MakeLocal
    memory: str
    address: int
    size: int
    element: DType

    @property
    def name(self) -> str:
        return self.maker.var.name


@dataclass(frozen=True)
class Local:
    """A LocalTensor value: `tensor` from byte `offset` on, as elements of `element`."""

    tensor: Tensor
    offset: int
    element: DType


@dataclass(frozen=True)
class Global:
    """A GlobalTensor or GlobalAddress: the buffer starts at element `base` of `parameter` and has `count` elements."""

    parameter: nodes.Var
    element: DType
    base: int = 0
    count: int | None = None
    offset: int = 0


@dataclass(eq=False)
class Allocator:
    """A LocalMemAllocator. `cursor` is in bytes."""

    memory: str
    cursor: int


@dataclass(frozen=True)
class Struct:
    """A parameter struct: the fields that were given."""

    cls: str
    fields: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.cls, *self.fields.items()))


class Secret:
    """A number that only the device knows, such as an element of a tensor."""


SECRET = Secret()


@dataclass
class Environment:
    """What expressions read. `dtypes` holds the element types of address parameters that the source leaves open.

    `data`: how conditions turn out that depend on data, all of them; None: they must not.
    """

    core: str
    dtypes: Mapping[str, DType] = field(default_factory=dict)
    data: bool | None = None
    variables: dict[nodes.Var, Any] = field(default_factory=dict)

    def dtype(self, element: Element) -> DType:
        found = self.dtypes.get(element.parameter) if isinstance(element, DTypeOf) else element
        if not isinstance(found, DType):
            raise NotConcrete(f"dtype {element}")
        return found

    def number(self, expr: nodes.Expr) -> int:
        """An integer that must be known."""
        value = self.value(expr)
        if not isinstance(value, int):
            raise NotConcrete(f"{type(expr).__name__} is {value!r}")
        return int(value)

    def truth(self, expr: nodes.Expr) -> bool:
        """A condition that must be known."""
        value = self.value(expr)
        if isinstance(value, Secret):
            if self.data is None:
                raise NotConcrete("a condition depends on data")
            return self.data
        return bool(value)

    def value(self, expr: nodes.Expr) -> Any:
        """The value of an expression: a number, bool, string, None, dtype, tensor, struct, tuple, enum or SECRET."""
        match expr:
            case nodes.Const():
                return expr.value
            case nodes.Ref():
                if expr.var not in self.variables:
                    raise NotConcrete(f"{expr.var.name} has no value")
                return self.variables[expr.var]
            case nodes.Unary():
                return _unary(expr.op, self.value(expr.operand))
            case nodes.Binary(op="and"):
                return self.value(expr.left) and self.value(expr.right)
            case nodes.Binary(op="or"):
                return self.value(expr.left) or self.value(expr.right)
            case nodes.Binary() | nodes.Compare():
                return _binary(expr.op, self.value(expr.left), self.value(expr.right))
            case nodes.IfExp():
                return self.value(expr.body if self.truth(expr.test) else expr.orelse)
            case nodes.Cast():
                return _cast(expr.dtype, self.value(expr.operand))
            case nodes.SizeOf():
                return self.dtype(expr.element).size
            case nodes.DTypeExpr():
                return self.dtype(expr.element)
            case nodes.Enum():
                return expr
            case nodes.CoreTest():
                return expr.core == self.core
            case nodes.Sequence():
                return tuple(self.value(item) for item in expr.items)
            case nodes.New(cls="ConstExpr"):
                return self.value(expr.positional[0])
            case nodes.New():
                return Struct(expr.cls, {name: self.value(part) for name, part in expr.args.items()})
            case nodes.View() | nodes.AddressAdd():
                return _moved(self.value(expr.base), self.number(expr.offset), isinstance(expr, nodes.View))
            case nodes.Reinterpret():
                base = self.value(expr.base)
                if isinstance(base, Local):
                    return Local(base.tensor, base.offset, self.dtype(expr.element))
        raise NotConcrete(type(expr).__name__)


def _unary(op: str, a: Any) -> Any:
    if isinstance(a, Secret):
        return SECRET
    match op:
        case "-":
            return -a
        case "+":
            return a
        case "~":
            return ~a
        case "not":
            return not a
    raise NotConcrete(op)


def _binary(op: str, a: Any, b: Any) -> Any:
    if isinstance(a, Secret) or isinstance(b, Secret):
        return SECRET
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case "/":
            return _truncated(a, b) if isinstance(a, int) and isinstance(b, int) else a / b
        case "//":
            return a // b
        case "%":
            return a % b
        case "<<":
            return a << b
        case ">>":
            return a >> b
        case "&":
            return a & b
        case "|":
            return a | b
        case "^":
            return a ^ b
        case "**":
            return a**b
        case "ceildiv":
            return -(-a // b)
        case "min":
            return min(a, b)
        case "max":
            return max(a, b)
        case "<":
            return a < b
        case "<=":
            return a <= b
        case ">":
            return a > b
        case ">=":
            return a >= b
        case "==" | "is":
            return a == b
        case "!=" | "is not":
            return a != b
        case "in":
            return a in b
        case "not in":
            return a not in b
    raise NotConcrete(op)


def _truncated(a: int, b: int) -> int:
    """Integer division as C++ does it: pyasc emits that operator."""
    return a // b if (a < 0) == (b < 0) else -(-a // b)


def _cast(dtype: DType, a: Any) -> Any:
    if isinstance(a, Secret):
        return SECRET
    match dtype.kind:
        case "float":
            return float(a)
        case "bool":
            return bool(a)
    return int(a)


def _moved(base: Any, by: int, view: bool) -> Local | Global:
    """A tensor or address from element `by` on."""
    match base:
        case Local():
            return Local(base.tensor, base.offset + by * base.element.size, base.element)
        case Global() if view:
            return Global(base.parameter, base.element, base.base, base.count, base.offset + by)
        case Global():
            return Global(base.parameter, base.element, base.base + by)
    raise NotConcrete(f"an element of {base!r}")
