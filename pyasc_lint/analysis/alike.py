"""Calls that are alike: one function on equal operands where the same is known. What holds of one holds of all."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TypeVar

from pyasc_lint.analysis.facts import (
    CallFact,
    GlobalRegion,
    KernelFacts,
    ListValue,
    LocalRegion,
    Operand,
    StructValue,
)
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum

_T = TypeVar("_T")


@lru_cache(maxsize=8)
def kinds(facts: KernelFacts) -> Mapping[CallFact, int]:
    """A number for each call of a kernel: the same for calls that are alike, wherever they stand."""
    numbers: dict[Hashable, int] = {}
    known: dict[int, Hashable] = {}
    return {call: numbers.setdefault(_key(call, known), len(numbers)) for call in facts.calls}


def examined(facts: KernelFacts, find: Callable[[CallFact], Iterable[_T]]) -> Iterator[_T]:
    """What `find` says of every call. It is not asked about calls like one of which it said nothing."""
    quiet: set[int] = set()
    for call, kind in kinds(facts).items():
        if kind not in quiet:
            found = [*find(call)]
            yield from found
            if not found:
                quiet.add(kind)


def _key(call: CallFact, known: dict[int, Hashable]) -> Hashable:
    """What analysis depends on in a call, but for where it stands. `known` remembers the keys of tensors."""
    stmt = call.stmt
    operands = [_operand_key(operand, known) for operand in call.operands.values()]
    receiver = _operand_key(call.receiver, known) if call.receiver is not None else None
    where = (id(call.facts), call.loops, id(call.registers))
    return (stmt.api, stmt.overload, *where, receiver, *call.operands, *operands)


def _operand_key(operand: Operand, known: dict[int, Hashable]) -> Hashable:
    match operand:
        case LocalRegion() | GlobalRegion():
            key = known.get(id(operand))
            if key is None:
                key = known[id(operand)] = _region_key(operand)
            return key
        case tuple():
            return tuple(_operand_key(each, known) for each in operand)
        case ListValue(items=items):
            return ("list", *(_operand_key(each, known) for each in items))
        case StructValue(cls=cls, fields=fields):
            return (cls, *fields, *(_operand_key(each, known) for each in fields.values()))
        case Const(value=value):
            return ("constant", type(value), None if isinstance(value, float) else value)  # no float decides anything
        case Enum(enum=enum, member=member):
            return (enum, member)
        case DTypeExpr(element=element):
            return ("dtype", element)
    return operand


def _region_key(region: LocalRegion | GlobalRegion) -> Hashable:
    if isinstance(region, LocalRegion):
        return (region.buffer, region.offset, region.element)
    return (region.parameter, region.base, region.offset, region.count, region.element)
