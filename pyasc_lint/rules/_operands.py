"""How rules name what stands in a kernel: arguments and operands by kind."""

from __future__ import annotations

from collections.abc import Mapping

from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.rules._rule import Text

DID_YOU_MEAN = Text("; did you mean {suggestion}?", "；您是否想写 {suggestion}？")

_NAMED = {
    Kind.INT: Text("an int", "int"),
    Kind.FLOAT: Text("a float", "float"),
    Kind.BOOL: Text("a bool", "bool"),
    Kind.STR: Text("a string", "字符串"),
    Kind.NONE: Text("None", "None"),
    Kind.LIST: Text("a list", "列表"),
    Kind.TUPLE: Text("a tuple", "元组"),
    Kind.ARRAY: Text("an asc.array", "asc.array"),
    Kind.DTYPE: Text("a dtype", "数据类型"),
    Kind.ENUM: Text("a member of an enum", "枚举成员"),
    Kind.OBJECT: Text("an object", "对象"),
    Kind.LOCAL_TENSOR: Text("a LocalTensor", "LocalTensor"),
    Kind.GLOBAL_TENSOR: Text("a GlobalTensor", "GlobalTensor"),
    Kind.GLOBAL_ADDRESS: Text("a GlobalAddress", "GlobalAddress"),
    Kind.RUNTIME: Text("a run-time value", "运行时的值"),
    Kind.CONSTEXPR: Text("a ConstExpr object", "ConstExpr 对象"),
    Kind.CALLABLE: Text("a function", "函数"),
}


def kind_text(kind: ArgKind) -> Text:
    """What a value is: `a run-time int32`, `the int 5`, `a DataCopyParams object`.

    In Chinese it brings the spaces that set Latin letters off.
    """
    text = _described(kind)
    before, after = (" " if text.zh[end].isascii() else "" for end in (0, -1))
    return Text(text.en, f"{before}{text.zh}{after}")


def _described(kind: ArgKind) -> Text:
    name = "" if kind.name is None else str(kind.name)
    match kind.kind:
        case Kind.RUNTIME if name:
            return Text(f"a run-time {name}", f"运行时的 {name}")
        case Kind.INT | Kind.FLOAT | Kind.BOOL if kind.value is not None:
            return Text(f"the {kind.kind.value} {kind.value}", f"{kind.kind.value} {kind.value}")
        case Kind.ENUM if name:
            return Text(f"a member of {name}", f"{name} 的成员")
        case Kind.DTYPE if name:
            return Text(f"the dtype {name}", f"数据类型 {name}")
        case Kind.OBJECT if name:
            return Text(f"a {name} object", f"{name} 对象")
        case Kind.OTHER if name:
            return Text(name, name)
    return _NAMED.get(kind.kind, Text("a value", "值"))


def described(data: Mapping[str, object]) -> dict[str, object]:
    """The data of a remark for a message: kinds as texts, and `hint`, what may have been meant."""
    filled = {key: kind_text(value) if isinstance(value, ArgKind) else value for key, value in data.items()}
    filled["hint"] = DID_YOU_MEAN if data.get("suggestion") else ""
    return filled
