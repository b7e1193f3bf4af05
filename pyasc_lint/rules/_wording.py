"""How rules write numbers, tensors and places in messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyasc_lint.analysis.facts import Buffer, KernelFacts, size_name
from pyasc_lint.analysis.values import Poly
from pyasc_lint.ir.nodes import Alloc, Ref
from pyasc_lint.rules._rule import Note, Text

EARLIER = Text("'{name}' takes bytes {start} to {end} of {hardware}", "'{name}' 占用 {hardware} 的字节 {start} 到 {end}")
CALLED = Text("called from here, through '{function}'", "由此处经 '{function}' 调用")

_MAX_RELATED = 8


def amount(value: Poly) -> str:
    """A byte or element number: with thousands separators where constant, else as an expression."""
    return f"{value.const:,}" if value.const is not None else str(value)


def made_by(buffer: Buffer) -> str:
    """The call that makes a tensor, as the source has it: `ub.alloc(VECOUT, float32, 16392)`."""
    position, dtype, count = buffer.position or "?", size_name(buffer.element), str(buffer.count)
    if isinstance(buffer.stmt, Alloc):
        allocator = buffer.stmt.allocator
        name = allocator.var.name if isinstance(allocator, Ref) and allocator.var.name else "allocator"
        return f"{name}.alloc({position}, {dtype}, {count})"
    return f"LocalTensor({dtype}, {position}, {buffer.address}, {count})"


def buffer_name(buffer: Buffer) -> str:
    return buffer.name or made_by(buffer)


def place(facts: KernelFacts, buffer: Buffer) -> Mapping[str, object]:
    """The fields that most messages about a tensor need."""
    return {
        "call": made_by(buffer),
        "name": buffer_name(buffer),
        "hardware": buffer.hardware or "?",
        "target": facts.profile.name,
        "start": amount(buffer.address),
        "end": amount(buffer.end),
        "bytes": amount(buffer.size),
        "count": amount(buffer.count),
        "dtype": size_name(buffer.element),
    }


def earlier_notes(buffers: Sequence[Buffer]) -> tuple[Note, ...]:
    """The tensors that already take space, latest last."""
    return tuple(
        Note(
            buffer.span,
            EARLIER,
            {
                "name": buffer_name(buffer),
                "start": amount(buffer.address),
                "end": amount(buffer.end),
                "hardware": buffer.hardware or "?",
            },
        )
        for buffer in buffers[-_MAX_RELATED:]
    )


def call_notes(buffer: Buffer) -> tuple[Note, ...]:
    """The helper calls through which a tensor is made."""
    return tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(buffer.stack))
