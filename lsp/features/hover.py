"""What is said about the place under the mouse: the rule of a finding, a tensor's bytes, the pipe of a call."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsprotocol import types as t

from pyasc_lint import CallRow, Diagnostic, Span, rule_page

from ..document import Document
from ..memory import Tensor, byte_range, kernels_of, tensors
from ..moves import Moves
from ..server import Server
from ..session import Session
from ..words import Language, words

_CODE = re.compile(r"ASC\d{3}")
_WORD = re.compile(r"\w+")
_MAX_TENSORS = 4
"""Tensors of one name that are told apart: unrolled loops make many."""

Place = tuple[int, int]


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_HOVER)
    async def hover(params: t.HoverParams) -> t.Hover | None:
        uri = params.text_document.uri
        if session.documents.get(uri) is not None and uri not in session.understood:
            await server.known(uri)
        document = session.documents.get(uri)
        if document is None:
            return None
        sections = list(dict.fromkeys(_sections(session, document, document.place(params.position))))
        if not sections:
            return None
        text = "\n\n---\n\n".join(sections)
        return t.Hover(t.MarkupContent(_kind(session), text if session.client.markdown else _plain(text)))


def _kind(session: Session) -> t.MarkupKind:
    return t.MarkupKind.Markdown if session.client.markdown else t.MarkupKind.PlainText


def _plain(text: str) -> str:
    return text.replace("**", "").replace("`", "")


def _sections(session: Session, document: Document, place: Place) -> Iterator[str]:
    language = session.language(document.uri)
    current = session.current(document.uri)
    if current is not None and current.report is not None:
        for finding in current.report.diagnostics:
            if _covers(finding.span, place) and finding.span.path == document.path:
                yield _rule(finding, language)
    yield from _suppressed(document, place, language)
    seen = session.seen(document.uri)
    if seen is None:
        return
    document, result, moves = seen
    found = list(tensors(document, result, moves))
    made = [each for each in found if _covers(each.span, place)]
    named = [] if made else _named(found, document, moves, place)
    for each in (made or named)[:_MAX_TENSORS]:
        yield _tensor(each, language, cursor=bool(made) or each.span.line == place[0])
    for kernel in kernels_of(result):
        calls = [row for row in kernel.calls if row.span.path == document.path]
        for row in calls:
            span = moves.span(row.span)
            if span is not None and _covers(span, place) and _names(document, row, place):
                yield _call(row, language)


def _rule(finding: Diagnostic, language: Language) -> str:
    return rule_page(finding.code, finding.trap, language)


def _suppressed(document: Document, place: Place, language: Language) -> Iterator[str]:
    """The rule of a code in a comment."""
    line = document.lines[place[0] - 1]
    comment = line.find("#")
    for match in _CODE.finditer(line, comment) if comment >= 0 else ():
        if match.start() <= place[1] - 1 <= match.end():
            try:
                yield rule_page(match[0], None, language)
            except KeyError:
                return


def _named(found: list[Tensor], document: Document, moves: Moves, place: Place) -> list[Tensor]:
    """The tensors that the word under the mouse names in its kernel."""
    word = _word_at(document, place)
    return [
        each
        for each in found
        if each.row.name == word and each.kernel.extent is not None and moves.around(each.kernel.extent, place[0])
    ]


def _word_at(document: Document, place: Place) -> str:
    line, index = document.lines[place[0] - 1], place[1] - 1
    return next((match[0] for match in _WORD.finditer(line) if match.start() <= index <= match.end()), "")


def _names(document: Document, row: CallRow, place: Place) -> bool:
    """Whether the word under the mouse is the name of the call, not one of its arguments."""
    return _word_at(document, place) == row.name.rpartition(".")[2]


def _tensor(tensor: Tensor, language: Language, *, cursor: bool) -> str:
    row, memory = tensor.row, tensor.memory
    size = row.size_text if row.bytes is None else f"{row.bytes:,}"
    lines = [
        words(
            "tensor", language, name=row.name, position=row.position, hardware=memory.hardware, core=memory.core,
            target=memory.target,
        ),
        words("bytes", language, range=byte_range(row), size=size, dtype=row.dtype),
    ]  # fmt: skip
    pipes = [("written", row.written_by), ("read", row.read_by)]
    used = [words(key, language, pipes=", ".join(names)) for key, names in pipes if names]
    if used:
        lines.append("; ".join(used))
    if row.note:
        lines.append(words("repeated", language))
    if cursor and row.allocated:
        before = row.address if row.start is None else f"{row.start:,}"
        after = row.end_text if row.end is None else f"{row.end:,}"
        lines += [words("cursor", language, before=before, after=after), _left(tensor, language)]
    return "  \n".join(lines)


def _left(tensor: Tensor, language: Language) -> str:
    row, memory = tensor.row, tensor.memory
    if row.end is None:
        return words("left-unknown", language, size=row.end_text)
    ends = [
        words(
            "left-end" if byte >= row.end else "past-end",
            language,
            left=f"{abs(byte - row.end):,}",
            end=words(label, language),
            byte=f"{byte:,}",
        )
        for label, byte in memory.ends
    ]
    return words("left", language, left=", ".join(ends))


def _call(row: CallRow, language: Language) -> str:
    if row.pipe == "ALL":
        return words("barrier", language, name=row.name, core=row.core)
    if row.event is not None:
        id = row.event_id if row.event_id is not None else "?"
        return words("pipe-event", language, name=row.name, pipe=row.pipe, core=row.core, event=row.event, id=id)
    return words("pipe", language, name=row.name, pipe=row.pipe, core=row.core)


def _covers(span: Span, place: Place) -> bool:
    return (span.line, span.column) <= place <= (span.end_line, span.end_column)
