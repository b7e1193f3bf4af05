"""Where the lines of an analysed text stand in the text as it is now."""

from __future__ import annotations

from pyasc_lint import Span
from pyasc_lint.deferred import dataclass

from .document import Document


@dataclass(frozen=True)
class Moves:
    """Lines before the first difference stay, those behind the last one move together; those between are gone."""

    first: int
    """Lines that both texts start with."""
    last: int
    """Number, in the old text, of the first line that both end with."""
    shift: int

    @classmethod
    def between(cls, old: Document, new: Document) -> Moves:
        if old is new or old.text == new.text:
            return cls(len(old.lines), 0, 0)
        before, after = old.lines, new.lines
        limit = min(len(before), len(after))
        first = next((index for index in range(limit) if before[index] != after[index]), limit)
        limit -= first
        tail = next((index for index in range(limit) if before[-1 - index] != after[-1 - index]), limit)
        return cls(first, len(before) - tail + 1, len(after) - len(before))

    def line(self, line: int) -> int | None:
        """The new number of an old line; None where it changed."""
        if line <= self.first:
            return line
        return line + self.shift if line >= self.last else None

    def span(self, span: Span) -> Span | None:
        """The new place of an old one; None where a line of it changed, or some were put between."""
        start, end = self.line(span.line), self.line(span.end_line)
        if start is None or end is None or end - start != span.end_line - span.line:
            return None
        return Span(span.path, start, span.column, end, span.end_column)

    def outline(self, span: Span) -> Span:
        """What an old range has become, with all that was put into it."""
        start = self.line(span.line)
        end = self.line(span.end_line)
        return Span(
            span.path,
            self.first + 1 if start is None else start,
            1 if start is None else span.column,
            self.last + self.shift - 1 if end is None else end,
            span.end_column,
        )

    def around(self, span: Span, line: int) -> bool:
        """Whether a line of the new text is within what an old range has become."""
        outline = self.outline(span)
        return outline.line <= line <= outline.end_line
