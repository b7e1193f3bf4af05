"""Open documents: their text as the client has it, and positions in the client's units.

Lines end as the protocol says: in `\\n`, `\\r\\n` or `\\r`, and in nothing else that Python takes for a line end. The
analysis counts the same lines, from 1, and columns in characters, from 1 and without a byte order mark.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property

from lsprotocol import types as t

from pyasc_lint import Edit, Span
from pyasc_lint.deferred import dataclass

_LINE_END = re.compile(r"\r\n|\n|\r")
_HALF = re.compile("[\ud800-\udfff]")
_WORD = re.compile(r"\w+")
_BOM = "\ufeff"


@dataclass(frozen=True, eq=False)
class Document:
    """One version of a document. `path` is what the analysis calls it; `units` is the agreed position encoding."""

    uri: str
    path: str
    version: int | None
    text: str
    language: str = "python"
    units: str = "utf-16"

    @property
    def checked(self) -> bool:
        """Whether it is Python."""
        return self.language == "python" or self.path.endswith(".py")

    @cached_property
    def module(self) -> str:
        """The name that imports of it end in."""
        folder, _, name = self.path.replace("\\", "/").rpartition("/")
        stem = name.removesuffix(".py")
        return folder.rpartition("/")[2] if stem == "__init__" else stem

    @cached_property
    def words(self) -> frozenset[str]:
        return frozenset(_WORD.findall(self.text))

    def edited(self, version: int | None, changes: Sequence[t.TextDocumentContentChangeEvent]) -> Document:
        """The document after the client's changes, each of which builds on the one before."""
        document = self
        for change in changes:
            text = change.text
            if isinstance(change, t.TextDocumentContentChangePartial):
                start, end = document.offset(change.range.start), document.offset(change.range.end)
                text = document.text[:start] + change.text + document.text[max(start, end) :]
            document = replace(document, version=version, text=joined(text))
        return document

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(match.end() for match in _LINE_END.finditer(self.text))]

    @cached_property
    def _ends(self) -> list[int]:
        """Where each line ends, without what ends it."""
        return [*(match.start() for match in _LINE_END.finditer(self.text)), len(self.text)]

    @cached_property
    def lines(self) -> list[str]:
        """The lines without their ends; the last one is empty where the text ends in a line end."""
        return [self.text[start:end] for start, end in zip(self._starts, self._ends, strict=True)]

    def offset(self, position: t.Position) -> int:
        """The index into the text of a position; past the end of a line or of the text it is that end."""
        if position.line >= len(self._starts):
            return len(self.text)
        start, end = self._starts[position.line], self._ends[position.line]
        return start + _characters(self.text[start:end], position.character, self.units)

    def place(self, position: t.Position) -> tuple[int, int]:
        """Line and column of a position, as the analysis counts them."""
        offset = self.offset(position)
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1 - self._mark(line)

    def position(self, line: int, column: int) -> t.Position:
        """The position of a place that the analysis names; of one past the end of its line or the text, that end."""
        if line > len(self._starts):
            line, column = len(self._starts), len(self.text) + 1
        start, end = self._starts[line - 1], self._ends[line - 1]
        before = self.text[start : min(start + column - 1 + self._mark(line), end)]
        return t.Position(line - 1, _length(before, self.units))

    def range(self, span: Span) -> t.Range:
        """The range of a span that the analysis names."""
        return t.Range(self.position(span.line, span.column), self.position(span.end_line, span.end_column))

    def between(self, start: int, end: int) -> t.Range:
        """The range between two indices into the text, neither of them within a line end."""
        return t.Range(self._at(start), self._at(end))

    def _at(self, offset: int) -> t.Position:
        line = bisect_right(self._starts, offset)
        return t.Position(line - 1, _length(self.text[self._starts[line - 1] : offset], self.units))

    def edit(self, edit: Edit) -> t.TextEdit:
        """An edit in the client's terms; new lines end as those of the document."""
        line_end = _LINE_END.search(self.text)
        return t.TextEdit(self.range(edit.span), edit.text.replace("\n", line_end[0] if line_end else "\n"))

    def _mark(self, line: int) -> int:
        """Characters at the start of the line that the analysis does not count."""
        return 1 if line == 1 and self.text.startswith(_BOM) else 0


def joined(text: str) -> str:
    """The text with halves of surrogate pairs that came in two edits joined to the character they are."""
    if not _HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")


def _length(text: str, units: str) -> int:
    if units == "utf-32" or text.isascii():
        return len(text)
    if units == "utf-8":
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text) + sum(char > "\uffff" for char in text)


def _characters(line: str, units_before: int, units: str) -> int:
    """How many characters of a line take these units; one that is cut through does not count."""
    if units == "utf-32" or line.isascii():
        return min(units_before, len(line))
    taken = 0
    for number, char in enumerate(line):
        taken += _length(char, units)
        if taken > units_before:
            return number
    return len(line)
