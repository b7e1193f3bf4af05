"""From the operand model to concrete bytes: what one executed call touches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Any, TypeVar

from pyasc_lint.analysis.facts import Buffer, CallFact, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.operands import Access as ModelAccess
from pyasc_lint.analysis.operands import Instruction, instruction_of, registers_after
from pyasc_lint.analysis.registers import INITIAL, Registers
from pyasc_lint.analysis.trace.compute import Value
from pyasc_lint.analysis.trace.model import Access, Effect, Flag, Global, Local, Range, Tensor
from pyasc_lint.analysis.values import Facts, Poly
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, Call, Const, Enum, Expr, MakeLocal, New, Sequence
from pyasc_lint.ir.types import DType

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core, Profile

_T = TypeVar("_T")

_ZERO = Poly.of(0)
_NOTHING = Facts()
_MAX_RANGES = 256
"""Byte ranges kept apart in one access; beyond, their hull stands for them."""


@dataclass(frozen=True, slots=True)
class _Part:
    """An access relative to its operand's first byte."""

    param: str
    ranges: tuple[Range, ...]
    reads: bool
    writes: bool
    exact: bool


@dataclass(frozen=True, slots=True, eq=False)
class _Template:
    """What a call does, whatever the places of its tensors. `by_length`: it depends on the lengths of those in GM."""

    pipe: str
    parts: tuple[_Part, ...]
    flag: Flag | None
    barrier: str | None
    unsized: bool
    atomic: bool
    registers: Registers
    by_length: bool = False


