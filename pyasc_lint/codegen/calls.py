"""One call of asc as Ascend C text, from its form and its operands."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable

from pyasc_lint import api
from pyasc_lint.api import Param
from pyasc_lint.codegen.aipp import aipp
from pyasc_lint.codegen.ctypes import c_name, enum_member, string
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.forms import form
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.codegen.rebinding import parameter, rebound
from pyasc_lint.codegen.structs import Site, narrowed, struct
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call, Const, DTypeExpr, Enum, Expr, Foreign, New, Ref, Sequence
from pyasc_lint.ir.types import DTYPES, INT32, AddressType, ArrayType, DType, ObjectType, TensorType

_SLOT = re.compile(r"\{(\w+)(?:\.([TC]))?(?::(\w+))?\}")
_BY_REFERENCE = re.compile(r"\{=(\w+)(?:\*(\d))? (\w+)\}")
_SWITCHED = re.compile(r"\[(.*?)\](?=\()")
_C_TYPES = {
    "half": "float16", "float": "float32", "int8_t": "int8", "int16_t": "int16", "int32_t": "int32", "int64_t": "int64",
    "uint8_t": "uint8", "uint16_t": "uint16", "uint32_t": "uint32", "uint64_t": "uint64",
}  # fmt: skip
_TEMPLATED = re.compile(r"<[^()]*$")


@dataclass(frozen=True, slots=True)
class Written:
    """A call. `text` is an expression; a result that comes by reference is in `result` after the statement."""

    text: str
    result: str | None = None


class Calls:
    """Writes calls. `declare(type, name, suffix)` writes `type name suffix;` before the call and returns the name."""

    def __init__(self, operands: Operands, declare: Callable[[str, str, str], str]) -> None:
        self._operands = operands
        self._declare = declare

    def write(self, call: Call) -> Written:
        """The text of a call. Raises CannotEmit."""
        if call.api == "printf":
            return Written(self._printf(call))
        pattern = form(call.api, call.overload)
        if pattern is None:
            call = rebound(call)
            pattern = form(call.api, call.overload)
            assert pattern is not None
        self._judge_dtypes(call)
        mask = call.args.get("is_set_mask")
        keep = isinstance(mask, Const) and mask.value is False
        if keep and not _SWITCHED.search(pattern) and "{is_set_mask}" not in pattern:
            raise CannotEmit("emit-argument", f"this form of asc.{call.api} always sets the mask")
        pattern = _SWITCHED.sub(r"\1" if keep else "", pattern)
        result = None
        if by_reference := _BY_REFERENCE.search(pattern):
            result, passed = self._result(*by_reference.groups())
            pattern = pattern.replace(by_reference[0], passed)
        parts, end = [], 0
        for match in _SLOT.finditer(pattern):
            parts.append(pattern[end : match.start()])
            end = match.end()
            name, trait, target = match.groups()
            constant = _TEMPLATED.search(pattern[: match.start()]) is not None
            parts.append(self._slot(call, name, trait, target, constant))
        text = "".join([*parts, pattern[end:]])
        return Written(f"AscendC::{text}" if pattern[0].isupper() else text, result)

    def _judge_dtypes(self, call: Call) -> None:
        """Ascend C has one element type only for some operands; it would not compile with others."""
        function = api.find_function(call.api)
        for name, dtypes in function.fixed_operands.items() if function is not None else ():
            kind = call.args[name].type if name in call.args else None
            element = kind.element if isinstance(kind, TensorType) else None
            if isinstance(element, DType) and element.name not in dtypes:
                raise CannotEmit("emit-dtype", f"{name} of asc.{call.api} must be {' or '.join(dtypes)}")

    def _result(self, kind: str, number: str | None, wanted: str) -> tuple[str, str]:
        """Declares what takes a result by reference, a number or an array: its name, and the arguments."""
        if number is None:
            name = self._declare(kind, wanted, " = 0")
            return name, name
        name = self._declare(kind, wanted, f"[{number}] = {{}}")
        return name, ", ".join(f"{name}[{index}]" for index in range(int(number)))

    # ---------------------------------------------------------------------------------------------------- operands

    def _slot(self, call: Call, name: str, trait: str | None, target: str | None, constant: bool) -> str:
        operand = self._operand(call, name)
        if trait == "T":
            return c_name(self._element(operand))
        if trait == "C":
            kind = operand.type if isinstance(operand, Const) else self._operands.numbers.text(operand).type
            return c_name(kind if isinstance(kind, DType) else INT32)
        if target == "GM_ADDR":
            return f"reinterpret_cast<GM_ADDR>({self._operands.address(operand)})"
        if isinstance(operand, Sequence):
            return self._list(call, name, operand, target)
        if target is not None:
            dtype = DTYPES[_C_TYPES[target]] if target in _C_TYPES else self._element(self._operand(call, target))
            return self._operands.numbers.as_type(operand, dtype).text
        text = self._plain(call, operand)
        if constant and not isinstance(operand, Const | Enum | DTypeExpr | New):
            raise CannotEmit("emit-template", f"{name} of asc.{call.api} must be constant", operand.span)
        return text

    def _operand(self, call: Call, name: str) -> Expr:
        """An argument; where it is not given, the default that the table or Ascend C has for it."""
        if name == "self":
            assert call.receiver is not None
            return call.receiver
        given, param = call.args.get(name), parameter(call, name)
        if given is not None:
            return _meant(given, param)
        if param is None or param.default is None:
            raise CannotEmit("emit-argument", f"{name} of asc.{call.api} is missing")
        owner, _, member = param.default.partition(".")
        if api.find_enum(owner) is not None:
            return Enum(owner, member)
        if owner == "FixpipeConfig":
            layout = member.removeprefix("cfg_").upper()
            return New("FixpipeConfig", {"layout": Enum("CO2Layout", layout)})
        return Const(ast.literal_eval(param.default))

    def _plain(self, call: Call, operand: Expr) -> str:
        match operand:
            case Enum():
                return enum_member(operand)
            case DTypeExpr() if isinstance(operand.element, DType):
                return c_name(operand.element)
            case New(cls="AippParams"):
                return aipp(operand, self._operands, self._declare)
            case New():
                return struct(operand, self._operands, self._site(call))
            case Ref(type=ObjectType(name="ShapeInfo")):
                return self._operands.names.of(operand.var)
            case Const(value=str() as text):
                return string(text)
        if isinstance(operand.type, TensorType):
            return self._operands.tensor(operand)
        if isinstance(operand.type, AddressType):
            return self._operands.address(operand)
        if isinstance(operand.type, ArrayType) and isinstance(operand, Ref):
            return self._operands.names.of(operand.var)
        if isinstance(operand.type, ObjectType) and operand.type.name:
            raise CannotEmit("emit-operand", f"an operand of asc.{call.api} is no value of Ascend C", operand.span)
        return self._operands.number(operand)

    def _list(self, call: Call, name: str, operand: Sequence, target: str | None) -> str:
        """A list: of masks, counts, slices or tensors. C++ wants an array that has a name."""
        items = operand.items
        if items and all(isinstance(item.type, TensorType) for item in items):
            element = c_name(self._element(items[0]))
            texts, base = [self._operands.tensor(item) for item in items], f"AscendC::LocalTensor<{element}>"
        elif items and all(isinstance(item, New) for item in items):
            site = self._site(call)
            texts = [struct(item, self._operands, site) for item in items if isinstance(item, New)]
            base = texts[0].partition("{")[0]
        else:
            base = target or "uint64_t"
            texts = [narrowed(item, DTYPES[_C_TYPES[base]], self._operands) for item in items]
        return self._declare(base, name, f"[{len(items)}] = {{{', '.join(texts)}}}")

    def _element(self, operand: Expr) -> DType:
        if isinstance(operand, Sequence) and operand.items:
            return self._element(operand.items[0])
        if isinstance(operand.type, ArrayType) and isinstance(operand.type.element, DType):
            return operand.type.element
        return self._operands.element(operand)

    def _site(self, call: Call) -> Site:
        found = []
        for name in ("dst", "src"):
            kind = call.args[name].type if name in call.args else None
            found.append(kind.element if isinstance(kind, TensorType) and isinstance(kind.element, DType) else None)
        return Site(found[0], found[1], self._declare)

    # ------------------------------------------------------------------------------------------------------ printf

    def _printf(self, call: Call) -> str:
        """Each integer has the width that its conversion says."""
        text, *values = call.positional
        if not isinstance(text, Const) or not isinstance(text.value, str):
            raise CannotEmit("emit-argument", "the format of asc.printf must be a constant string")
        conversions = re.findall(r"%[-+ #0]*\d*(?:\.\d+)?(ll|l)?([a-zA-Z%])", text.value)
        widths = iter([length for length, kind in conversions if kind != "%"])
        parts = [string(text.value)]
        for value in values:
            long = bool(next(widths, ""))
            parts.append(self._printed(call, value, long))
        return f"AscendC::printf({', '.join(parts)})"

    def _printed(self, call: Call, value: Expr, long: bool) -> str:
        if isinstance(value, Const) and isinstance(value.value, str):
            return string(value.value)
        if not isinstance(value.type, DType):
            return self._plain(call, value)
        dtype = self._operands.numbers.text(value).type
        if dtype.kind in ("int", "uint", "bool"):
            dtype = DTYPES["int64" if long else "int32"]
        return self._operands.numbers.as_type(value, dtype).text


def _meant(given: Expr, param: Param | None) -> Expr:
    """An argument as Ascend C has it: what a ConstExpr or a numpy scalar holds, the member behind the number of one."""
    match given:
        case Foreign(value=Const() as number):
            given = number
        case New(cls="ConstExpr", positional=(held,)):
            given = held
    if param is not None and param.kind == "enum" and isinstance(given, Const) and isinstance(given.value, int):
        info = api.find_enum(param.type)
        if info is not None and 0 <= given.value < len(info.members):
            return Enum(param.type, list(info.members)[given.value])
    return given
