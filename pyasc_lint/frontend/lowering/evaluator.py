"""Expressions with Python's meaning, folded as far as they are constant.

`Evaluator` is for host code: it never emits IR and never runs anything. Kernels use the subclass in `kernel.py`, which
knows local names and emits calls.
"""

from __future__ import annotations

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.frontend.lowering import fold, host
from pyasc_lint.frontend.lowering.expressions import Expressions
from pyasc_lint.frontend.lowering.things import (
    ApiClass,
    Builtin,
    DictValue,
    External,
    Function,
    Launcher,
    ListValue,
    Method,
    UserClass,
    Value,
    describe,
    operand,
)
from pyasc_lint.ir.nodes import (
    AddressAdd,
    Binary,
    Compare,
    Const,
    DTypeExpr,
    Enum,
    Expr,
    Field,
    Foreign,
    IfExp,
    New,
    Reinterpret,
    SizeOf,
    Unary,
    Unknown,
    View,
)
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import (
    UNKNOWN_TYPE,
    AddressType,
    AllocatorType,
    ArrayType,
    DType,
    ObjectType,
    StructType,
    TensorType,
    Type,
)


class Evaluator(Expressions):
    """Evaluates expressions of one scope of one file."""

    def call(self, node: nodes.Call, function: Value) -> Value:
        arguments = [self.evaluate(argument) for argument in node.args]
        keywords = {keyword.arg: self.evaluate(keyword.value) for keyword in node.keywords if keyword.arg}
        return host.call(self, node, function, arguments, keywords)

    def _call(self, node: nodes.Call) -> Value:
        return self.call(node, self.evaluate(node.func))

    def expression_attribute(self, node: nodes.NodeNG, base: Expr, name: str) -> Value:
        kind = base.type
        if name == "dtype":
            if isinstance(kind, TensorType | AddressType):
                return DTypeExpr(kind.element, f"{getattr(node, 'as_string', str)()}")
            if isinstance(kind, ArrayType):
                return DTypeExpr(kind.element) if kind.element is not None else Unknown("the dtype of an array")
            if isinstance(kind, DType) and not isinstance(base, Const):
                return DTypeExpr(kind)
        if isinstance(base, Unknown):
            return Unknown(base.reason)
        if isinstance(kind, StructType) and name not in ("to_ir", "create_local"):
            return Field(base, name, kind.field(name), span=self.span(node))
        if kind == UNKNOWN_TYPE and not api.is_value_method(name):
            return Unknown(f"'{name}' of a value that is not known", span=self.span(node))
        return Method(base, name) if is_method(base, name) else self._data(base, name)

    def _data(self, base: Expr, name: str) -> Value:
        """What an attribute holds that is no method."""
        if isinstance(base, Enum) and name == "name":
            return Const(base.member)
        if isinstance(base, Const) and name in ENUM_DATA:
            return base if name == "value" else Unknown("the name of a member")
        if isinstance(base, Const):
            found = getattr(base.value, name, None)
            return Const(found) if isinstance(found, bool | int | float | str) else Unknown(f"'{name}' of a constant")
        if isinstance(base.type, ArrayType) and name == "length" and base.type.length is not None:
            return Const(base.type.length)
        return Unknown(f"'{name}' of {describe(base)}")

    def _binop(self, node: nodes.BinOp) -> Value:
        return self.binary(node, node.op, self.evaluate(node.left), self.evaluate(node.right))

    def binary(self, node: nodes.NodeNG, op: str, left: Value, right: Value) -> Value:
        """`left op right` for values that are already evaluated."""
        if isinstance(left, ListValue):
            return self._list_operator(op, left, right)
        first, second = operand(left), operand(right)
        first, second = unwrap(first), unwrap(second)
        folded = fold.binary(op, first, second)
        if folded is not None:
            return Const(folded.value, folded.bytes_power, span=self.span(node))
        for value in (first, second):
            if isinstance(value, Unknown):
                return Unknown(value.reason, self._numeric(first, second), span=self.span(node))
        if isinstance(first.type, AddressType) and op == "+":
            return AddressAdd(first, second, span=self.span(node))
        if isinstance(second.type, AddressType) and op == "+":
            return AddressAdd(second, first, span=self.span(node))
        return Binary(op, first, second, span=self.span(node))

    def _numeric(self, first: Expr, second: Expr) -> DType | ObjectType:
        return next((t for t in (first.type, second.type) if isinstance(t, DType)), UNKNOWN_TYPE)

    def _list_operator(self, op: str, left: ListValue, right: Value) -> Value:
        if op == "+" and isinstance(right, ListValue) and right.kind == left.kind:
            return ListValue(left.kind, [*left.items, *right.items])
        if op == "*" and isinstance(right, Const) and isinstance(right.value, int):
            if len(left.items) * max(right.value, 0) <= 10_000:
                return ListValue(left.kind, left.items * right.value)
        return Unknown(f"a {left.kind} operator")

    def _boolop(self, node: nodes.BoolOp) -> Value:
        value = self.evaluate(node.values[0])
        for other in node.values[1:]:
            known = fold.truth(operand(value)) if isinstance(value, Expr) else None
            if known is not None:
                if known == (node.op == "or"):
                    return value
                value = self.evaluate(other)
                continue
            value = Binary(node.op, operand(value), self.operand(other), span=self.span(node))
        return value

    def _unaryop(self, node: nodes.UnaryOp) -> Value:
        return self.unary(node, node.op, unwrap(self.operand(node.operand)))

    def unary(self, node: nodes.NodeNG, op: str, value: Expr) -> Value:
        """`op value` for a value that is already evaluated."""
        folded = fold.unary(op, value)
        if folded is not None:
            return Const(folded.value, folded.bytes_power, span=self.span(node))
        return Unary(op, value, span=self.span(node))

    def _compare(self, node: nodes.Compare) -> Value:
        if len(node.ops) != 1:
            self.unsupported(node, "comparison-chain", "control_flow-19")
        left = self.evaluate(node.left)
        result: Value | None = None
        for op, right_node in node.ops:
            right = self.evaluate(right_node)
            test = self.compare(node, op, left, right)
            if result is None:
                result = test
            elif isinstance(result, Const):
                result = test if result.value else result
            else:
                result = Binary("and", operand(result), operand(test), span=self.span(node))
            left = right
        assert result is not None
        return result

    def compare(self, node: nodes.NodeNG, op: str, left: Value, right: Value) -> Value:
        """`left op right`, one comparison."""
        first, second = unwrap(operand(left)), unwrap(operand(right))
        folded = fold.compare(op, first, second)
        if folded is not None:
            return Const(folded.value, span=self.span(node))
        same = _identity(first, second)
        if same is not None and op in ("==", "is", "!=", "is not"):
            return Const(same == (op in ("==", "is")), span=self.span(node))
        return Compare(op, first, second, span=self.span(node))

    def _ifexp(self, node: nodes.IfExp) -> Value:
        test = self.operand(node.test)
        known = fold.truth(unwrap(test))
        if known is not None:
            return self.evaluate(node.body if known else node.orelse)
        return IfExp(test, self.operand(node.body), self.operand(node.orelse), span=self.span(node))

    def _list(self, node: nodes.List) -> Value:
        return ListValue("list", [self.evaluate(item) for item in node.elts])

    def _tuple(self, node: nodes.Tuple) -> Value:
        return ListValue("tuple", [self.evaluate(item) for item in node.elts])

    def _dict(self, node: nodes.Dict) -> Value:
        self.unsupported(node, "dict-literal")
        items: dict[object, Value] = {}
        for key_node, value_node in node.items:
            key = self.evaluate(key_node)
            if not isinstance(key, Const):
                return Unknown("a dict with keys that are not constant")
            items[key.value] = self.evaluate(value_node)
        return DictValue(items)

    def _starred(self, node: nodes.Starred) -> Value:
        self.unsupported(node, "starred")
        return Unknown("a starred expression is not evaluated")

    def _joinedstr(self, node: nodes.JoinedStr) -> Value:
        parts = [self.evaluate(value) for value in node.values]
        if all(isinstance(part, Const) for part in parts):
            return Const("".join(str(part.value) for part in parts if isinstance(part, Const)), span=self.span(node))
        return Unknown("an f-string of run-time values", ObjectType("str"))

    def _formattedvalue(self, node: nodes.FormattedValue) -> Value:
        value = self.evaluate(node.value)
        self.judge_format(node, value)
        if isinstance(value, DTypeExpr) and isinstance(value.element, DType):
            return Const(value.element.name)
        if not isinstance(value, Const) or node.conversion not in (-1, 115):
            return Unknown("a formatted run-time value", ObjectType("str"))
        spec = self.evaluate(node.format_spec) if node.format_spec else Const("")
        try:
            return Const(format(value.value, str(spec.value) if isinstance(spec, Const) else ""))
        except (ValueError, TypeError):
            return Unknown("an invalid format", ObjectType("str"))

    def _subscript(self, node: nodes.Subscript) -> Value:
        base = self.evaluate(node.value)
        if isinstance(base, Expr) and isinstance(base.type, TensorType | ArrayType):
            return self.index(node, base, node.slice)
        index = self.evaluate(node.slice) if not isinstance(node.slice, nodes.Slice) else None
        self.judge_subscript(node, base, index)
        match base, index:
            case ListValue(), Const(value=int() as position) if -len(base.items) <= position < len(base.items):
                return base.items[position]
            case DictValue(), Const() if index.value in base.items:
                return base.items[index.value]
            case ListValue(), None:
                assert isinstance(node.slice, nodes.Slice)
                return self._list_slice(base, node.slice)
            case ((ApiClass() | Builtin() | External() | UserClass()), _):
                return base  # `ConstExpr[int]`, `list[int]`: an annotation, or a class with type parameters
            case Foreign(what="missing"), _:
                return base
            case Function(jit=True), _:
                return Launcher(base, node.slice)
        return Unknown(f"an element of {describe(base)} is not known")

    def _list_slice(self, base: ListValue, node: nodes.Slice) -> Value:
        parts = (node.lower, node.upper, node.step)
        bounds = [self.evaluate(part) if part is not None else Const(None) for part in parts]
        values = [bound.value for bound in bounds if isinstance(bound, Const)]
        whole = [value for value in values if value is None or isinstance(value, int)]
        if len(whole) == len(parts) and whole[2] != 0:
            return ListValue(base.kind, base.items[slice(whole[0], whole[1], whole[2])])
        return Unknown(f"a slice of a {base.kind} is not known")

    def index(self, node: nodes.Subscript, base: Expr, index: nodes.NodeNG) -> Value:
        """`tensor[i]`, `tensor[i:]`, `array[i]`."""
        start = index.lower if isinstance(index, nodes.Slice) else index
        value = self.evaluate(start) if start is not None else None
        self.judge_index(node, base, value)
        offset = unwrap(operand(value)) if value is not None else Const(0)
        if isinstance(base.type, ArrayType):
            return Field(base, offset, base.type.element or UNKNOWN_TYPE, span=self.span(node))
        return View(base, offset, span=self.span(node))


