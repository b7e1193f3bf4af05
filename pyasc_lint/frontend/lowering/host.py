"""Calls that mean something without a kernel: builtins on constants, dataclasses, dtypes, host arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.frontend.lowering import fold
from pyasc_lint.frontend.lowering.things import (
    TENSOR_TRAIT,
    ApiClass,
    ApiFunction,
    ArrayLike,
    Builtin,
    DictValue,
    External,
    Function,
    Instance,
    JitDecorator,
    ListValue,
    Method,
    RangeValue,
    UserClass,
    Value,
    describe,
    operand,
)
from pyasc_lint.ir.nodes import Binary, Cast, Const, DTypeExpr, Enum, Expr, Foreign, New, Unknown
from pyasc_lint.ir.types import DTYPE_ALIASES, DTYPES, FLOAT32, INT32, UNKNOWN_TYPE, DType, ObjectType, StructType, Type

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.evaluator import Evaluator

_FOLDED: dict[str, Callable[..., Any]] = {
    "int": int,
    "float": float,
    "bool": bool,
    "str": str,
    "repr": repr,
    "abs": abs,
    "round": round,
    "min": min,
    "max": max,
    "pow": lambda a, b: a**b if abs(b) <= 64 else None,
    "divmod": divmod,
}


def call(
    evaluator: Evaluator, node: nodes.Call, function: Value, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """The value of a call, or an `Unknown`. Shared by host code and kernels; emits nothing."""
    match function:
        case ApiFunction(name="jit"):
            return _decorated(JitDecorator(node, evaluator.scope, evaluator.module), arguments)
        case JitDecorator():
            return _decorated(function, arguments)
        case External(dotted="functools.partial") if arguments and _is_jit(arguments[0]):
            return JitDecorator(node, evaluator.scope, evaluator.module)
        case ApiFunction(name="ceildiv") if len(arguments) == 2:
            return evaluator.binary(node, "ceildiv", arguments[0], arguments[1])
        case ApiClass():
            return construct(evaluator, node, function.name, arguments, keywords)
        case Builtin():
            return builtin(evaluator, node, function.name, arguments, keywords)
        case UserClass():
            return instance(evaluator, function, arguments, keywords)
        case Method():
            return method(evaluator, node, function, arguments, keywords)
        case External():
            return external(evaluator, function, arguments, keywords)
        case Foreign():
            return Foreign(function.name, "instance", span=evaluator.span(node))
    return Unknown(f"the result of calling {describe(function)} is not known")


def _decorated(decorator: JitDecorator, arguments: list[Value]) -> Value:
    if arguments and isinstance(arguments[0], Function):
        made = arguments[0]
        return Function(made.node, made.scope, made.module, True, decorator)
    return decorator


def _is_jit(value: Value) -> bool:
    return isinstance(value, ApiFunction) and value.name == "jit"


def construct(
    evaluator: Evaluator, node: nodes.Call, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """An object of an asc class that lives at trace time: a parameter struct, a range, a ConstExpr, a DataType."""
    if name in ("range", "static_range"):
        return RangeValue(tuple(arguments), name == "static_range", keywords)
    if name == "DataType" and arguments and isinstance(arguments[0], Const):
        text = str(arguments[0].value)
        if text in DTYPES:
            return DTypeExpr(DTYPES[text], span=evaluator.span(node))
    positional = tuple(operand(value) for value in arguments)
    named = {key: operand(value) for key, value in keywords.items()}
    info = api.find_class(name)
    names = [field.name for field in info.fields] if info else []
    fields = dict(zip(names, positional, strict=False)) | named
    return New(name, fields, positional, named, span=evaluator.span(node))


def builtin(
    evaluator: Evaluator, node: nodes.Call, name: str, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """A Python builtin on constants, lists, or run-time numbers where Python's meaning is plain."""
    if name == "range":
        return RangeValue(tuple(arguments), False, keywords)
    if name in ("int", "float"):  # of a numpy scalar too
        arguments = [each.value if isinstance(each, Foreign) and each.value else each for each in arguments]
    first = arguments[0] if arguments else None
    if name == "len" and len(arguments) == 1:
        if isinstance(first, ListValue | DictValue):
            return Const(len(first.items))
        if isinstance(first, Const) and isinstance(first.value, str):
            return Const(len(first.value))
    if name in ("list", "tuple") and isinstance(first, ListValue):
        return ListValue("list" if name == "list" else "tuple", list(first.items))
    if name in ("list", "tuple") and not arguments:
        return ListValue("list" if name == "list" else "tuple", [])
    if name == "dict" and not arguments:
        return DictValue(dict[object, Value](keywords.items()))
    if name == "sum" and isinstance(first, ListValue) and len(arguments) == 1:
        total: Value = Const(0)
        for item in first.items:
            total = evaluator.binary(node, "+", total, item)
        return total
    if name in ("min", "max") and isinstance(first, ListValue) and len(arguments) == 1:
        arguments = list(first.items)
    constants = [value for value in arguments if isinstance(value, Const)]
    if name in _FOLDED and not keywords and arguments and len(constants) == len(arguments):
        try:
            result = _FOLDED[name](*(value.value for value in constants))
        except (TypeError, ValueError, ArithmeticError):
            return Unknown(f"{name}() fails on these values")
        if isinstance(result, tuple):
            return ListValue("tuple", [Const(part) for part in result])
        if result is None or isinstance(result, bool | int | float | str):
            return Const(result, max(value.bytes_power for value in constants), span=evaluator.span(node))
    if name in ("min", "max") and len(arguments) >= 2 and not keywords:
        value: Expr = operand(arguments[0])
        for other in arguments[1:]:
            second = operand(other)
            value = fold.binary(name, value, second) or Binary(name, value, second, span=evaluator.span(node))
        return value
    if name in ("int", "float") and len(arguments) == 1 and isinstance(first, Expr) and isinstance(first.type, DType):
        return Cast(first, INT32 if name == "int" else FLOAT32, span=evaluator.span(node))
    return Unknown(f"the result of {name}() is not known", ObjectType("str" if name in ("str", "repr") else ""))


