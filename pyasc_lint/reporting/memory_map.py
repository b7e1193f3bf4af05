"""Memory maps: what each kernel has in each on-chip memory, as a bar and a table, or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from pyasc_lint.reporting.phrases import engine_phrase, phrase
from pyasc_lint.reporting.text import Piece, Printer, clean
from pyasc_lint.reports import BufferRow, FileReport, KernelReport, MemoryMap
from pyasc_lint.rules._rule import Language

_BAR = 64
_HEADERS = ("tensor", "position", "dtype", "address", "bytes", "share", "note")

_CELLS = {
    "used": ("#", "█", "green"),
    "free": (".", "█", "bright_black"),
    "reserved": (":", "▒", "bright_black"),
    "past": ("!", "█", "yellow"),
    "maybe": ("?", "▒", "green"),
}
"""Bar cells: within the first end, used or free; past it, free or used; where a tensor of a size that only a run knows
may be. Plain character, drawn character, style."""


def write_memory_maps(reports: Sequence[FileReport], out: Printer, language: Language) -> None:
    """Writes a bar and a table for each memory of each kernel."""
    maps = list(_maps(reports))
    if not maps:
        out.line(phrase("map-none", language))
    for each, kernel, memory in maps:
        _write_map(each, kernel, memory, out, language)
        out.line()


def _maps(reports: Sequence[FileReport]) -> Iterator[tuple[FileReport, KernelReport, MemoryMap]]:
    return ((each, kernel, memory) for each in reports for kernel in each.kernels for memory in kernel.memory)


def _write_map(each: FileReport, kernel: KernelReport, memory: MemoryMap, out: Printer, language: Language) -> None:
    size = memory.end - memory.start
    title = phrase(
        "map-title",
        language,
        kernel=kernel.name,
        path=clean(each.source.path),
        line=kernel.span.line,
        hardware=memory.hardware,
        core=memory.core,
        target=memory.target,
        size=f"{size:,}",
    )
    out.line((title, "bold"))
    taken = _union((row.start, row.end) for row in memory.buffers if row.start is not None and row.end is not None)
    used = sum(end - start for start, end in taken)
    constant = all(row.start is not None and row.end is not None for row in memory.buffers)
    if constant:
        total = phrase("map-used", language, used=f"{used:,}", share=_share(used, size))
    elif memory.most is not None:
        most = memory.most - memory.start
        total = phrase("map-used-most", language, used=f"{most:,}", share=_share(most, size))
    else:
        total = phrase("map-used-unknown", language)
    out.line("  [", *_bar(memory, taken, styled=out.styled), "] ", total)
    rows = [_row(row, size, language) for row in memory.buffers]
    kept = [index for index, key in enumerate(_HEADERS) if key != "note" or any(row[index] for row in rows)]
    headers = [phrase(_HEADERS[index], language) for index in kept]
    out.table(headers, [[row[index] for index in kept] for row in rows], numbers=(4, 5))
    if not constant and memory.most is None:
        out.line("  ", phrase("map-left-unknown", language))
        return
    highest = max([memory.start, *(end for _, end in taken), *([] if constant else [memory.most or 0])])
    left = (f"{engine_phrase(label, language)} {byte - highest:,}" for label, byte in memory.ends)
    ends = phrase("comma", language).join(left)
    out.line("  ", phrase("map-left" if constant else "map-left-most", language, highest=f"{highest:,}", ends=ends))


def _row(row: BufferRow, size: int, language: Language) -> tuple[str, ...]:
    length = row.size_text if row.bytes is None else f"{row.bytes:,}"
    share = "" if row.bytes is None else _share(row.bytes, size)
    note = engine_phrase(row.note, language)
    return tuple(map(clean, (row.name, row.position, row.dtype, row.address, length, share, note)))


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else ""


def _union(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The byte ranges joined where they touch or overlap, in order."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(joined[-1][1], end))
        elif start < end:
            joined.append((start, end))
    return joined


def _bar(memory: MemoryMap, taken: Sequence[tuple[int, int]], *, styled: bool) -> Iterator[Piece]:
    size = memory.end - memory.start
    limit = min([memory.end, *(byte for _, byte in memory.ends)])
    constant = all(row.start is not None and row.end is not None for row in memory.buffers)
    most = memory.start if constant else memory.end if memory.most is None else memory.most
    kinds = []
    for cell in range(_BAR):
        start = memory.start + cell * size // _BAR
        end = memory.start + (cell + 1) * size // _BAR
        used = any(low < end and start < high for low, high in taken)
        if start >= limit:
            kinds.append("past" if used else "reserved")
        else:
            kinds.append("used" if used else "maybe" if start < most else "free")
    for kind, cells in groupby(kinds):
        plain, drawn, style = _CELLS[kind]
        length = len(list(cells))
        yield (drawn * length, style) if styled else plain * length


def memory_maps_json(reports: Sequence[FileReport]) -> list[dict[str, Any]]:
    """One object for each memory of each kernel; all numbers are bytes."""
    return [
        {
            "path": each.source.path,
            "kernel": kernel.name,
            "line": kernel.span.line,
            **{key: getattr(memory, key) for key in ("target", "hardware", "core", "start", "end")},
            "ends": [{"name": label, "byte": byte} for label, byte in memory.ends],
            "buffers": [_buffer_json(row) for row in memory.buffers],
        }
        for each, kernel, memory in _maps(reports)
    ]


def _buffer_json(row: BufferRow) -> dict[str, Any]:
    fields = asdict(row)
    span = fields.pop("span")
    return {**fields, "path": span["path"], "line": span["line"], "column": span["column"]}