ENUM_DATA = frozenset({"name", "value"})
"""What a member of an enum of the file has; such a member is taken for its value here."""


def is_method(base: Expr, name: str) -> bool:
    """Whether an attribute is a method, or one that does not exist."""
    if isinstance(base, Enum):
        return name not in ENUM_DATA
    if isinstance(base, Const):
        return name not in ENUM_DATA and callable(getattr(base.value, name, is_method))
    if isinstance(base.type, ArrayType):
        return name != "length"
    info = api.find_class(api_class(base.type) or "")
    return info is None or not info.has_member(name) or name in info.methods


def api_class(kind: Type) -> str | None:
    """The class of asc behind the type of a value."""
    match kind:
        case TensorType(space=space):
            return "LocalTensor" if space == "local" else "GlobalTensor"
        case AllocatorType():
            return "LocalMemAllocator"
        case ObjectType(name=name) if name and api.find_class(name):
            return name
    return None


def unwrap(value: Expr) -> Expr:
    """The constant inside an `asc.ConstExpr(...)` object."""
    if isinstance(value, New) and value.cls == "ConstExpr" and value.positional:
        return value.positional[0]
    return value


def sizeof(element: DTypeExpr, span: Span) -> Expr:
    """`dtype.sizeof()`: bytes an element takes."""
    if isinstance(element.element, DType):
        size = element.element.size
        return Const(size, 1 if size > 1 else 0, span=span)
    return SizeOf(element.element, span=span)


def cast_reinterpret(base: Expr, dtype: Value, span: Span) -> Expr:
    """`tensor.reinterpret_cast(dtype)`."""
    return Reinterpret(base, dtype.element if isinstance(dtype, DTypeExpr) else None, span=span)


def _identity(first: Expr, second: Expr) -> bool | None:
    """Whether two non-constant values are the same object, where that is certain."""
    match first, second:
        case DTypeExpr(element=DType() as a), DTypeExpr(element=DType() as b):
            return a == b
        case Enum(), Enum():
            return (first.enum, first.member) == (second.enum, second.member)
        case (Const(value=None), other) | (other, Const(value=None)):
            return None if isinstance(other, Unknown) or other.type == UNKNOWN_TYPE else False
    return None
