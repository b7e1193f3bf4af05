"""Memory maps: which bytes of which memory a kernel's tensors take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from pyasc_lint.analysis.facts import Buffer, KernelFacts, LocalRegion, size_name
from pyasc_lint.analysis.instructions import instructions_of, places
from pyasc_lint.analysis.rows import BufferRow, MemoryMap
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span

if TYPE_CHECKING:
    from pyasc_lint.profiles import Memory


def memory_maps(facts: KernelFacts) -> list[MemoryMap]:
    """One map per memory that the kernel has tensors in, in the order of first use."""
    found: dict[str, list[Buffer]] = {}
    for buffer in facts.buffers:
        if buffer.hardware is not None:
            found.setdefault(buffer.hardware, []).append(buffer)
    users = _users(facts)
    maps = []
    for hardware, buffers in found.items():
        memory = facts.profile.memory(hardware)
        if memory is None or memory.physical_end is None:
            continue
        maps.append(
            MemoryMap(
                facts.profile.name,
                hardware,
                facts.core,
                memory.start or 0,
                memory.physical_end,
                _ends(memory, facts.reserved_ub),
                _rows(buffers, users),
                _most(buffers),
            )  # fmt: skip
        )
    return maps


def _most(buffers: Sequence[Buffer]) -> int | None:
    found = 0
    for buffer in buffers:
        end = buffer.facts.interval(buffer.end).hi if buffer.growing is None else None
        if end is None:
            return None
        found = max(found, end)
    return found


def _ends(memory: Memory, reserved_ub: bool) -> tuple[tuple[str, int], ...]:
    candidates = (
        ("published limit", memory.limit(reserved_ub)),
        ("scratch", memory.scratch_start if reserved_ub else None),
        ("physical end", memory.physical_end),
    )
    return tuple((label, byte) for label, byte in candidates if byte is not None)


@dataclass(slots=True)
class _Users:
    """The pipes whose instructions read and write a tensor, "" for one that is not known, and where those stand."""

    read: set[str] = field(default_factory=set)
    write: set[str] = field(default_factory=set)
    lines: set[tuple[str, int]] = field(default_factory=set)


def _users(facts: KernelFacts) -> dict[Buffer, _Users]:
    found: dict[Buffer, _Users] = {}
    for instruction in instructions_of(facts):
        span = instruction.call.stmt.span
        for access in instruction.accesses:
            for place in places(access):
                if isinstance(place, LocalRegion):
                    users = found.setdefault(place.buffer, _Users())
                    users.lines.add((span.path, span.line))
                    if access.reads:
                        users.read.add(instruction.pipe)
                    if access.writes:
                        users.write.add(instruction.pipe)
    return found


def _rows(buffers: Sequence[Buffer], found: Mapping[Buffer, _Users]) -> list[BufferRow]:
    """Rows by position in the source; a tensor made several times (unrolled loops, helpers) has one row a place."""
    rows: dict[tuple[Span, str], BufferRow] = {}
    for buffer in buffers:
        users = found.get(buffer, _Users())
        row = BufferRow(
            buffer.name or "(unnamed)",
            buffer.span,
            buffer.position or "?",
            size_name(buffer.element),
            str(buffer.address),
            buffer.address.const,
            buffer.end.const,
            buffer.size.const,
            str(buffer.size),
            "every iteration" if buffer.growing is not None else "",
            str(buffer.end),
            buffer.is_alloc,
            tuple(sorted(users.write - {""})),
            tuple(sorted(users.read - {""})),
            tuple(sorted(line for path, line in users.lines if path == buffer.span.path)),
        )
        rows.setdefault((buffer.span, row.address), row)
    return list(rows.values())
