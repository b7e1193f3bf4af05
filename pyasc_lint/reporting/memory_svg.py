"""Memory maps as one SVG image: a bar for each memory of each kernel, tensors drawn to scale.

Where sizes are known only in a run, what they may take at most is tinted.

Every tensor is a group of class `tensor` with `data-path`, `data-line` and `data-column` of the place that makes it, so
that a viewer can jump there, and a title with its numbers.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import field
from textwrap import wrap
from xml.sax.saxutils import escape, quoteattr

from pyasc_lint.deferred import dataclass
from pyasc_lint.reporting.phrases import engine_phrase, phrase
from pyasc_lint.reporting.text import clean
from pyasc_lint.reports import BufferRow, FileReport, KernelReport, MemoryMap
from pyasc_lint.rules._rule import Language

_WIDTH = 960
_MARGIN = 16
_LANE = 26
_LINE = 18
_LETTER = 7.3
"""About the width of a character, to tell which labels fit into their tensor and where a line ends."""

_STYLE = """
  text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; } .title { font-weight: bold; }
  .paper { fill: #ffffff; } .free { fill: #eaeef2; } .end { stroke: #1f2328; stroke-dasharray: 3 3; }
  .tensor { cursor: pointer; } .tensor rect { stroke: #afb8c1; }
  .in { fill: #9cc9f5; } .out { fill: #a6dfae; } .calc { fill: #e3c6f5; } .cube { fill: #f5d59c; }
  .past { fill: #f4a6a0; } .maybe { fill: #9cc9f5; opacity: 0.4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; } .paper { fill: #0d1117; } .free { fill: #21262d; } .end { stroke: #e6edf3; }
    .tensor rect { stroke: #57606a; } .in { fill: #1f4f80; } .out { fill: #1f5c2e; } .calc { fill: #56337a; }
    .cube { fill: #6b4e12; } .past { fill: #8e2f2a; } }
"""

_CLASSES = {"VECIN": "in", "VECOUT": "out", "VECCALC": "calc", "LCM": "calc"}


@dataclass(slots=True)
class _Canvas:
    """The parts drawn so far, and the width and height they take, in pixels. `root`: what names of files leave out."""

    width: int
    root: str
    parts: list[str] = field(default_factory=list)
    height: int = _MARGIN

    @property
    def bar(self) -> int:
        """The width of the longest bar."""
        return self.width - 2 * _MARGIN

    def text(self, text: str, cls: str = "") -> None:
        """Adds a text, in as many lines as it takes."""
        attribute = f' class="{cls}"' if cls else ""
        for line in wrap(clean(text), int(self.bar / _LETTER)):
            self.height += _LINE
            self.parts.append(f'<text x="{_MARGIN}" y="{self.height - 5}"{attribute}>{escape(line)}</text>')


def memory_map_svg(
    reports: Sequence[FileReport],
    language: Language = "en",
    kernel: str | None = None,
    width: int = _WIDTH,
    root: str = "",
) -> str:
    """The image of all kernels, or of those of one name, so many pixels wide. Titles name files as seen from `root`."""
    canvas = _Canvas(width, root)
    drawn = [
        (report, each, memory)
        for report in reports
        for each in report.kernels
        if kernel in (None, each.name)
        for memory in each.memory
    ]
    if not drawn:
        canvas.text(phrase("map-none", language))
    for report, each, memory in drawn:
        _draw_map(canvas, report, each, memory, language)
    height = canvas.height + _MARGIN
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}">',
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{width}" height="{height}"/>',
            *canvas.parts,
            "</svg>\n",
        ]
    )


def _draw_map(canvas: _Canvas, report: FileReport, kernel: KernelReport, memory: MemoryMap, language: Language) -> None:
    title = phrase(
        "map-title",
        language,
        kernel=kernel.name,
        path=report.source.path.removeprefix(os.path.join(canvas.root, "")),
        line=kernel.span.line,
        hardware=memory.hardware,
        core=memory.core,
        target=memory.target,
        size=f"{memory.end - memory.start:,}",
    )
    canvas.text(title, "title")
    placed = [row for row in memory.buffers if row.start is not None and row.end is not None]
    last = max([memory.end, *(row.end or 0 for row in placed)])
    scale = canvas.bar / max(last - memory.start, 1)
    lanes = list(_lanes(placed))
    top, height = canvas.height, _LANE * max([1, *(lane + 1 for _, lane in lanes)])
    width = (memory.end - memory.start) * scale
    canvas.parts.append(f'<rect class="free" x="{_MARGIN}" y="{top}" width="{width:.1f}" height="{height}"/>')
    if len(placed) < len(memory.buffers) and memory.most is not None:
        width = (min(memory.most, last) - memory.start) * scale
        canvas.parts.append(f'<rect class="maybe" x="{_MARGIN}" y="{top}" width="{width:.1f}" height="{height}"/>')
    for row, lane in lanes:
        canvas.parts.append(_tensor(row, memory, scale, top + lane * _LANE, language))
    canvas.height += height
    _draw_ends(canvas, memory, scale, top, language)
    for row in memory.buffers:
        if row.start is None or row.end is None:
            canvas.text(_numbers(row, language))
    canvas.height += _MARGIN


def _lanes(rows: Sequence[BufferRow]) -> Iterator[tuple[BufferRow, int]]:
    """Each tensor with the topmost lane where nothing overlaps it."""
    taken: list[list[BufferRow]] = []
    for row in rows:
        free = (number for number, lane in enumerate(taken) if not any(_overlap(row, each) for each in lane))
        number = next(free, len(taken))
        if number == len(taken):
            taken.append([])
        taken[number].append(row)
        yield row, number


def _overlap(one: BufferRow, other: BufferRow) -> bool:
    return (one.start or 0) < (other.end or 0) and (other.start or 0) < (one.end or 0)


def _tensor(row: BufferRow, memory: MemoryMap, scale: float, top: int, language: Language) -> str:
    start, end = row.start or 0, row.end or 0
    left, width = _MARGIN + (start - memory.start) * scale, max((end - start) * scale, 1)
    cls = "past" if end > memory.end else _CLASSES.get(row.position, "cube")
    name = clean(row.name)
    label = ""
    if len(name) * _LETTER + 6 <= width:
        label = f'<text x="{left + 4:.1f}" y="{top + 17}">{escape(name)}</text>'
    place = f'data-path={quoteattr(row.span.path)} data-line="{row.span.line}" data-column="{row.span.column}"'
    return (
        f'<g class="tensor" {place}><title>{escape(clean(_numbers(row, language)))}</title>'
        f'<rect class="{cls}" x="{left:.1f}" y="{top + 1}" width="{width:.1f}" height="{_LANE - 2}"/>{label}</g>'
    )


def _numbers(row: BufferRow, language: Language) -> str:
    """A tensor in words, as in the tables."""
    address = f"[{row.address}, {row.end_text})" if row.end is None else f"[{row.start:,}, {row.end:,})"
    size = row.size_text if row.bytes is None else f"{row.bytes:,}"
    note = f", {engine_phrase(row.note, language)}" if row.note else ""
    return f"{row.name}: {row.position} {row.dtype} {address}, {size} {phrase('bytes', language)}{note}"


def _draw_ends(canvas: _Canvas, memory: MemoryMap, scale: float, top: int, language: Language) -> None:
    """A dashed line at every end of the memory, and one line of text that names them."""
    for _, byte in memory.ends:
        x = _MARGIN + (byte - memory.start) * scale
        canvas.parts.append(f'<line class="end" x1="{x:.1f}" x2="{x:.1f}" y1="{top}" y2="{canvas.height}"/>')
    ends = (f"{engine_phrase(label, language)} {byte:,}" for label, byte in memory.ends)
    canvas.text(phrase("comma", language).join(ends))
