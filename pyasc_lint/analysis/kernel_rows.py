"""What a kernel's allocators and calls are, as rows to show: for editors, which know nothing of facts."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.instructions import instructions_of
from pyasc_lint.analysis.operands import Sync
from pyasc_lint.analysis.rows import AllocatorRow, CallRow


def allocator_rows(facts: KernelFacts) -> list[AllocatorRow]:
    """The allocators whose memory is known, in source order."""
    found = {
        AllocatorRow(each.stmt.var.name, each.stmt.span, each.hardware, facts.profile.positions_of(each.hardware))
        for each in facts.allocators
        if each.hardware is not None
    }
    return sorted(found, key=lambda row: row.span)


def call_rows(facts: KernelFacts) -> list[CallRow]:
    """The calls whose pipe is known, each once, in source order."""
    return sorted(set(_call_rows(facts)), key=lambda row: (row.span, row.pipe, row.event_id or ""))


def _call_rows(facts: KernelFacts) -> Iterator[CallRow]:
    for instruction in instructions_of(facts):
        stmt = instruction.call.stmt
        if instruction.pipe:
            yield CallRow(stmt.api, stmt.span, facts.core, instruction.pipe, *_event(instruction.sync))


def _event(sync: Sync | None) -> tuple[str | None, str | None]:
    if sync is None or sync.kind not in ("set", "wait"):
        return None, None
    return sync.event, None if sync.id is None else str(sync.id)
