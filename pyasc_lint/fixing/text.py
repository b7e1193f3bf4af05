"""Edits of one text: applied to what the file holds, and where they move a place to."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterable, Sequence

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.frontend.source import Source

_LINE_END = re.compile(r"\r\n|\r|\n")

Place = tuple[int, int]
"""A line and a column, both from 1."""


class Lines:
    """Offsets of the places of a text, whatever its line ends."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends = list(_LINE_END.finditer(text))
        self._starts = [0, *(end.end() for end in self._ends)]

    def offset(self, place: Place) -> int:
        line = min(place[0], len(self._starts))
        return min(self._starts[line - 1] + place[1] - 1, len(self._text))

    def place(self, offset: int) -> Place:
        line = bisect.bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line_end(self, line: int) -> str:
        """How this line ends; the last one, how the one before does."""
        if not self._ends:
            return "\n"
        return self._ends[min(line, len(self._ends)) - 1][0]


def edited(source: Source, edits: Iterable[Edit]) -> Source:
    """The source after edits of it that do not overlap. Every other character and the encoding stay."""
    lines, parts, done = Lines(source.original), [], 0
    for edit in sorted(edits, key=lambda each: each.span):
        start, end = lines.offset(start_of(edit.span)), lines.offset(end_of(edit.span))
        parts += [source.original[done:start], edit.text.replace("\n", lines.line_end(edit.span.line))]
        done = end
    result = Source(source.path, "".join([*parts, source.original[done:]]), source.encoding)
    result.named = source.named
    return result


class Moves:
    """Where the places of a text are after edits. What an edit replaces moves to its start."""

    def __init__(self, before: Source, after: Source, edits: Iterable[Edit]) -> None:
        self._before, self._after = Lines(before.text), Lines(after.text)
        self._edits = [
            (self._before.offset(start_of(edit.span)), self._before.offset(end_of(edit.span)), len(edit.text))
            for edit in sorted(edits, key=lambda each: each.span)
        ]

    def place(self, place: Place) -> Place:
        offset = self._before.offset(place)
        moved = offset
        for start, end, length in self._edits:
            if end <= offset:
                moved += length - (end - start)
            elif start < offset:
                moved += start - offset
                break
        return self._after.place(moved)


def apart(edits: Sequence[Edit], others: Iterable[Edit]) -> bool:
    """Whether edits leave those of `others` alone: no common character, and no insertion at one place."""
    return not any(_meet(edit.span, other.span) for edit in edits for other in others)


def _meet(one: Span, other: Span) -> bool:
    if one.path != other.path:
        return False
    first, second = sorted((one, other))
    return start_of(second) < end_of(first) or start_of(first) == start_of(second)


def start_of(span: Span) -> Place:
    return span.line, span.column


def end_of(span: Span) -> Place:
    return span.end_line, span.end_column
