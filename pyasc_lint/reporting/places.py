"""Where findings are, as people and machines are told: in a notebook by cell, else by line."""

from __future__ import annotations

from collections.abc import Iterable

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span
from pyasc_lint.reporting.text import clean
from pyasc_lint.reports import FileReport


@dataclass(frozen=True, slots=True)
class Place:
    """A range of a file or, where `cell` is its number from 1, of a notebook's cell. The end is exclusive."""

    path: str
    cell: int | None
    line: int
    column: int
    end_line: int
    end_column: int

    def __str__(self) -> str:
        cell = "" if self.cell is None else f"cell {self.cell}:"
        return f"{clean(self.path)}:{cell}{self.line}:{self.column}"


class Places:
    """The places of a run's findings."""

    def __init__(self, reports: Iterable[FileReport]) -> None:
        self._cells = {each.source.path: each.source.cells for each in reports if each.source.cells}

    def of(self, span: Span) -> Place:
        """The place of a range; one that runs into other cells is told by the first."""
        cell, start = self.cell(span.path, span.line)
        return Place(span.path, cell, span.line - start, span.column, span.end_line - start, span.end_column)

    def cell(self, path: str, line: int) -> tuple[int | None, int]:
        """The cell that a line of the joined text is in, and how many lines stand before it."""
        before = [cell for cell in self._cells.get(path, ()) if cell.line <= line]
        return (before[-1].number, before[-1].line - 1) if before else (None, 0)
