"""ASC402 illegal-allocator."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import Allocator, KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Member, Proposal
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes

_NOT_ON_CHIP = {"GM": "global", "MAX": "count"}
"""Members of Hardware that are no on-chip memory, and the messages about them."""
_USE = Text("allocate from asc.Hardware.{place}", "改为从 asc.Hardware.{place} 分配")


class IllegalAllocator(Rule):
    """A LocalMemAllocator is made for something that is no on-chip memory of the chip.

    ## What happens
    pyasc takes every member of `asc.Hardware`. `GM` is global memory and `MAX` only counts the members: a
    `static_assert` of the C++ compiler fails. A memory that the chip lacks (`BIAS` and `FIXBUF` on Atlas 310P) has no
    bytes to give.

    ## How to fix
    Name the memory that the tensors live in: `asc.Hardware.UB` for vector operands, `L1`, `L0A`, `L0B`, `L0C` or `BIAS`
    for cube operands. Global memory is addressed with `asc.GlobalTensor`.

    ## Limits
    `FIXBUF` exists on Atlas A2, A3 and 950: the allocator is fine, but pyasc 1.1.1 exports no position in it, so every
    allocation from it is ASC401. A member that cannot be told is left alone.

    ## Source
    Chip profiles; Ascend C `LocalMemAllocator` (asc-devkit).
    """

    code = "ASC402"
    name = "illegal-allocator"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("an allocator for something that is no on-chip memory", "为非片上存储创建了分配器")
    remedy = Text(
        "name an on-chip memory of the chip, such as asc.Hardware.UB", "请指定芯片的片上存储，例如 asc.Hardware.UB"
    )
    messages = {
        "default": Text(
            "{target} has no {hardware}: its memories are {memories}",
            "{target} 没有 {hardware}：它的片上存储有 {memories}",
        ),
        "global": Text(
            "Hardware.GM is global memory, which no LocalMemAllocator can hand out; use asc.GlobalTensor, or one of "
            "{memories}",
            "Hardware.GM 是全局内存，LocalMemAllocator 无法从中分配；请使用 asc.GlobalTensor，或改用 {memories}",
        ),
        "count": Text(
            "Hardware.MAX is no memory: use one of {memories}", "Hardware.MAX 不是存储：请改用 {memories} 之一"
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    gm = asc.LocalMemAllocator(asc.Hardware.GM)  # expect: ASC402
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator(asc.Hardware.UB)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        if not facts.profile.static_tensor.supported:
            return
        for allocator in facts.allocators:
            hardware = allocator.hardware
            if hardware is None or facts.profile.memory(hardware) is not None:
                continue
            data = {
                "hardware": hardware,
                "target": facts.profile.name,
                "memories": ", ".join(facts.profile.memories),
            }
            message = _NOT_ON_CHIP.get(hardware, "default")
            related, fix = stack_notes(allocator.stmt.stack), _fix(facts, allocator)
            yield Finding(allocator.stmt.span, data, message, related=related, fix=fix)


def _fix(facts: KernelFacts, allocator: Allocator) -> Proposal | None:
    """The memory in which all positions live that are allocated from it."""
    positions = {buffer.position for buffer in facts.buffers if buffer.allocator is allocator}
    places = {facts.profile.hardware_of(position) for position in positions if position is not None}
    place, span = next(iter(places), None), allocator.stmt.argument_span
    if span is None or len(places) != 1 or place is None or facts.profile.memory(place) is None:
        return None
    return Proposal(_USE, (Member(span, "Hardware", place),), {"place": place})
