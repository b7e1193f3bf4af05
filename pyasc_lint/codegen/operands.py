"""What is no number: tensors, addresses, and the leaves that numeric expressions read."""

from __future__ import annotations

from collections.abc import Callable

from pyasc_lint.codegen.cexpr import EQUALITY, OR, PRODUCT, Numbers, Text
from pyasc_lint.codegen.constants import Constants
from pyasc_lint.codegen.ctypes import c_name, element_name
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.names import Names, identifier
from pyasc_lint.codegen.signs import Signs
from pyasc_lint.codegen.storage import Storage
from pyasc_lint.ir.nodes import (
    AddressAdd,
    Const,
    CoreTest,
    Expr,
    Field,
    IfExp,
    LibraryConstant,
    Ref,
    Reinterpret,
    SizeOf,
    Unknown,
    Var,
    View,
)
from pyasc_lint.ir.types import (
    BOOL,
    DTYPES,
    AddressType,
    AllocatorType,
    ArrayType,
    DType,
    Element,
    ObjectType,
    StructType,
    TensorType,
    Type,
)


def c_type(kind: Type, what: str) -> str:
    """The C++ type of a variable; `what` names it in a refusal."""
    match kind:
        case TensorType(space="local"):
            return f"AscendC::LocalTensor<{element_name(kind.element)}>"
        case TensorType():
            return f"AscendC::GlobalTensor<{element_name(kind.element)}>"
        case AddressType():
            return f"__gm__ {element_name(kind.element)}*"
        case ObjectType(name="ShapeInfo"):
            return "AscendC::ShapeInfo"
        case AllocatorType(hardware=hardware) if hardware:
            return f"AscendC::LocalMemAllocator<AscendC::Hardware::{hardware}>"
    raise CannotEmit("emit-unknown-type", f"what {what} holds is not known")


class Operands:
    """Prints operands of statements. `inline` holds results of calls that stand where they are used."""

    def __init__(self, names: Names, signs: Signs, storage: Storage) -> None:
        self.names = names
        self.storage = storage
        self.constants = Constants(names)
        self.numbers = Numbers(self._leaf, signs, self.constants)
        self.inline: dict[Var, Text] = {}

    def declared(self, var: Var) -> str:
        """The C++ type in which a variable is declared."""
        if isinstance(var.type, DType):
            return c_name(self.storage.of(var))
        return c_type(var.type, f"'{var.name}'")

    def initial(self, var: Var) -> str:
        """What a variable starts with where its first value comes later."""
        if isinstance(var.type, DType):
            return " = false" if self.storage.of(var) == BOOL else " = 0"
        return ""

    def number(self, expr: Expr) -> str:
        """A number as an argument of a call."""
        return self.numbers.text(expr).text

    def tensor(self, expr: Expr) -> str:
        """A LocalTensor or GlobalTensor. Raises CannotEmit."""
        match expr:
            case Ref() if isinstance(expr.type, TensorType):
                return self._name(expr)
            case View(offset=Const(value=0)):
                return self.tensor(expr.base)
            case View():
                return f"{self.tensor(expr.base)}[{self.number(expr.offset)}]"
            case IfExp():
                return f"({self._choice(expr, self.tensor)})"
            case Reinterpret():
                return f"{self.tensor(expr.base)}.ReinterpretCast<{element_name(expr.element)}>()"
            case Unknown():
                raise CannotEmit("emit-unknown-value", f"a tensor is not known: {expr.reason}", expr.span)
        raise CannotEmit("emit-operand", "this operand is no tensor", expr.span)

    def address(self, expr: Expr) -> str:
        """A typed pointer to global memory. Parameters of the kernel are untyped there."""
        if isinstance(expr, IfExp):
            return f"({self._choice(expr, self.address)})"
        if isinstance(expr, AddressAdd):
            return f"{self.address(expr.base)} + {self.numbers.text(expr.offset).at(PRODUCT)}"
        if isinstance(expr, Ref) and isinstance(expr.type, AddressType):
            name = self._name(expr)
            if expr.var.role != "param":
                return name
            return f"reinterpret_cast<__gm__ {element_name(expr.type.element)}*>({name})"
        raise CannotEmit("emit-operand", "this operand is no address", expr.span)

    def _choice(self, expr: IfExp, part: Callable[[Expr], str]) -> str:
        return f"{self.numbers.text(expr.test).at(OR)} ? {part(expr.body)} : {part(expr.orelse)}"

    def element(self, expr: Expr) -> DType:
        """The element type of a tensor operand."""
        kind = expr.type
        element: Element = kind.element if isinstance(kind, TensorType) else None
        if not isinstance(element, DType):
            raise CannotEmit("emit-unknown-dtype", "the element type of an operand is not known", expr.span)
        return element

    def _name(self, ref: Ref) -> str:
        if not self.names.knows(ref.var):
            raise CannotEmit("emit-unset", f"'{ref.var.name}' may be used before it has a value", ref.span)
        return self.names.of(ref.var)

    # --------------------------------------------------------------------------------------------------------- leaves

    def _leaf(self, expr: Expr) -> Text:
        match expr:
            case Ref() if expr.var in self.inline:
                return self.inline[expr.var]
            case Ref():
                return Text(self._name(expr), self.storage.of(expr.var))
            case CoreTest():
                return Text(f"g_coreType == AscendC::{expr.core}", BOOL, EQUALITY)
            case LibraryConstant():
                return Text(f"AscendC::{expr.name}", expr.dtype)
            case SizeOf():
                return Text(f"sizeof({element_name(expr.element)})", DTYPES["uint64"])
            case Field(key=str()) if isinstance(expr.of, DType):
                return Text(self._member(expr), expr.of)
            case Field() if isinstance(expr.base.type, ArrayType) and isinstance(expr.base, Ref):
                if not isinstance(expr.of, DType) or isinstance(expr.key, str):
                    raise CannotEmit("emit-unknown-dtype", "the element type of the array is not known", expr.span)
                return Text(f"{self._name(expr.base)}[{self.number(expr.key)}]", expr.of)
        raise CannotEmit("emit-value", f"a {type(expr).__name__} is no number here", expr.span)

    def _member(self, expr: Expr) -> str:
        """A field of a struct, or the struct itself."""
        if isinstance(expr, Field) and isinstance(expr.key, str):
            return f"{self._member(expr.base)}.{identifier(expr.key)}"
        if isinstance(expr, Ref) and isinstance(expr.type, StructType):
            return self._name(expr)
        raise CannotEmit("emit-value", "a field of something that is no struct", expr.span)
