"""Documents opened, changed, saved and closed."""

from __future__ import annotations

from lsprotocol import types as t

from ..document import Document, joined
from ..server import Server


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: t.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        path = session.path_of(item.uri)
        session.documents[item.uri] = Document(
            item.uri, path, item.version, joined(item.text), item.language_id, session.units
        )
        session.edited.add(item.uri)
        server.check(item.uri)

    @server.feature(t.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: t.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        document = session.documents.get(uri)
        if document is None:
            return
        document = session.documents[uri] = document.edited(params.text_document.version, params.content_changes)
        own = session.folder_settings(document).server
        session.edited.add(uri)
        if own.run == "onType":
            server.check(uri, own.debounce / 1000)

    @server.feature(t.TEXT_DOCUMENT_DID_SAVE)
    def did_save(params: t.DidSaveTextDocumentParams) -> None:
        document = session.documents.get(params.text_document.uri)
        if document is not None and not document.checked:
            server.configuration_changed()  # a client that watches no files tells of its own at least
        elif document is not None and session.current(document.uri) is None:
            server.check(document.uri)

    @server.feature(t.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: t.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        server.scheduler.forget(uri)
        session.drop(uri)
        server.withdraw(uri)
