"""From an executed call to its instruction."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from pyasc_lint import api
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.operands.model import Instruction
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.plan import Form, form_of
from pyasc_lint.analysis.operands.scalar import RECEIVER
from pyasc_lint.analysis.operands.shapes import span
from pyasc_lint.analysis.operands.table import builder_of
from pyasc_lint.analysis.values import Poly, Symbol

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core, Profile

_METHOD = Form({}, {}, None, None, None, False, "S")
"""Methods of tensors run in the scalar unit."""


def instruction_of(call: CallFact, profile: Profile, core: Core) -> Instruction | None:
    """What a call does to memory, and where; None where it issues no instruction (queries, debug aids, constructors).

    Nothing is guessed: what the model cannot tell has `unsized` set.
    """
    name, overload = call.stmt.api, call.stmt.overload
    build = builder_of(name)
    if build is None:
        return None
    form = form_of(name, overload) if overload is not None else None
    op = Operation(call, form or _any_form(name), profile, core)
    instruction = op.instruction
    instruction.scalar_result = _returns(name)
    try:
        if form is None and api.find_function(name) is not None:
            raise Unsized("the call fits no form of the function")
        build(op)
    except Unsized as problem:
        instruction.unsized = str(problem)
        instruction.accesses = []
        _everything(op)
    if instruction.pipe != "S" and not _on(core, op):
        instruction.skipped = True
        instruction.accesses = []
    return instruction


def _on(core: Core, op: Operation) -> bool:
    """Whether a kind of core has the pipe and the memories of an instruction."""
    pipe, cores = op.instruction.pipe, op.profile.cores
    if pipe and pipe != "ALL" and core in cores and pipe not in cores[core].pipes:
        return op.instruction.sync is not None  # what a wrong event or barrier does is not known
    path = op.instruction.path
    places = path if path is not None else [op.memory(access.region) for access in op.instruction.accesses]
    owners = {op.profile.core_of(place) for place in places if place is not None} - {None}
    return not owners or core in owners or len(owners) > 1  # between cores, software moves the bytes


@cache
def _any_form(name: str) -> Form:
    """What is known without a form: a method of a tensor, or the pipe that all forms of a function share."""
    form = form_of(name, 0)
    return _METHOD if form is None else Form({}, {}, None, None, None, False, form.pipe)


@cache
def _returns(name: str) -> bool:
    function = api.find_function(name)
    if function is not None:
        return function.result not in (None, "None")
    return name.endswith(".get_value")


def _everything(op: Operation) -> None:
    """Record that any byte of any tensor operand may be touched."""
    operands = dict(op.call.operands)
    if op.call.receiver is not None:
        operands[RECEIVER] = op.call.receiver
    for name, operand in operands.items():
        for param, region in _regions(name, operand):
            kind = op.form.tensors.get(name, "read-write")
            op.touch(region, param, (span(_length(op, region)),), kind, exact=False)


def _regions(name: str, operand: Operand) -> Iterator[tuple[str, LocalRegion | GlobalRegion]]:
    match operand:
        case LocalRegion() | GlobalRegion():
            yield name, operand
        case tuple():
            for region in operand:
                yield name, region
        case ListValue():
            for number, item in enumerate(operand.items):
                yield from _regions(f"{name}[{number}]", item)
        case StructValue():
            for field, value in operand.fields.items():
                yield from _regions(f"{name}.{field}", value)


def _length(op: Operation, region: LocalRegion | GlobalRegion) -> Poly:
    try:
        return op.rest(region)
    except Unsized:
        return Symbol("length", "opaque").poly
