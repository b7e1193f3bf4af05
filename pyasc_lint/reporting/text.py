"""Text output: pieces of styled text, printed plainly to files and pipes and in colour to terminals."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import Protocol, TextIO

Piece = str | tuple[str, str]
"""Text, or text and a style in rich's words ("bold red")."""

_TAB = 4
_MAX_LINE = 200
_UNBROKEN = re.compile(r"[（“]*(?:`[^`]+`|[!-~…]+|.)[，。；：、）”]*")
"""What stays on one line: a word or code span, or one wide character, with the marks that belong to it."""
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(text: str) -> str:
    """The text with `?` for characters that could steer a terminal or turn the reading direction."""
    if text.isascii() and text.isprintable():
        return text
    return "".join("?" if unicodedata.category(char) == "Cc" or char in _BIDI else char for char in text)


def width(text: str) -> int:
    """How many terminal cells the text takes."""
    if text.isascii():
        return len(text)
    return sum(map(_cells, text))


def _cells(char: str) -> int:
    if unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1


def pad(text: str, cells: int, *, right: bool = False) -> str:
    """The text filled up with blanks; `right` puts it to the right."""
    blanks = " " * (cells - width(text))
    return blanks + text if right else text + blanks


def fold(line: str, cells: int) -> list[str]:
    """The line cut into lines of at most `cells` cells, between words or wide characters. Longer words stay whole."""
    if width(line) <= cells:
        return [line]
    folded, last = [], ""
    for piece in _UNBROKEN.findall(line):
        if width(last + piece.rstrip()) > cells and last.strip():
            folded.append(last.rstrip())
            last = piece.lstrip()
        else:
            last += piece
    return [*folded, last]


def mark(line: str, start: int, end: int) -> tuple[str, int, int]:
    """A source line as shown, with the cell where a range of it starts and the number of cells it takes.

    `start` and `end` are 1-based character columns, the end exclusive. Long lines are cut around the range.
    """
    if len(line) > _MAX_LINE:
        cut = max(0, min(start - 1 - _MAX_LINE // 3, len(line) - _MAX_LINE))
        head, tail = "..." if cut else "", "..." if cut + _MAX_LINE < len(line) else ""
        line = head + line[cut : cut + _MAX_LINE] + tail
        start, end = start - cut + len(head), min(end - cut + len(head), len(line) - len(tail) + 1)
    shown = ""
    cells = first = last = 0
    for column, char in enumerate(line, start=1):
        if column <= start:
            first = cells
        if column <= end:
            last = cells
        piece = " " * (_TAB - cells % _TAB) if char == "\t" else clean(char)
        shown += piece
        cells += width(piece)
    first = cells if start > len(line) else first
    last = cells if end > len(line) else last
    return shown, first, max(last - first, 1)


class Printer(Protocol):
    """Where reports go."""

    styled: bool

    def line(self, *pieces: Piece) -> None: ...

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
        """`numbers` are the indices of columns to align right."""


class PlainPrinter:
    """Writes text without colours or drawing characters."""

    styled = False

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def line(self, *pieces: Piece) -> None:
        text = "".join(piece if isinstance(piece, str) else piece[0] for piece in pieces)
        self._stream.write(text.rstrip() + "\n")

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
        widths = [max(map(width, column)) for column in zip(headers, *rows, strict=True)]
        for row in (headers, *rows):
            cells = (pad(cell, widths[index], right=index in numbers) for index, cell in enumerate(row))
            self.line("  ", "  ".join(cells))


class RichPrinter:
    """Writes colours and tables to a terminal. Importing rich costs a fifth of a second, so only here."""

    styled = True

    def __init__(self, stream: TextIO) -> None:
        from rich.console import Console

        self._console = Console(file=stream, highlight=False, markup=False, emoji=False)

    def line(self, *pieces: Piece) -> None:
        from rich.text import Text

        self._console.print(Text.assemble(*pieces), soft_wrap=True)

    def table(self, headers: Sequence[str], rows: Sequence[Sequence[str]], numbers: Sequence[int] = ()) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        table = Table(box=box.SIMPLE_HEAD, header_style="bold")
        for index, header in enumerate(headers):
            table.add_column(header, justify="right" if index in numbers else "left", overflow="fold")
        for row in rows:
            table.add_row(*map(Text, row))
        self._console.print(table)


def printer(stream: TextIO) -> Printer:
    """The printer that suits a stream."""
    return RichPrinter(stream) if stream.isatty() else PlainPrinter(stream)
