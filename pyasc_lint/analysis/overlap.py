"""Whether the operands of one vector instruction overlap in a way that the vector unit does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Buffer, KernelFacts, LocalRegion
from pyasc_lint.analysis.instructions import examined_instructions
from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.analysis.repeats import Shape, bad_distances, shapes_of
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty, Verdict, broken
from pyasc_lint.deferred import dataclass

_ELEMENTWISE = ("vector.unary", "vector.binary", "vector.scalar", "vector.fused", "vector.convert")
_MAX_DISTANCES = 32
"""Intervals of a distance that is not constant."""


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """A destination and a source that share some but not all bytes. `shift`: destination minus source, in bytes.

    `repeats`: with a mask and repeats, which have strides of their own.
    """

    instruction: Instruction
    written: Access
    read: Access
    shift: Poly
    verdict: Verdict
    repeats: bool = False


def partial_overlaps(facts: KernelFacts) -> Iterator[Overlap]:
    """Element-wise instructions whose operands overlap within a repeat, or from a repeat to a later one."""
    repeat = facts.profile.layout.repeat_bytes
    return examined_instructions(facts, lambda instruction: _found(instruction, repeat))


def _found(instruction: Instruction, repeat: int) -> Iterator[Overlap]:
    """The first overlap of an instruction."""
    function = api.find_function(instruction.call.stmt.api)
    if instruction.pipe != "V" or function is None or function.category not in _ELEMENTWISE:
        return
    if not all(access.exact for access in instruction.accesses):
        return
    strided = any(access.footprint.dims for access in instruction.accesses)
    found = _first_in_repeats(instruction) if strided else _first(instruction, repeat)
    if found is not None:
        yield found


def _first(instruction: Instruction, repeat: int) -> Overlap | None:
    for written in (access for access in instruction.accesses if access.writes):
        for read in (access for access in instruction.accesses if access.reads and access is not written):
            found = _pair(instruction, written, read, repeat)
            if found is not None:
                return found
    return None


def _pair(instruction: Instruction, written: Access, read: Access, repeat: int) -> Overlap | None:
    first, second = written.region, read.region
    if not isinstance(first, LocalRegion) or not isinstance(second, LocalRegion):
        return None
    if first.buffer.hardware != second.buffer.hardware or first.buffer.hardware is None:
        return None
    meet = _meet(first.buffer, second.buffer)
    if meet == v.FALSE:
        return None
    facts = instruction.call.facts
    start = first.buffer.address + first.offset + written.footprint.start
    other = second.buffer.address + second.offset + read.footprint.start
    shift = start - other
    ahead = v.And(v.gt(shift, 0), v.lt(shift, read.footprint.length))
    behind = v.And(v.lt(shift, 0), v.gt(shift, -written.footprint.length), v.gt(shift, -repeat))
    wider = facts.ask(v.gt(written.element_size, read.element_size)) is v.Answer.PROVED  # narrowing in place is usual
    same = v.And(v.eq(shift, 0), v.gt(read.footprint.length, 0)) if wider else v.FALSE
    bad = v.And(v.Or(ahead, behind, same), meet)
    verdict = broken(facts, bad, shift)
    if verdict.certainty <= Certainty.UNBOUNDED:
        return None
    return Overlap(instruction, written, read, shift, verdict)


def _first_in_repeats(instruction: Instruction) -> Overlap | None:
    shapes = shapes_of(instruction)
    operands = {access.param: access for access in instruction.accesses if access.param in shapes}
    for written, read in permutations(operands.values(), 2):
        to, of = shapes[written.param], shapes[read.param]
        if to is not None and of is not None and written.writes and read.reads:
            found = _pair_in_repeats(instruction, written, read, to, of)
            if found is not None:
                return found
    return None


def _pair_in_repeats(instruction: Instruction, written: Access, read: Access, to: Shape, of: Shape) -> Overlap | None:
    first, second, facts = written.region, read.region, instruction.call.facts
    if not isinstance(first, LocalRegion) or not isinstance(second, LocalRegion):
        return None
    if first.buffer.hardware != second.buffer.hardware or first.buffer.hardware is None:
        return None
    shift = first.buffer.address + first.offset - (second.buffer.address + second.offset)
    known = facts.interval(shift)
    distances = bad_distances(to, of, facts.interval(to.repeats).hi)
    possible = [
        each
        for each in distances or ()
        if (known.lo is None or known.lo < each.below) and (known.hi is None or each.above < known.hi)
    ]
    if shift.const is not None:
        possible = [each for each in possible if each.above < shift.const < each.below]
        possible = sorted(possible, key=lambda each: each.repeats)[:1]
    if not possible or len(possible) > _MAX_DISTANCES:
        return None
    bad = (v.And(v.gt(shift, above), v.lt(shift, below), v.gt(to.repeats, least)) for above, below, least in possible)
    verdict = broken(facts, v.And(v.Or(*bad), _meet(first.buffer, second.buffer)), shift)
    if verdict.certainty <= Certainty.UNBOUNDED:
        return None
    return Overlap(instruction, written, read, shift, verdict, repeats=True)


def _meet(first: Buffer, second: Buffer) -> v.Cond:
    """Whether two tensors share bytes at all: an operand that leaves its tensor is told as out of bounds, once."""
    if first is second:
        return v.TRUE
    return v.And(v.lt(first.address, second.end), v.lt(second.address, first.end))
