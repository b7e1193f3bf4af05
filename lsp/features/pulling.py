"""Diagnostics that the client asks for."""

from __future__ import annotations

import hashlib
import json

from lsprotocol import converters
from lsprotocol import types as t

from ..publishing import diagnostics_of
from ..server import Server

_CONVERTER = converters.get_converter()


def register(server: Server) -> None:
    session = server.session

    @server.feature(
        t.TEXT_DOCUMENT_DIAGNOSTIC,
        t.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="pyasc-lint"),
    )
    async def pull(
        params: t.DocumentDiagnosticParams,
    ) -> t.RelatedFullDocumentDiagnosticReport | t.RelatedUnchangedDocumentDiagnosticReport:
        uri = params.text_document.uri
        await server.known(uri)
        # A configuration that cannot be read leaves what was found before; the units of that text are those of now.
        result = session.results.get(uri)
        items = diagnostics_of(result, session.client) if result is not None else []
        identity = hashlib.sha256(json.dumps(_CONVERTER.unstructure(items)).encode()).hexdigest()[:16]
        if params.previous_result_id == identity:
            return t.RelatedUnchangedDocumentDiagnosticReport(identity)
        return t.RelatedFullDocumentDiagnosticReport(items, result_id=identity)
