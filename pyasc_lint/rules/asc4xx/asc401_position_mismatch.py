"""ASC401 position-mismatch."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint import api
from pyasc_lint.analysis.facts import Buffer, KernelFacts
from pyasc_lint.diagnostics import Applicability, Severity
from pyasc_lint.profiles import Profile
from pyasc_lint.rules._fix import Member, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import call_notes, made_by

_NOWHERE = frozenset({"MAX"})
"""Members of TPosition that only count the others."""

_ALLOCATOR = Text("the allocator of {hardware}", "{hardware} 的分配器")
_USE = Text("use asc.TPosition.{position}", "使用 asc.TPosition.{position}")


class PositionMismatch(Rule):
    """A tensor's logical position does not live in the memory it is placed in.

    ## What happens
    Every `TPosition` stands for one physical memory, and which one depends on the chip: `C1` is L1 on Atlas A2 and A3
    but UB on Atlas 310P, `CO2` is global memory on the former. pyasc checks nothing. For `alloc`, a `static_assert` of
    the C++ compiler fails. `LocalTensor(dtype, position, address, size)` compiles with `GM`, although the address is
    one of on-chip memory, and turns `MAX` into `VECCALC` without a word. A `LocalTensor` at `CO2` is a warning: it
    compiles too, and is meant for chips where the position is on chip.

    ## How to fix
    Use a position of the allocator's memory (the message names them), or an allocator of the position's memory.

    ## Limits
    A position or an allocator that cannot be told is left alone. An allocator that is illegal itself is ASC402.

    ## Source
    Chip profiles, from `GetPhyType` and `LocalMemAllocator::Alloc` of Ascend C (asc-devkit).
    """

    code = "ASC401"
    name = "position-mismatch"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("a position does not live in the memory it is used with", "逻辑位置与所用的物理存储不匹配")
    remedy = Text(
        "use a position of that memory, or an allocator of the position's memory",
        "请使用属于该存储的逻辑位置，或使用该逻辑位置所在存储的分配器",
    )
    messages = {
        "default": Text(
            "{call}: {position} lives in {place} on {target}, not in {hardware}; positions in {hardware}: {fitting}",
            "{call}：在 {target} 上 {position} 位于 {place} 而不是 {hardware}；{hardware} 的逻辑位置有：{fitting}",
        ),
        "global": Text(
            "{call}: {position} is global memory on {target}, not {hardware}; positions in {hardware}: {fitting}",
            "{call}：在 {target} 上 {position} 是全局内存而不是 {hardware}；{hardware} 的逻辑位置有：{fitting}",
        ),
        "nowhere": Text(
            "{call}: {position} stands for no memory; positions in {hardware}: {fitting}",
            "{call}：{position} 不对应任何存储；{hardware} 的逻辑位置有：{fitting}",
        ),
        "none-fits": Text(
            "{call}: no asc.TPosition lives in {hardware} on {target}, so nothing can be allocated from it",
            "{call}：在 {target} 上没有任何 asc.TPosition 位于 {hardware}，因此无法从中分配",
        ),
        "local-global": Text(
            "{call}: {position} is global memory on {target}; a LocalTensor needs an on-chip position, such as "
            "{fitting}",
            "{call}：在 {target} 上 {position} 是全局内存；LocalTensor 需要片上逻辑位置，例如 {fitting}",
        ),
        "local-nowhere": Text(
            "{call}: {position} stands for no memory; a LocalTensor needs an on-chip position, such as {fitting}",
            "{call}：{position} 不对应任何存储；LocalTensor 需要片上逻辑位置，例如 {fitting}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.A1, asc.half, 256)  # expect: ASC401
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.half, 256)
    asc.duplicate(a, 0.0, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        if not facts.profile.static_tensor.supported:
            return
        for buffer in facts.buffers:
            if buffer.position is None:
                continue
            message = _of_alloc(facts.profile, buffer) if buffer.is_alloc else _of_local(facts.profile, buffer)
            if message is None:
                continue
            data = {
                "call": made_by(buffer),
                "position": buffer.position,
                "place": facts.profile.hardware_of(buffer.position),
                "hardware": buffer.hardware,
                "target": facts.profile.name,
                "fitting": ", ".join(_fitting(facts, buffer)),
            }
            # The position is the chip's to place: the kernel may be meant for another one.
            severity = Severity.WARNING if message == "local-global" and buffer.position != "GM" else None
            span = buffer.stmt.spans.get("pos", buffer.span)
            fix = _fix(buffer, _fitting(facts, buffer))
            yield Finding(span, data, message, severity, related=_related(buffer), fix=fix)


def _fix(buffer: Buffer, fitting: list[str]) -> Proposal | None:
    """One position of the memory is as good as another; that of intermediate results says least."""
    span = buffer.stmt.spans.get("pos")
    if span is None or not fitting or (not buffer.is_alloc and "VECCALC" not in fitting):
        return None
    position = "VECCALC" if "VECCALC" in fitting else fitting[0]
    # In a helper it may be another one for each of its calls.
    applicability: Applicability = "unsafe" if buffer.stack else "safe"
    return Proposal(_USE, (Member(span, "TPosition", position),), {"position": position}, applicability)


def _of_alloc(profile: Profile, buffer: Buffer) -> str | None:
    """The message about an allocation; None where it is fine or cannot be told."""
    hardware, position = buffer.hardware, buffer.position
    if hardware is None or profile.memory(hardware) is None or position is None:
        return None
    place = profile.hardware_of(position)
    if place == hardware or (place is None and position not in _NOWHERE):
        return None
    if not _exported(profile, hardware):
        return "none-fits"
    return "nowhere" if place is None else "global" if place == "GM" else "default"


def _of_local(profile: Profile, buffer: Buffer) -> str | None:
    """The message about an addressed LocalTensor; None where it is fine or cannot be told."""
    if buffer.position in _NOWHERE:
        return "local-nowhere"
    return "local-global" if profile.hardware_of(buffer.position or "") == "GM" else None


def _fitting(facts: KernelFacts, buffer: Buffer) -> list[str]:
    """Positions to use instead, by their names in `asc.TPosition`."""
    if buffer.is_alloc:
        return _exported(facts.profile, buffer.hardware or "")
    own = [hardware for hardware, memory in facts.profile.memories.items() if memory.core == facts.core]
    return [position for hardware in own for position in _exported(facts.profile, hardware)]


def _exported(profile: Profile, hardware: str) -> list[str]:
    enum = api.find_enum("TPosition")
    assert enum is not None
    return [position for position in profile.positions_of(hardware) if enum.has_member(position)]


def _related(buffer: Buffer) -> tuple[Note, ...]:
    made = buffer.allocator
    note = () if made is None else (Note(made.stmt.span, _ALLOCATOR, {"hardware": buffer.hardware}),)
    return (*note, *call_notes(buffer))
