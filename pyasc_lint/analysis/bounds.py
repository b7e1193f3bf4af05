"""Whether instructions stay inside their tensors, and start where the hardware allows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import lru_cache

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts, LocalRegion, Operand
from pyasc_lint.analysis.instructions import examined_instructions, instructions_of, places, use_of
from pyasc_lint.analysis.limits import Breach, breaches
from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty, Verdict, broken, misaligned
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Assign, Expr, Ref, Reinterpret, Var, View
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.survey import survey
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
    """Accesses past the end (or before the start) of their tensor, at most one per operand of a call.

    A count that is too large for a LocalTensor is told there, and counts as cut off to it for GM. A number that does
    not fit its field or range is ASC404 and reaches no bytes that could be judged.
    """
    return tuple(examined_instructions(facts, lambda instruction: _overruns(facts, instruction)))


def _overruns(facts: KernelFacts, instruction: Instruction) -> Iterator[Overrun]:
    told: set[str] = set()
    local: Overrun | None = None
    if any(_is_out_of_range(breach) for breach in breaches(facts, instruction.call)):
        return
    for access in sorted(instruction.accesses, key=lambda each: isinstance(each.region, GlobalRegion)):
        if instruction.unsized or not access.exact or access.param in told or access.footprint.empty:
            continue
        found = [_overrun(instruction, access, region) for region in places(access)]
        surest = max((each for each in found if each), key=lambda each: each.verdict.certainty, default=None)
        if surest is not None and isinstance(surest.region, GlobalRegion) and local is not None:
            surest = _beyond(surest, local)
        if surest is not None:
            told.add(access.param)
            local = surest if local is None and isinstance(surest.region, LocalRegion) else local
            yield surest


def _is_out_of_range(breach: Breach) -> bool:
    return breach.kind in ("wraps", "range") and breach.verdict.certainty is Certainty.CERTAIN


def _beyond(found: Overrun, local: Overrun) -> Overrun | None:
    """An overrun in GM, if the transfer ended where its LocalTensor does."""
    facts, size = found.instruction.call.facts, local.access.element_size
    same = facts.assume(v.eq(found.access.element_size, size))
    facts = same if same.is_feasible() else facts
    if "count" in found.instruction.call.operands:
        cut = found.end - (local.end - local.size)
        beyond = v.And(v.gt(cut, found.size), v.gt(found.end, found.size))
    else:
        inside = v.And(v.le(local.end, local.size), v.gt(found.end, found.size))
        beyond = v.Or(inside, v.ge(found.first, found.size))
    verdict = broken(facts, v.Or(beyond, v.lt(found.first, 0)), found.end - found.size)
    return replace(found, verdict=verdict) if verdict.certainty > Certainty.UNBOUNDED else None


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
    told = isinstance(region, LocalRegion) and region.buffer.is_alloc  # an allocation without bytes is told there
    some = v.gt(size, 0) if told else v.TRUE
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
    """An operand that starts at `address` (a byte of its memory), no multiple of `alignment` bytes.

    `view` is where the slice that moves it off stands; None where that is not known.
    """

    instruction: Instruction
    access: Access
    region: LocalRegion
    address: Poly
    alignment: int
    verdict: Verdict
    view: Span | None = None


_RELAXED = ("reduce", "get_value", "set_value", "mrg_sort", "set_deq_scale", "gather_mask")
"""Calls some of whose operands may start at any element: only their copies and sources are judged elsewhere."""


def odd_starts(facts: KernelFacts) -> Iterator[OddStart]:
    """Operands that start misaligned inside an aligned tensor, once for each slice and each start in a call."""
    seen: set[object] = set()
    named = _named_views(facts)
    for found in examined_instructions(facts, lambda instruction: _odd_starts(facts, instruction)):
        stmt = found.instruction.call.stmt
        views = _views(stmt.args.get(_operand(found.access)), named)
        start = (stmt.span, stmt.stack, found.region.buffer, found.address)
        if start not in seen and seen.isdisjoint(views):
            yield replace(found, view=views[0]) if views else found
        seen |= {start, *views[:1]}


def _odd_starts(facts: KernelFacts, instruction: Instruction) -> Iterator[OddStart]:
    """The operands of one instruction that start misaligned."""
    name = instruction.call.stmt.api
    if instruction.pipe in ("S", "") or any(part in name for part in _RELAXED):
        return
    told: set[str] = set()
    for access in instruction.accesses:
        if _operand(access) in told or access.footprint.empty:
            continue
        regions = (region for region in places(access) if isinstance(region, LocalRegion))
        starts = (_odd_start(facts, instruction, access, region) for region in regions)
        found = next((start for start in starts if start is not None), None)
        if found is not None:
            told.add(_operand(access))
            yield found


def _operand(access: Access) -> str:
    """The parameter that an access belongs to."""
    return access.param.partition("[")[0]


def _named_views(facts: KernelFacts) -> dict[Var, Expr]:
    """What variables stand for that are a view of a tensor and never anything else."""
    assigned = survey(facts.kernel).of(Assign)
    times = Counter(stmt.var for stmt in assigned)
    views = (stmt for stmt in assigned if isinstance(stmt.value, View | Reinterpret))
    return {stmt.var: stmt.value for stmt in views if times[stmt.var] == 1}


def _views(expr: Expr | None, named: Mapping[Var, Expr]) -> list[Span]:
    """Where the slices of an operand stand, the last one first."""
    found: list[Span] = []
    while True:
        match expr:
            case View():
                found += [expr.span] if expr.span is not None else []
                expr = expr.base
            case Reinterpret():
                expr = expr.base
            case Ref() if expr.var in named:
                expr = named[expr.var]
            case _:
                return found


def _odd_start(facts: KernelFacts, instruction: Instruction, access: Access, region: LocalRegion) -> OddStart | None:
    memory = facts.profile.memory(region.buffer.hardware) if region.buffer.hardware is not None else None
    if memory is None or region.offset.const == 0:
        return None
    alignment = memory.alignment(use_of(instruction, access))
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


def odd_transfers(facts: KernelFacts, sure: bool = True) -> Iterator[OddTransfer]:
    """Counted copies between GM and on-chip memory that end inside a 32-byte block; not `sure`: or nothing tells."""
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
        if verdict.certainty is not Certainty.NEVER or not sure:
            yield OddTransfer(instruction, length, unit, verdict)


def _element_size(operand: Operand) -> Poly | None:
    """Bytes of an element of a LocalTensor operand."""
    region = operand[0] if isinstance(operand, tuple) else operand
    if not isinstance(region, LocalRegion):
        return None
    return Poly.of(region.element.size) if isinstance(region.element, DType) else region.buffer.element_size
