"""pygls' protocol with documents of our own: pygls splits lines where the protocol does not."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from lsprotocol import types as t
from pygls.protocol import LanguageServerProtocol, lsp_method


class Protocol(LanguageServerProtocol):
    """Hands changes of documents on to the server's handlers and keeps no text itself."""

    @lsp_method(t.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: t.DidOpenTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[t.TEXT_DOCUMENT_DID_OPEN], (params,), None

    @lsp_method(t.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: t.DidChangeTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[t.TEXT_DOCUMENT_DID_CHANGE], (params,), None

    @lsp_method(t.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: t.DidCloseTextDocumentParams) -> Generator[Any, Any, None]:
        yield self.fm.features[t.TEXT_DOCUMENT_DID_CLOSE], (params,), None
