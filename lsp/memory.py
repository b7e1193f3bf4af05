"""Kernels and their tensors, as hover, hints, lenses and symbols show them: where they are in the text as it is now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pyasc_lint import BufferRow, KernelReport, MemoryMap, Span, memory_maps_json
from pyasc_lint.deferred import dataclass

from .analysis import Result
from .document import Document
from .moves import Moves
from .words import Language, words


@dataclass(frozen=True)
class Tensor:
    """A tensor of a kernel in one memory. `span` is where it is made, in the text as it is now."""

    kernel: KernelReport
    memory: MemoryMap
    row: BufferRow
    span: Span


def kernels_of(result: Result) -> list[KernelReport]:
    return result.report.kernels if result.report is not None else []


def first_maps(kernel: KernelReport) -> list[MemoryMap]:
    """The memories of a kernel on the first chip it was checked for."""
    return [memory for memory in kernel.memory if memory.target == kernel.memory[0].target]


def tensors(document: Document, result: Result, moves: Moves) -> Iterator[Tensor]:
    """The tensors that are made in this document, on the first chip."""
    for kernel in kernels_of(result):
        for memory in first_maps(kernel):
            for row in memory.buffers:
                span = moves.span(row.span) if row.span.path == document.path else None
                if span is not None:
                    yield Tensor(kernel, memory, row, span)


def byte_range(row: BufferRow) -> str:
    """`[first, end)` in bytes."""
    start = row.address if row.start is None else f"{row.start:,}"
    end = row.end_text if row.end is None else f"{row.end:,}"
    return f"[{start}, {end})"


def kibibytes(number: int) -> str:
    return f"{number / 1024:,.1f}"


def occupancy(memory: MemoryMap, language: Language) -> str:
    """`UB 72.0 of 183.8 KiB`: what the tensors take at most, of what is published for user data."""
    limit = min([memory.end, *(byte for _, byte in memory.ends)])
    constant = all(row.end is not None for row in memory.buffers)
    if memory.most is None:
        used = "?"
    else:
        used = ("" if constant else "≤ ") + kibibytes(memory.most - memory.start)
    return words("of", language, memory=memory.hardware, used=used, size=kibibytes(limit - memory.start))


def map_data(document: Document, result: Result, moves: Moves, name: str | None) -> dict[str, Any]:
    """The kernels of a document, and the memories of all of them or of those of one name, as `--memory-map=json` has
    them. `range` and `uses` are where something is in the text as it is now; the `range` of a tensor is None where that
    changed, or is in another file."""
    assert result.report is not None
    kernels = kernels_of(result)
    memories = memory_maps_json([result.report])
    rows = [row for kernel in kernels for memory in kernel.memory for row in memory.buffers]
    for row, data in zip(rows, (data for memory in memories for data in memory["buffers"]), strict=True):
        here = row.span.path == document.path
        span = moves.span(row.span) if here else None
        data["uses"] = [line for line in map(moves.line, row.uses) if line is not None] if here else []
        data["range"] = document.range(span) if span is not None else None
    return {
        "kernels": [
            {
                "name": kernel.name,
                "static": kernel.static,
                "range": document.range(moves.outline(kernel.extent or kernel.span)),
            }
            for kernel in kernels
        ],
        "memories": [memory for memory in memories if name in (None, memory["kernel"])],
    }
