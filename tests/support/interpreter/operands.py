"""From the arguments of one executed call to bytes, through the operand model asked with plain numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pyasc_lint.analysis.facts import Buffer, CallFact, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.operands import RECEIVER, Instruction
from pyasc_lint.analysis.registers import Registers
from pyasc_lint.analysis.values import Facts, Poly
from pyasc_lint.ir import nodes
from tests.support.interpreter.events import Touch
from tests.support.interpreter.values import Global, Local, Struct, Tensor

NOTHING = Facts()


def fact_of(stmt: nodes.Call, args: Mapping[str, Any], receiver: Any, registers: Registers) -> CallFact:
    """A call as the operand model takes it."""
    operands = {name: _operand(stmt.args[name], value) for name, value in args.items()}
    base = _operand(stmt.receiver, receiver) if stmt.receiver is not None else None
    return CallFact(stmt, operands, base, NOTHING, (), registers)


def _operand(expr: nodes.Expr, value: Any) -> Operand:
    match value:
        case bool() | int():
            return Poly.of(int(value))
        case Local():
            return LocalRegion(_buffer(value.tensor), Poly.of(value.offset), value.element)
        case Global():
            count = None if value.count is None else Poly.of(value.count)
            return GlobalRegion(value.parameter, Poly.of(value.base), Poly.of(value.offset), count, value.element)
        case Struct() if isinstance(expr, nodes.New):
            return StructValue(
                value.cls, {name: _operand(expr.args[name], part) for name, part in value.fields.items()}
            )
        case tuple() if isinstance(expr, nodes.Sequence):
            return ListValue(tuple(_operand(part, item) for part, item in zip(expr.items, value, strict=True)))
    return expr


def _buffer(tensor: Tensor) -> Buffer:
    size = Poly.of(tensor.element.size)
    return Buffer(
        tensor.maker, tensor.name, tensor.memory, None, tensor.element, size, Poly.of(tensor.address),
        Poly.of(tensor.size // tensor.element.size), Poly.of(tensor.size), NOTHING,
    )  # fmt: skip


def touches_of(instruction: Instruction, args: Mapping[str, Any], receiver: Any) -> Iterator[Touch]:
    """The bytes of an instruction's operands, relative to what they belong to."""
    for access in instruction.accesses:
        value = receiver if access.param == RECEIVER else _argument(access.param, args)
        unit = access.element_size.const
        assert isinstance(value, Local | Global) and unit is not None, access.param
        start = value.offset if isinstance(value, Local) else value.offset * unit
        ranges = tuple((start + lo, start + hi) for lo, hi in access.footprint.ranges({}))
        if ranges:
            yield Touch(access.param, value, ranges, access.reads, access.writes, unit, access.exact)


def _argument(param: str, args: Mapping[str, Any]) -> Any:
    """An operand by the name the model gives it: a parameter, an item `list[3]` or a field `struct.field` of one."""
    if param in args:
        return args[param]
    name, dot, field = param.partition(".")
    if dot:
        return args[name].fields[field]
    name, _, number = param.partition("[")
    return args[name][int(number.rstrip("]"))]
