"""Whether instructions stay inside their tensors, and start where the hardware allows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts, LocalRegion, Operand
from pyasc_lint.analysis.instructions import instructions_of, places
from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty, Verdict, broken, misaligned
from pyasc_lint.ir.types import DType


@dataclass(frozen=True, slots=True, eq=False)
class Overrun:
    """An access that leaves its tensor. `first`, `end` and `size` are bytes from the tensor's start."""

    instruction: Instruction
    access: Access
    region: LocalRegion | GlobalRegion
    first: Poly
    end: Poly
    size: Poly
    verdict: Verdict


@lru_cache(maxsize=8)
def overruns(facts: KernelFacts) -> tuple[Overrun, ...]:
    """Accesses past the end (or before the start) of their tensor, at most one per operand of a call."""
    return tuple(_overruns(facts))


def _overruns(facts: KernelFacts) -> Iterator[Overrun]:
    for instruction in instructions_of(facts):
        told: set[str] = set()
        for access in instruction.accesses:
            if instruction.unsized or not access.exact or access.param in told or access.footprint.empty:
                continue
            found = [_overrun(instruction, access, region) for region in places(access)]
            surest = max((each for each in found if each), key=lambda each: each.verdict.certainty, default=None)
            if surest is not None:
                told.add(access.param)
                yield surest


def _overrun(instruction: Instruction, access: Access, region: LocalRegion | GlobalRegion) -> Overrun | None:
    facts = instruction.call.facts
    size = tensor_bytes(access, region)
    if size is None:
        return None
    lo, hi = access.footprint.hull(facts)
    origin = access.origin(region)
    first, end = origin + lo, origin + hi
    over, under = (end - size).const, first.const
    if over is not None and under is not None and over <= 0 <= under:
        return None
    some = v.gt(size, 0)  # a tensor without bytes is told where it is made
    verdict = broken(facts, v.And(v.gt(end, size), some), end - size)
    if verdict.certainty <= Certainty.UNBOUNDED:
        verdict = broken(facts, v.And(v.lt(first, 0), some), first, "below")
    if verdict.certainty <= Certainty.UNBOUNDED:
        return None
    return Overrun(instruction, access, region, first, end, size, verdict)


def tensor_bytes(access: Access, region: LocalRegion | GlobalRegion) -> Poly | None:
    """Length of a tensor in bytes; None for GM without a length."""
    if isinstance(region, LocalRegion):
        return region.buffer.size
    return region.count * access.element_size if region.count is not None else None


@dataclass(frozen=True, slots=True, eq=False)
class OddStart:
    """An operand that starts at `address` (a byte of its memory), no multiple of `alignment` bytes."""

    instruction: Instruction
    access: Access
    region: LocalRegion
    address: Poly
    alignment: int
    verdict: Verdict


_RELAXED = ("reduce", "get_value", "set_value", "mrg_sort", "set_deq_scale", "gather_mask")
"""Calls some of whose operands may start at any element: only their copies and sources are judged elsewhere."""


def odd_starts(facts: KernelFacts) -> Iterator[OddStart]:
    """Operands that start misaligned inside an aligned tensor, at most one per operand of a call."""
    for instruction in instructions_of(facts):
        name = instruction.call.stmt.api
        if instruction.pipe in ("S", "") or any(part in name for part in _RELAXED):
            continue
        told: set[str] = set()
        for access in instruction.accesses:
            operand = access.param.partition("[")[0]
            if operand in told or access.footprint.empty:
                continue
            for region in places(access):
                if isinstance(region, LocalRegion):
                    found = _odd_start(facts, instruction, access, region)
                    if found is not None:
                        told.add(operand)
                        yield found
                        break


def _odd_start(facts: KernelFacts, instruction: Instruction, access: Access, region: LocalRegion) -> OddStart | None:
    memory = facts.profile.memory(region.buffer.hardware) if region.buffer.hardware is not None else None
    if memory is None or region.offset.const == 0:
        return None
    alignment = memory.alignment()
    inside = misaligned(instruction.call.facts, region.offset, alignment)
    whole = misaligned(region.buffer.facts, region.buffer.address, alignment)
    if inside.certainty is Certainty.NEVER or whole.certainty is not Certainty.NEVER:
        return None  # a misaligned tensor is told where it is made
    address = region.buffer.address + region.offset
    return OddStart(instruction, access, region, address, alignment, inside)


@dataclass(frozen=True, slots=True, eq=False)
class OddTransfer:
    """A `data_copy` of `bytes` that are no multiple of `unit`."""

    instruction: Instruction
    bytes: Poly
    unit: int
    verdict: Verdict


def odd_transfers(facts: KernelFacts) -> Iterator[OddTransfer]:
    """Counted copies between GM and on-chip memory that end inside a 32-byte block."""
    unit = facts.profile.layout.block_bytes
    for instruction in instructions_of(facts):
        call = instruction.call
        count = call.operands.get("count")
        if call.stmt.api != "data_copy" or not isinstance(count, Poly) or instruction.path is None:
            continue
        size = next((size for size in map(_element_size, call.operands.values()) if size is not None), None)
        if size is None:
            continue
        length = count * size
        verdict = misaligned(call.facts, length, unit)
        if verdict.certainty is not Certainty.NEVER:
            yield OddTransfer(instruction, length, unit, verdict)


def _element_size(operand: Operand) -> Poly | None:
    """Bytes of an element of a LocalTensor operand."""
    region = operand[0] if isinstance(operand, tuple) else operand
    if not isinstance(region, LocalRegion):
        return None
    return Poly.of(region.element.size) if isinstance(region.element, DType) else region.buffer.element_size