@dataclass(slots=True, eq=False)
class Footprints:
    """The operand model for one kernel on one core; calls alike with the same numbers are worked out once.

    `registers` are those before the next call. Equal effects, tensors, accesses and registers are one object each, in
    all runs.
    """

    profile: Profile
    core: Core
    registers: Registers = INITIAL
    _templates: dict[object, _Template | None] = field(default_factory=dict)
    _placed: dict[object, tuple[Access, ...]] = field(default_factory=dict)
    _shapes: dict[Call, int] = field(default_factory=dict)
    _numbers: dict[object, int] = field(default_factory=dict)
    _known: dict[object, Any] = field(default_factory=dict)
    _buffers: dict[object, Buffer] = field(default_factory=dict)
    _registers: dict[Registers, Registers] = field(default_factory=lambda: {INITIAL: INITIAL})

    def effect(self, stmt: Call, values: Mapping[str, Value], receiver: Value) -> Effect | None:
        """What a call does, None where it issues no instruction. A struct's value is a tuple of (field, value) pairs.

        Leaves the registers after the call.
        """
        template = self._template_of(stmt, values, receiver)
        if template is None:
            return None
        if template.registers is not self.registers:
            self.registers = self._registers.setdefault(template.registers, template.registers)
        places = [_place(part.param, values, receiver) for part in template.parts]
        key = (template, *places)
        accesses = self._placed.get(key)
        if accesses is None:
            accesses = self._placed[key] = tuple(self._accesses(template, places))
        return self._one(Effect, template.pipe, accesses, template.flag, template.barrier, template.unsized)

    def tensor(self, stmt: Alloc | MakeLocal, hardware: str | None, address: int, size: int, element: DType) -> Tensor:
        """The tensor of an allocation or construction: one for each place, whichever run it is in."""
        return self._one(Tensor, stmt, stmt.var.name, hardware, address, size, element)

    def _one(self, make: Callable[..., _T], *parts: object) -> _T:
        """The object made of these parts, the same one for the same parts."""
        key = (make, *parts)
        known: _T | None = self._known.get(key)
        if known is None:
            known = self._known[key] = make(*parts)
        return known

    def _template_of(self, stmt: Call, values: Mapping[str, Value], receiver: Value) -> _Template | None:
        shape = self._shapes.get(stmt)
        if shape is None:
            shape = self._shapes[stmt] = self._numbers.setdefault(_shape(stmt), len(self._numbers))
        key = (shape, id(self.registers), *map(_signature, values.values()), _signature(receiver))
        if key in self._templates:
            return self._templates[key]
        template = self._template(stmt, values, receiver)
        if template is None or not template.by_length:
            self._templates[key] = template
        return template

    # ------------------------------------------------------------------------------------------------------ templates

    def _template(self, stmt: Call, values: Mapping[str, Value], receiver: Value) -> _Template | None:
        operands = {name: self._operand(stmt.args[name], value) for name, value in values.items()}
        base = self._operand(stmt.receiver, receiver) if stmt.receiver is not None else None
        call = CallFact(stmt, operands, base, _NOTHING, (), self.registers)
        after = registers_after(call)
        instruction = instruction_of(call, self.profile, self.core)
        if instruction is None or instruction.skipped:
            return _Template("S", (), None, None, False, False, after) if after != self.registers else None
        flag = barrier = None
        unsized = instruction.unsized is not None
        if instruction.sync is not None:
            sync = instruction.sync
            if sync.kind in ("set", "wait"):
                ident = sync.id.const if sync.id is not None else None
                pipe = sync.source if sync.kind == "set" else sync.destination
                if sync.event is None or ident is None or pipe is None:
                    return None
                flag = Flag("set" if sync.kind == "set" else "wait", sync.event, ident, pipe)
            elif sync.kind == "barrier":
                barrier = sync.source
        parts = tuple(part for access in instruction.accesses for part in _parts(instruction, access))
        atomic = instruction.atomic != "none"
        by_length = any(isinstance(each.region, GlobalRegion) and not each.exact for each in instruction.accesses)
        return _Template(instruction.pipe, parts, flag, barrier, unsized, atomic, after, by_length)

    def _operand(self, expr: Expr | None, value: Value) -> Operand:
        match value:
            case bool() | int():
                return Poly.of(int(value))
            case Local():
                return LocalRegion(self._buffer(value), _ZERO, value.element)
            case Global():
                count = Poly.of(value.count) if value.count is not None else None
                return GlobalRegion(value.parameter, _ZERO, _ZERO, count, value.element)
            case tuple() if isinstance(expr, New):
                fields = {key: self._operand(expr.args[key], part) for key, part in value}
                return StructValue(expr.cls, fields)
            case tuple() if isinstance(expr, Sequence):
                return ListValue(tuple(self._operand(part, item) for part, item in zip(expr.items, value, strict=True)))
        return expr if expr is not None else Const(None)

    def _buffer(self, value: Local) -> Buffer:
        """A stand-in for a tensor: only its memory, element type and size matter to the operand model."""
        tensor = value.tensor
        key = (tensor.stmt, tensor.size)
        known = self._buffers.get(key)
        if known is None:
            size = tensor.element.size if tensor.element is not None else 1
            known = Buffer(
                tensor.stmt, tensor.name, tensor.hardware, None, tensor.element, Poly.of(size), Poly.of(tensor.address),
                Poly.of(tensor.size // size), Poly.of(tensor.size), _NOTHING,
            )  # fmt: skip
            self._buffers[key] = known
        return known

    # ------------------------------------------------------------------------------------------------------- accesses

    def _accesses(self, template: _Template, places: list[Value]) -> Iterator[Access]:
        for part, value in zip(template.parts, places, strict=True):
            doing = (part.reads, part.writes, part.param)
            if isinstance(value, Local) and value.tensor.hardware is not None:
                tensor = value.tensor
                if value.offset is None:
                    yield self._one(Access, tensor.hardware, (), *doing, tensor, False, False)
                    continue
                ranges = _within(tensor, part.ranges, tensor.address + value.offset)
                if ranges:
                    cut = _size(ranges) != _size(part.ranges)
                    yield self._one(Access, tensor.hardware, ranges, *doing, tensor, part.exact, True, cut)
            elif isinstance(value, Global) and value.parameter is not None and value.element is not None:
                if template.atomic:
                    continue
                space = f"GM {value.parameter.name}"
                if value.offset is None:
                    yield self._one(Access, space, (), *doing, None, False, False)
                    continue
                origin = value.offset * value.element.size
                ranges = tuple((lo + origin, hi + origin) for lo, hi in part.ranges)
                yield self._one(Access, space, ranges, *doing, None, part.exact)


def _place(param: str, values: Mapping[str, Value], receiver: Value) -> Value:
    """The tensor that an access names: a parameter, an element `list[3]` or a field `struct.field` of one."""
    if param in values:
        return values[param]
    name, _, rest = param.partition("[")
    if rest and isinstance(values.get(name), tuple):
        return values[name][int(rest.rstrip("]"))]
    name, _, rest = param.partition(".")
    if rest and isinstance(values.get(name), tuple):
        return dict(values[name]).get(rest)
    return receiver


def _size(ranges: tuple[Range, ...]) -> int:
    return sum(hi - lo for lo, hi in ranges)


def _within(tensor: Tensor, ranges: tuple[Range, ...], origin: int) -> tuple[Range, ...]:
    """Ranges moved to `origin` and cut to the tensor: what passes it is told as out of bounds, once."""
    start, end = tensor.address, tensor.address + tensor.size
    moved = ((max(lo + origin, start), min(hi + origin, end)) for lo, hi in ranges)
    return tuple((lo, hi) for lo, hi in moved if lo < hi)


def _shape(stmt: Call) -> object:
    """What the operand model depends on in a call itself; the rest are its operands' values."""
    return stmt.api, stmt.overload, tuple(stmt.args), tuple(map(_form, stmt.args.values())), _form(stmt.receiver)


def _form(expr: Expr | None) -> object:
    match expr:
        case New():
            return expr.cls, tuple(expr.args), tuple(map(_form, expr.args.values()))
        case Sequence():
            return tuple(map(_form, expr.items))
        case Enum():
            return expr.enum, expr.member
        case Const(value=None):
            return None
    return type(expr).__name__


def _signature(value: Value) -> object:
    """What of an operand's value the operand model depends on: nothing it computes is a float."""
    if isinstance(value, int):
        return int(value)
    if isinstance(value, Local):
        return (value.tensor.hardware, value.tensor.size, value.tensor.element, value.element)
    if isinstance(value, Global):
        return ("GM", value.parameter is not None, value.element)
    if isinstance(value, tuple):
        return tuple(map(_signature, value))
    if isinstance(value, str | DType) or value is None:
        return value
    return type(value).__name__


def _parts(instruction: Instruction, access: ModelAccess) -> Iterable[_Part]:
    try:
        ranges = merged(access.footprint.ranges({}))
    except (KeyError, ArithmeticError, ValueError):
        return
    if ranges:
        exact = access.exact and instruction.unsized is None
        yield _Part(access.param, ranges, access.reads, access.writes, exact)


def merged(ranges: Iterable[Range]) -> tuple[Range, ...]:
    """Sorted, disjoint ranges of the same bytes (their hull where there are too many)."""
    result: list[list[int]] = []
    for lo, hi in sorted(ranges):
        if result and lo <= result[-1][1]:
            result[-1][1] = max(result[-1][1], hi)
        else:
            result.append([lo, hi])
    if len(result) > _MAX_RANGES:
        return ((result[0][0], result[-1][1]),)
    return tuple((lo, hi) for lo, hi in result)
