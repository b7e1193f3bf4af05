"""Whether the operands of one vector instruction overlap in a way that the vector unit does not allow."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Buffer, KernelFacts, LocalRegion
from pyasc_lint.analysis.instructions import examined_instructions
from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty, Verdict, broken

_ELEMENTWISE = ("vector.unary", "vector.binary", "vector.scalar", "vector.fused", "vector.convert")


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """A destination and a source that share some but not all bytes. `shift`: destination minus source, in bytes."""

    instruction: Instruction
    written: Access
    read: Access
    shift: Poly
    verdict: Verdict


def partial_overlaps(facts: KernelFacts) -> Iterator[Overlap]:
    """Element-wise instructions on contiguous operands that overlap within a repeat, or from a repeat to a "
    "later one."""
    repeat = facts.profile.layout.repeat_bytes
    return examined_instructions(facts, lambda instruction: _first(instruction, repeat))


def _first(instruction: Instruction, repeat: int) -> Iterator[Overlap]:
    function = api.find_function(instruction.call.stmt.api)
    if instruction.pipe != "V" or function is None or function.category not in _ELEMENTWISE:
        return
    if any(access.footprint.dims or not access.exact for access in instruction.accesses):
        return
    for written in (access for access in instruction.accesses if access.writes):
        for read in (access for access in instruction.accesses if access.reads and access is not written):
            found = _pair(instruction, written, read, repeat)
            if found is not None:
                yield found
                return


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


def _meet(first: Buffer, second: Buffer) -> v.Cond:
    """Whether two tensors share bytes at all: an operand that leaves its tensor is told as out of bounds, once."""
    if first is second:
        return v.TRUE
    return v.And(v.lt(first.address, second.end), v.lt(second.address, first.end))
