"""Code lenses above each kernel: how full its memories are, and what it becomes."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as t

from pyasc_lint import KernelReport, Span

from ..memory import first_maps, kernels_of, occupancy
from ..server import Server
from ..words import Language, words
from .commands import EMIT_PREVIEW, MEMORY_MAP


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_CODE_LENS)
    async def lenses(params: t.CodeLensParams) -> list[t.CodeLens] | None:
        uri = params.text_document.uri
        document = session.documents.get(uri)
        if document is None or not session.folder_settings(document).server.code_lens:
            return None
        if uri not in session.understood:
            await server.known(uri)
        seen = session.seen(uri)
        if seen is None:
            return None
        document, result, moves = seen
        language = session.language(uri)
        found = []
        for kernel in kernels_of(result):
            span = moves.span(kernel.span)
            if kernel.static and span is not None:
                area = document.range(Span(span.path, span.line, span.column, span.line, span.end_column))
                found += [t.CodeLens(area, command) for command in _commands(uri, kernel, language)]
        return found


def _commands(uri: str, kernel: KernelReport, language: Language) -> Iterator[t.Command]:
    for memory in first_maps(kernel):
        yield t.Command(
            occupancy(memory, language),
            MEMORY_MAP,
            tooltip=words("lens-map", language, kernel=kernel.name),
            arguments=[uri, kernel.name],
        )
    yield t.Command(words("lens-emit", language), EMIT_PREVIEW, arguments=[uri, kernel.name])
