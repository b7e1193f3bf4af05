"""Inlay hints: behind each allocation the bytes it takes."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as t

from ..document import Document
from ..memory import Tensor, byte_range, tensors
from ..server import Server
from ..words import Language, words

_MAX_RANGES = 2
"""Ranges of one place that are written out: an unrolled loop may make many tensors there."""


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_INLAY_HINT)
    async def hints(params: t.InlayHintParams) -> list[t.InlayHint] | None:
        uri = params.text_document.uri
        document = session.documents.get(uri)
        if document is None or not session.folder_settings(document).server.inlay_hints:
            return None
        if uri not in session.understood:
            await server.known(uri)
        seen = session.seen(uri)
        if seen is None:
            return None
        document, language = seen[0], session.language(uri)
        lines = range(params.range.start.line + 1, params.range.end.line + 2)
        found: dict[t.Position | tuple[int, int], list[Tensor]] = {}
        for tensor in tensors(*seen):
            if tensor.span.end_line in lines:
                found.setdefault((tensor.span.end_line, tensor.span.end_column), []).append(tensor)
        return [_hint(document, group, language) for group in found.values()]


def _hint(document: Document, group: list[Tensor], language: Language) -> t.InlayHint:
    span = group[0].span
    return t.InlayHint(
        document.position(span.end_line, span.end_column),
        ", ".join(_labels(group, language)),
        tooltip="\n".join(dict.fromkeys(map(_tooltip, group))),
        padding_left=True,
    )


def _labels(group: list[Tensor], language: Language) -> Iterator[str]:
    """One label a memory: its ranges, or how many there are and what they span."""
    for hardware in dict.fromkeys(each.memory.hardware for each in group):
        rows = [each.row for each in group if each.memory.hardware == hardware]
        ranges = list(dict.fromkeys(map(byte_range, rows)))
        if len(ranges) <= _MAX_RANGES:
            yield f"{hardware} {', '.join(ranges)}"
            continue
        starts = [row.start for row in rows if row.start is not None]
        ends = [row.end for row in rows if row.end is not None]
        whole = f"[{min(starts):,}, {max(ends):,})" if len(starts) == len(ends) == len(rows) else ""
        yield words("tensors", language, number=len(ranges), hardware=hardware, range=whole).rstrip()


def _tooltip(tensor: Tensor) -> str:
    row = tensor.row
    size = row.size_text if row.bytes is None else f"{row.bytes:,}"
    return f"{row.name}: {row.position} {row.dtype} {byte_range(row)}, {size} bytes"
