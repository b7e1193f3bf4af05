"""Numbers as C++ expressions, with Python's meaning.

Integers are computed in 64 bits, since Python's do not wrap; `/` is a division of floats; `//` and `%` round towards
minus infinity. Operands are put in parentheses where C++ would group them otherwise, or where a reader may stumble.
"""

from __future__ import annotations

from collections.abc import Callable

from pyasc_lint.codegen.constants import Constants
from pyasc_lint.codegen.ctypes import INT64, UINT64, c_name, floating, integer
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.signs import Signs
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Binary, Cast, Compare, Const, Expr, Foreign, IfExp, New, Unary, Unknown
from pyasc_lint.ir.types import BOOL, DTYPES, FLOAT32, INT32, DType

PRIMARY, UNARY, PRODUCT, SUM, SHIFT, RELATION, EQUALITY, BIT_AND, BIT_XOR, BIT_OR, AND, OR, CHOICE = range(13, 0, -1)
"""How tightly operators bind, tightest first."""

_ARITHMETIC = {"+": SUM, "-": SUM, "*": PRODUCT}
_BITWISE = {"&": BIT_AND, "^": BIT_XOR, "|": BIT_OR}
_RELATIONS = {"<": RELATION, "<=": RELATION, ">": RELATION, ">=": RELATION, "==": EQUALITY, "!=": EQUALITY}
_IDENTITY = {"is": "==", "is not": "!="}
_HELPERS = {"//": "FloorDiv", "%": "FloorMod", "ceildiv": "CeilDiv", "max": "Max", "min": "Min"}
_FLOAT_HELPERS = {"//": "FloorDivF", "%": "FloorModF", "max": "MaxF", "min": "MinF"}


@dataclass(frozen=True, slots=True)
class Text:
    """A C++ expression: its text, the type of its value, and how tightly its outermost operator binds."""

    text: str
    type: DType
    level: int = PRIMARY

    def at(self, level: int) -> str:
        """The text as an operand that must bind at least that tightly."""
        return self.text if self.level >= level else f"({self.text})"

    @property
    def is_float(self) -> bool:
        return self.type.kind == "float"


def cast(value: Text, dtype: DType) -> Text:
    """A conversion; none where the type is the same already."""
    if value.type == dtype:
        return value
    if "float16" in (value.type.name, dtype.name) and "float" not in (value.type.kind, dtype.kind):
        value = cast(value, FLOAT32)
    if value.type.name == "float16" and dtype.kind in ("int", "uint"):
        value = cast(value, FLOAT32)
    if dtype.name == "float16" and value.type.kind in ("int", "uint"):
        value = cast(value, FLOAT32)
    return Text(f"static_cast<{c_name(dtype)}>({value.text})", dtype)


