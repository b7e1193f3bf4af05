"""Whether tensors start at addresses their memory can be used from."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.capacity import physical_fits
from pyasc_lint.analysis.facts import Buffer, KernelFacts, LocalRegion
from pyasc_lint.analysis.instructions import instructions_of, places, use_of
from pyasc_lint.analysis.verdict import Certainty, Verdict, misaligned
from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True, eq=False)
class Misalignment:
    """A tensor whose start is no multiple of its memory's `alignment`, in bytes.

    `cause` is the allocation before it whose size is no such multiple; None for a tensor with an address of its own.
    """

    buffer: Buffer
    alignment: int
    verdict: Verdict
    cause: Buffer | None = None


def misalignments(facts: KernelFacts) -> list[Misalignment]:
    """Misaligned tensors, in the order they are made.

    An odd allocation shifts everything behind it: only the first tensor that is used and misaligned tells of it. What
    is odd for the same inputs, or made by the same statement, is one cause.
    """
    outside = {fit.buffer for fit in physical_fits(facts) if fit.certainty is Certainty.CERTAIN}
    found: list[Misalignment] = []
    told: set[object] = set()
    causes: dict[Buffer, dict[Buffer, None]] = {}
    uses = _uses(facts)
    strictest: dict[str | None, int] = {}
    for buffer, needed in uses.items():
        strictest[buffer.hardware] = max(needed, strictest.get(buffer.hardware, 0))
    for buffer in facts.buffers:
        memory = facts.profile.memory(buffer.hardware) if buffer.hardware is not None else None
        if memory is None:
            continue
        alignment = max(memory.alignment(), uses.get(buffer, 0))
        if not buffer.is_alloc:
            verdict = misaligned(buffer.facts, buffer.address, alignment)
            if verdict.certainty is not Certainty.NEVER and buffer not in outside:
                found.append(Misalignment(buffer, alignment, verdict))
            continue
        open_causes = {cause: None for earlier in buffer.before for cause in causes.get(earlier, ())}
        if open_causes and buffer not in facts.unused:
            verdict = misaligned(buffer.facts, buffer.address, alignment)
            if verdict.certainty is not Certainty.NEVER:
                found.append(Misalignment(buffer, alignment, verdict, next(iter(open_causes))))
                told |= {_origin(cause) for cause in open_causes}
                open_causes = {}
        if _odd(buffer, max(alignment, strictest.get(buffer.hardware, 0))) and _origin(buffer) not in told:
            open_causes[buffer] = None
        causes[buffer] = open_causes
    return found


def _uses(facts: KernelFacts) -> dict[Buffer, int]:
    """Tensors that an instruction asks a stricter alignment of than their memory does, and which."""
    found: dict[Buffer, int] = {}
    for instruction in instructions_of(facts):
        for access in instruction.accesses:
            use = use_of(instruction, access)
            for region in places(access) if use is not None else ():
                memory = facts.profile.memory(region.buffer.hardware or "") if isinstance(region, LocalRegion) else None
                if not isinstance(region, LocalRegion) or memory is None:
                    continue
                needed = memory.alignment(use)
                if misaligned(instruction.call.facts, region.offset, needed).certainty is Certainty.NEVER:
                    found[region.buffer] = max(needed, found.get(region.buffer, 0))
    return found


def _origin(cause: Buffer) -> object:
    """What the odd size comes from."""
    return v.operands(cause.size) or cause.span


def _odd(buffer: Buffer, alignment: int) -> bool:
    """Whether the allocation may take a number of bytes that is no multiple of the alignment."""
    whole = v.eq(v.floor_mod(buffer.size, alignment, buffer.facts), 0)
    return buffer.facts.ask(whole) is not v.Answer.PROVED