def instance(evaluator: Evaluator, cls: UserClass, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """An object of a dataclass, NamedTuple or asc `Struct`: its annotated or `Field` members, or `__init__` names."""
    fields: dict[str, Value] = {}
    names = [] if (init := _init_parameters(cls)) else _member_names(cls, evaluator, fields)
    names = init or names
    fields.update(zip(names, arguments, strict=False))
    fields.update((key, value) for key, value in keywords.items())
    return Instance(cls, fields)


def _init_parameters(cls: UserClass) -> list[str]:
    """Parameters of an `__init__` that only stores them under their names."""
    for statement in cls.node.body:
        if isinstance(statement, nodes.FunctionDef) and statement.name == "__init__":
            return [argument.name for argument in (statement.args.args or [])[1:]]
    return []


def _member_names(cls: UserClass, evaluator: Evaluator, defaults: dict[str, Value]) -> list[str]:
    names = []
    for statement in cls.node.body:
        match statement:
            case nodes.AnnAssign(target=nodes.AssignName(name=name)):
                names.append(name)
                if statement.value is not None:
                    defaults[name] = evaluator.resolver.evaluate(cls.module, cls.scope, statement.value)
            case nodes.Assign(targets=[nodes.AssignName(name=name)], value=nodes.Call() as made) if _is_field(made):
                names.append(name)
                default = _field_default(evaluator, cls, made)
                if default is not None:
                    defaults[name] = default
    return names


def struct_type(evaluator: Evaluator, cls: UserClass) -> StructType:
    """The type of an asc `Struct`: each `Field(dtype)` and `StructField(cls)` of its class, in order."""
    fields: list[tuple[str, Type]] = []
    for statement in cls.node.body:
        match statement:
            case nodes.Assign(targets=[nodes.AssignName(name=name)], value=nodes.Call() as made) if _is_field(made):
                argument = made.args[0] if made.args else next((each.value for each in made.keywords), None)
                fields.append((name, _field_type(evaluator, cls, argument)))
    return StructType(cls.node.name, tuple(fields))


def _field_type(evaluator: Evaluator, cls: UserClass, argument: nodes.NodeNG | None) -> Type:
    value = evaluator.resolver.evaluate(cls.module, cls.scope, argument) if argument is not None else None
    match value:
        case DTypeExpr(element=DType() as dtype):
            return dtype
        case UserClass() if value is not cls:
            return struct_type(evaluator, value)
    return UNKNOWN_TYPE


def _is_field(made: nodes.Call) -> bool:
    """Whether a call makes a member of an asc `Struct`."""
    function = made.func
    name = function.attrname if isinstance(function, nodes.Attribute) else getattr(function, "name", "")
    return name in ("Field", "StructField")


def _field_default(evaluator: Evaluator, cls: UserClass, made: nodes.Call) -> Value | None:
    """The default of a member: that of `Field(dtype, default)`, an object of the class of `StructField(cls)`."""
    default = next((each.value for each in made.keywords if each.arg == "default"), None)
    if default is None and len(made.args) > 1:
        default = made.args[1]
    if default is not None:
        return evaluator.resolver.evaluate(cls.module, cls.scope, default)
    inner = evaluator.resolver.evaluate(cls.module, cls.scope, made.args[0]) if made.args else None
    return instance(evaluator, inner, [], {}) if isinstance(inner, UserClass) and inner is not cls else None


def method(
    evaluator: Evaluator, node: nodes.Call, function: Method, arguments: list[Value], keywords: dict[str, Value]
) -> Value:
    """A method of a trace-time value."""
    receiver, name = function.receiver, function.name
    match receiver:
        case DTypeExpr():
            return _dtype_method(evaluator, node, receiver, name)
        case ApiClass(name="FixpipeConfig") if name in ("cfg_nz", "cfg_row_major"):
            layout = Enum("CO2Layout", name.removeprefix("cfg_").upper())
            return New("FixpipeConfig", {"layout": layout}, (layout,), span=evaluator.span(node))
        case ListValue(kind="list") if name == "append" and len(arguments) == 1:
            receiver.items.append(arguments[0])
            return Const(None)
        case ListValue(kind="list") if name == "extend" and len(arguments) == 1 and isinstance(arguments[0], ListValue):
            receiver.items.extend(arguments[0].items)
            return Const(None)
        case DictValue() if name == "get" and arguments and isinstance(arguments[0], Const):
            default = arguments[1] if len(arguments) > 1 else Const(None)
            return receiver.items.get(arguments[0].value, default)
        case Expr() if isinstance(receiver.type, DType) and name == "ceildiv" and len(arguments) == 1:
            return evaluator.binary(node, "ceildiv", receiver, arguments[0])
        case Expr() if isinstance(receiver.type, DType) and name == "cast" and len(arguments) == 1:
            target = arguments[0]
            if isinstance(target, DTypeExpr) and isinstance(target.element, DType):
                return Cast(receiver, target.element, span=evaluator.span(node))
        case ArrayLike() if name in ("astype", "to", "type"):
            return array_of(arguments[0] if arguments else keywords.get("dtype")) or Unknown("an array")
        case ArrayLike() if name in ("npu", "cuda", "cpu", "copy", "clone", "contiguous", "reshape", "view", "flatten"):
            return receiver
    return Unknown(f"the result of {describe(receiver)}.{name}() is not known")


def _dtype_method(evaluator: Evaluator, node: nodes.Call, dtype: DTypeExpr, name: str) -> Value:
    from pyasc_lint.frontend.lowering.evaluator import sizeof

    if name == "sizeof":
        return sizeof(dtype, evaluator.span(node))
    element = dtype.element
    tests = {
        "is_float": ("float",),
        "is_int": ("int", "uint"),
        "is_signed": ("int",),
        "is_unsigned": ("uint",),
        "is_numeric": ("int", "uint", "float"),
    }
    if isinstance(element, DType) and name in tests:
        return Const(element.kind in tests[name], span=evaluator.span(node))
    return Unknown(f"the result of dtype.{name}() is not known")


_NUMPY_SCALARS = frozenset(f"numpy.{name}" for name in DTYPES if name not in ("float64", "int1"))
"""Types of numpy scalars; a numpy.float64 is a Python float as well."""


def external(evaluator: Evaluator, function: External, arguments: list[Value], keywords: dict[str, Value]) -> Value:
    """Host arrays whose element type a call fixes, such as `np.zeros(n, dtype=np.float32)`."""
    last = function.dotted.rpartition(".")[2]
    if last == TENSOR_TRAIT or function.dotted == "numpy.dtype":  # certainly no dtype of asc
        return Foreign(function.dotted, "instance")
    if function.dotted in _NUMPY_SCALARS and len(arguments) == 1 and isinstance(arguments[0], Const):
        return Foreign(function.dotted, "instance", arguments[0])
    if last.endswith("_like") or last in ("from_numpy", "asarray", "ascontiguousarray"):
        if "dtype" not in keywords and arguments and isinstance(arguments[0], ArrayLike):
            return arguments[0]
    made = array_of(keywords.get("dtype"))
    if made is None and function.dotted.startswith(("numpy.", "np.")) and len(arguments) > 1:
        made = array_of(arguments[1])
    return made or Unknown(f"the result of {function.dotted}() is not known")


def array_of(dtype: Value | None) -> ArrayLike | None:
    """A host array of a numpy, torch or asc dtype."""
    if isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType):
        return ArrayLike(dtype.element)
    name = dtype.dotted.rpartition(".")[2] if isinstance(dtype, External) else ""
    if isinstance(dtype, Const) and isinstance(dtype.value, str):
        name = dtype.value
    name = {"float": "float32", "long": "int64", "int": "int32"}.get(name, DTYPE_ALIASES.get(name, name))
    return ArrayLike(DTYPES[name]) if name in DTYPES else None
