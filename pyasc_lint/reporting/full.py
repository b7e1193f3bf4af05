"""Findings for people: each with the source it points at, related places and a remedy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.frontend.source import Source, Sources
from pyasc_lint.ir.spans import Span
from pyasc_lint.reporting.phrases import SEVERITY, phrase
from pyasc_lint.reporting.places import Place, Places
from pyasc_lint.reporting.text import Piece, Printer, clean, mark
from pyasc_lint.reports import FileReport
from pyasc_lint.rules._registry import find_rule
from pyasc_lint.rules._rule import Language

_STYLE = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
_FRAME = "blue"
_MAX_LINES = 5


def write_full(reports: Sequence[FileReport], out: Printer, language: Language) -> None:
    """Writes every finding with its excerpts."""
    places = Places(reports)
    excerpts = _Excerpts((each.source for each in reports), places)
    for each in reports:
        for diagnostic in each.diagnostics:
            for line in _lines(diagnostic, excerpts, places, language):
                out.line(*line)
            out.line()


def _lines(diagnostic: Diagnostic, excerpts: _Excerpts, places: Places, language: Language) -> Iterator[list[Piece]]:
    style = _STYLE[diagnostic.severity]
    label = SEVERITY[diagnostic.severity].fill(language, {})
    name = f"[{diagnostic.code} {diagnostic.name}]"
    yield [(label, style), (name, style), ": ", (clean(diagnostic.message), "bold")]
    spans = [diagnostic.span, *(related.span for related in diagnostic.related)]
    margin = len(str(max(places.of(span).end_line for span in spans)))
    context = [phrase("kernel", language, name=diagnostic.kernel)] if diagnostic.kernel else []
    context += [", ".join(diagnostic.targets)] if diagnostic.targets else []
    yield _place(places.of(diagnostic.span), "-->", margin, f" ({'; '.join(context)})" if context else "")
    yield from excerpts.of(diagnostic.span, "^", style, margin)
    for related in diagnostic.related:
        yield _place(places.of(related.span), ":::", margin, f": {clean(related.message)}")
        yield from excerpts.of(related.span, "-", _FRAME, margin)
    rule = find_rule(diagnostic.code)
    if rule is not None:
        yield _remark(phrase("help", language), rule.remedy.fill(language, {}), margin)
    if diagnostic.fix is not None:
        yield _remark(phrase("fix", language), diagnostic.fix.title, margin)


def _place(place: Place, arrow: str, margin: int, rest: str) -> list[Piece]:
    return [" " * margin, (arrow, _FRAME), f" {place}", rest]


def _remark(label: str, text: str, margin: int) -> list[Piece]:
    return [" " * (margin + 1), ("= ", _FRAME), (label, "bold"), f": {clean(text)}"]


class _Excerpts:
    """The source lines around findings. Files outside the run are read when a place in them is shown."""

    def __init__(self, sources: Iterator[Source], places: Places) -> None:
        self._sources = Sources(sources)
        self._places = places

    def of(self, span: Span, marker: str, style: str, margin: int) -> Iterator[list[Piece]]:
        lines = self._sources.of(span.path).lines
        if span.line > len(lines) or not any(lines):
            return
        yield [" " * (margin + 1), ("|", _FRAME)]
        numbers = list(range(span.line, min(span.end_line, len(lines)) + 1))
        if len(numbers) > 1 and span.end_column == 1:
            numbers.pop()  # the range ends before this line's first character
        shown = numbers if len(numbers) <= _MAX_LINES else [*numbers[: _MAX_LINES - 2], numbers[-1]]
        for previous, number in zip([span.line - 1, *shown], shown, strict=False):
            if number > previous + 1:
                yield [("...", _FRAME)]
            line = lines[number - 1]
            start = span.column if number == span.line else len(line) - len(line.lstrip()) + 1
            end = span.end_column if number == span.end_line else len(line.rstrip()) + 1
            text, blanks, length = mark(line, start, end)
            _, before = self._places.cell(span.path, span.line)
            yield [(f"{number - before:>{margin}} | ", _FRAME), text]
            yield [" " * (margin + 1), ("| ", _FRAME), " " * blanks, (marker * length, style)]
