"""The outline: kernels with their allocators and tensors."""

from __future__ import annotations

from lsprotocol import types as t

from pyasc_lint import KernelReport, Span

from ..analysis import Result
from ..document import Document
from ..memory import byte_range, kernels_of, tensors
from ..moves import Moves
from ..server import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(
        params: t.DocumentSymbolParams,
    ) -> list[t.DocumentSymbol] | list[t.SymbolInformation] | None:
        uri = params.text_document.uri
        if uri not in session.understood:
            await server.known(uri)
        seen = session.seen(uri)
        if seen is None:
            return None
        outline = [symbol for kernel in kernels_of(seen[1]) if (symbol := _kernel(*seen, kernel)) is not None]
        return outline if session.client.nested_symbols else _flat(uri, outline)


def _kernel(document: Document, result: Result, moves: Moves, kernel: KernelReport) -> t.DocumentSymbol | None:
    name = moves.span(kernel.span)
    extent = moves.span(kernel.extent) if kernel.extent is not None else None
    if name is None:
        return None
    children: dict[tuple[str, Span], t.DocumentSymbol] = {}

    def add(name: str, span: Span, kind: t.SymbolKind, detail: str) -> None:
        area = document.range(span)
        children.setdefault((name, span), t.DocumentSymbol(name, kind, area, area, detail=detail))

    for allocator in kernel.allocators:
        span = moves.span(allocator.span) if allocator.span.path == document.path else None
        if span is not None:
            add(allocator.name, span, t.SymbolKind.Object, allocator.hardware)
    for each in tensors(document, result, moves):
        if each.kernel is kernel:
            row = each.row
            add(row.name, each.span, t.SymbolKind.Array, f"{row.position} {row.dtype} {byte_range(row)}")
    area = document.range(extent or name)
    inside = sorted(children.values(), key=lambda child: (child.range.start.line, child.range.start.character))
    chips = ", ".join(dict.fromkeys(memory.target for memory in kernel.memory))
    return t.DocumentSymbol(
        kernel.name, t.SymbolKind.Function, area, document.range(name), detail=chips, children=inside
    )


def _flat(uri: str, outline: list[t.DocumentSymbol]) -> list[t.SymbolInformation]:
    return [
        t.SymbolInformation(t.Location(uri, symbol.range), symbol.name, symbol.kind, container_name=container)
        for kernel in outline
        for container, symbol in ((None, kernel), *((kernel.name, child) for child in kernel.children or ()))
    ]