class Numbers:
    """Prints expressions. `leaf` prints what is no operator; `used` collects the names of helpers of the prelude."""

    def __init__(self, leaf: Callable[[Expr], Text], signs: Signs, constants: Constants | None = None) -> None:
        self._leaf = leaf
        self._constants = constants
        self._signs = signs
        self.used: set[str] = set()

    def text(self, expr: Expr) -> Text:
        """Any number. Raises CannotEmit."""
        match expr:
            case Const():
                return self._constant(expr)
            case Foreign(value=Const() as number) | New(cls="ConstExpr", positional=(Const() as number,)):
                return self._constant(number)
            case Unary():
                return self._unary(expr)
            case Binary(op="and" | "or"):
                return self._junction(expr)
            case Binary():
                return self._binary(expr)
            case Compare():
                return self._compare(expr)
            case IfExp():
                return self._choice(expr)
            case Cast():
                return self._cast(expr)
            case Unknown():
                raise CannotEmit("emit-unknown-value", f"a value is not known: {expr.reason}", expr.span)
        return self._leaf(expr)

    def as_type(self, expr: Expr, dtype: DType) -> Text:
        """A number converted to a type; a literal takes the type without a cast where C++ has one for it."""
        if isinstance(expr, Foreign) and expr.value is not None:
            return self.as_type(expr.value, dtype)
        if isinstance(expr, Const) and isinstance(expr.value, bool | int | float):
            if dtype.kind in ("int", "uint") and int(expr.value) != expr.value:
                raise CannotEmit("emit-constant", f"{expr.value} is no {dtype.name}: write the integer", expr.span)
            if expr.name and dtype == (INT64 if isinstance(expr.value, int) else FLOAT32):
                return self._constant(expr)
            if dtype == FLOAT32:
                return _literal(floating(float(expr.value)), FLOAT32)
            if dtype.name == "float16":
                return Text(f"static_cast<half>({floating(float(expr.value))})", dtype)
            if dtype in (INT32, INT64) and -(2**31) <= expr.value < 2**31:
                return _literal(integer(int(expr.value)), dtype)
        return cast(self.text(expr), dtype)

    def stored(self, expr: Expr, dtype: DType) -> Text:
        """A number as the value of a variable of that type: C++ widens by itself."""
        value = self.text(expr)
        if value.type.kind == dtype.kind and value.type.bits <= dtype.bits:
            return value
        if value.type.kind in ("uint", "bool") and dtype.kind == "int" and value.type.bits < dtype.bits:
            return value
        return self.as_type(expr, dtype)

    # ------------------------------------------------------------------------------------------------------ operators

    def _constant(self, expr: Const) -> Text:
        named = self._constants.name(expr) if self._constants is not None else None
        if named is not None:
            return Text(*named)
        match expr.value:
            case bool():
                return Text("true" if expr.value else "false", BOOL)
            case int():
                return _literal(integer(expr.value), expr.type if isinstance(expr.type, DType) else INT64)
            case float():
                return _literal(floating(expr.value), FLOAT32)
        raise CannotEmit("emit-constant", f"{expr.value!r} is no number", expr.span)

    def _unary(self, expr: Unary) -> Text:
        value = self.text(expr.operand)
        if expr.op == "not":
            return Text(f"!{value.at(UNARY)}", BOOL, UNARY)
        if expr.op == "~" and value.is_float:
            raise CannotEmit("emit-operator", "~ of a float has no meaning", expr.span)
        value = _single(value) if value.is_float else cast(value, INT64)
        operand = value.at(UNARY)
        if operand[0] in "-+~":
            operand = f"({operand})"
        return Text(f"{expr.op}{operand}", value.type, UNARY)

    def _junction(self, expr: Binary) -> Text:
        """Short-circuits, as Python does; the operands of one are no operands of the other without parentheses."""
        left, right = self.text(expr.left), self.text(expr.right)
        sign, level = ("&&", AND) if expr.op == "and" else ("||", OR)
        first = left.text if left.level == level else left.at(EQUALITY)
        return Text(f"{first} {sign} {right.at(EQUALITY)}", BOOL, level)

    def _binary(self, expr: Binary) -> Text:
        left, right = self.text(expr.left), self.text(expr.right)
        op = expr.op
        if op == "/":
            return self._divided(left, right)
        if left.is_float or right.is_float:
            return self._of_floats(expr, left, right)
        if op in _ARITHMETIC:
            return self._sum(op, left, right)
        if op in ("<<", ">>"):
            left = self._wide(left)
            return Text(f"{left.at(UNARY)} {op} {right.at(UNARY)}", left.type, SHIFT)
        if op in _BITWISE:
            left, right = self._same_sign(left, right)
            dtype = left.type if left.type.bits >= right.type.bits else right.type
            dtype = INT32 if dtype.bits < INT32.bits else dtype
            return Text(f"{left.at(UNARY)} {op} {right.at(UNARY)}", dtype, _BITWISE[op])
        if op in ("//", "%") and self._signs.natural(expr.left) and self._signs.positive(expr.right):
            left, right = self._same_sign(left, right)
            dtype = max(left.type, right.type, INT32, key=lambda each: each.bits)
            return Text(f"{left.at(PRODUCT)} {op[0]} {right.at(UNARY)}", dtype, PRODUCT)
        if op in _HELPERS:
            return self._helped(_HELPERS[op], left, right, INT64)
        raise CannotEmit("emit-operator", f"operator {op} has no form in Ascend C", expr.span)

    def _divided(self, left: Text, right: Text) -> Text:
        first = cast(left, FLOAT32) if left.type.name == "float16" or not (left.is_float or right.is_float) else left
        second = cast(right, FLOAT32) if right.type.name == "float16" else right
        return Text(f"{first.at(PRODUCT)} / {second.at(UNARY)}", FLOAT32, PRODUCT)

    def _of_floats(self, expr: Binary, left: Text, right: Text) -> Text:
        left, right = _single(left), _single(right)
        if expr.op in _ARITHMETIC:
            level = _ARITHMETIC[expr.op]
            return Text(f"{left.at(level)} {expr.op} {right.at(level + 1)}", _wider_float(left, right), level)
        if expr.op == "ceildiv":
            inner = self._helped("FloorDivF", Text(f"-{left.at(UNARY)}", FLOAT32, UNARY), right, FLOAT32)
            return Text(f"-{inner.text}", FLOAT32, UNARY)
        if expr.op in _FLOAT_HELPERS:
            return self._helped(_FLOAT_HELPERS[expr.op], left, right, FLOAT32)
        raise CannotEmit("emit-operator", f"operator {expr.op} takes no floats", expr.span)

    def _sum(self, op: str, left: Text, right: Text) -> Text:
        level = _ARITHMETIC[op]
        left, right = self._same_sign(left, right)
        if INT64 not in (left.type, right.type) and UINT64 not in (left.type, right.type):
            if left.level == UNARY or left.text.isdigit():
                right = cast(right, INT64)
            else:
                left = cast(left, INT64)
        if left.type == UINT64:
            left = cast(left, INT64)
        if right.type == UINT64:
            right = cast(right, INT64)
        return Text(f"{left.at(level)} {op} {right.at(level + 1)}", INT64, level)

    def _compare(self, expr: Compare) -> Text:
        op = _IDENTITY.get(expr.op, expr.op)
        if op not in _RELATIONS:
            raise CannotEmit("emit-operator", f"'{expr.op}' has no form in Ascend C", expr.span)
        left, right = self.text(expr.left), self.text(expr.right)
        if left.is_float or right.is_float:
            left, right = _single(left), _single(right)
        else:
            left, right = self._same_sign(left, right)
        return Text(f"{left.at(SUM)} {op} {right.at(SUM)}", BOOL, _RELATIONS[op])

    def _choice(self, expr: IfExp) -> Text:
        test, body, orelse = self.text(expr.test), self.text(expr.body), self.text(expr.orelse)
        if body.is_float or orelse.is_float:
            body, orelse = _single(body), _single(orelse)
            dtype = _wider_float(body, orelse)
        else:
            body, orelse = self._same_sign(body, orelse)
            dtype = body.type if body.type.bits >= orelse.type.bits else orelse.type
        return Text(f"{test.at(OR)} ? {body.at(OR)} : {orelse.at(CHOICE)}", dtype, CHOICE)

    def _cast(self, expr: Cast) -> Text:
        """A constant of the type that a literal of it has needs no cast."""
        operand = expr.operand
        if isinstance(operand, Const) and isinstance(operand.value, float) and expr.dtype.kind in ("int", "uint"):
            operand = Const(int(operand.value))
        if isinstance(operand, Const) and expr.dtype in (INT32, INT64, FLOAT32):
            return self.as_type(operand, expr.dtype)
        return cast(self.text(operand), expr.dtype)

    def _helped(self, name: str, left: Text, right: Text, dtype: DType) -> Text:
        self.used.add(name)
        parts = [value.text if value.type.kind == dtype.kind else cast(value, dtype).text for value in (left, right)]
        return Text(f"{name}({parts[0]}, {parts[1]})", dtype)

    def _wide(self, value: Text) -> Text:
        return value if value.type in (INT64, UINT64) else cast(value, INT64)

    def _same_sign(self, left: Text, right: Text) -> tuple[Text, Text]:
        """Operands that C++ compares and combines by value: none is turned into an unsigned number on the way."""
        unsigned = [value.type.kind == "uint" and value.type.bits >= INT32.bits for value in (left, right)]
        if unsigned[0] == unsigned[1] or left.text.isdigit() or right.text.isdigit():
            return left, right
        return (cast(left, INT64), right) if unsigned[0] else (left, cast(right, INT64))


def _literal(text: str, dtype: DType) -> Text:
    return Text(text, dtype, UNARY if text.startswith("-") else PRIMARY)


def _single(value: Text) -> Text:
    """A half as a float; other numbers as they are, which C++ converts by itself."""
    return cast(value, FLOAT32) if value.type == DTYPES["float16"] else value


def _wider_float(left: Text, right: Text) -> DType:
    return next((value.type for value in (left, right) if value.type.name == "float64"), FLOAT32)
