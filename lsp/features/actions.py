"""Code actions: fixes of findings, comments that hide or bound them, and everything that can be fixed safely."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import partial

from lsprotocol import types as t
from pygls.uris import from_fs_path

from pyasc_lint import Diagnostic, Edit, Fix, Source, Span, assuming_fix, fix_text, suppressing_fix

from ..analysis import Job, Result, finder_of
from ..configuration import Configurations
from ..document import Document
from ..publishing import diagnostic_of
from ..server import Server
from ..words import words

FIX_ALL = "source.fixAll.pyasc-lint"

_KINDS = [t.CodeActionKind.QuickFix, FIX_ALL]


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.TEXT_DOCUMENT_CODE_ACTION, t.CodeActionOptions(code_action_kinds=_KINDS, resolve_provider=True))
    async def actions(params: t.CodeActionParams) -> list[t.CodeAction] | None:
        uri, only = params.text_document.uri, params.context.only
        result = await server.known(uri)
        if result is None or result.report is None:
            return None
        found: list[t.CodeAction] = []
        if _asked(t.CodeActionKind.QuickFix, only):
            start = result.document.place(params.range.start)
            end = result.document.place(params.range.end)
            found += _quick_fixes(server, result, start, end)
        if _asked(FIX_ALL, only) and any(each.fix is not None and each.fix.safe for each in result.report.diagnostics):
            title = words("fix-all", session.language(uri))
            action = t.CodeAction(title, kind=FIX_ALL, data={"uri": uri, "version": result.document.version})
            if only and not session.client.resolves_actions:
                action.edit = await _fix_all(server, result)
            if action.edit is not None or session.client.resolves_actions:
                found.append(action)
        return found

    @server.feature(t.CODE_ACTION_RESOLVE)
    async def resolve(action: t.CodeAction) -> t.CodeAction:
        data = action.data if isinstance(action.data, dict) else {}
        result = await server.known(str(data.get("uri")))
        if result is not None and result.document.version == data.get("version"):
            action.edit = await _fix_all(server, result)
        return action


def _asked(kind: str, only: Iterable[str] | None) -> bool:
    return only is None or any(kind == each or kind.startswith(f"{each}.") for each in only)


# ---------------------------------------------------------------------------------------------------------- one finding


def _quick_fixes(
    server: Server, result: Result, start: tuple[int, int], end: tuple[int, int]
) -> Iterator[t.CodeAction]:
    """The actions for the findings that a range touches: first what removes them, last what hides them."""
    assert result.report is not None
    touched = [each for each in result.report.diagnostics if _touches(_place(result, each), start, end)]
    for finding in touched:
        if finding.fix is not None:
            yield _action(server, result, finding, finding.fix, preferred=finding.fix.safe)
    language = server.session.language(result.document.uri)
    source = result.report.source
    for finding in touched:
        kernel = next((each for each in result.report.kernels if each.name == finding.kernel), None)
        if finding.assumption is not None and kernel is not None:
            fix = assuming_fix(source, kernel.span, finding.assumption, language)
            if fix is not None:
                yield _action(server, result, finding, fix)
    hidden: set[tuple[Edit, ...]] = set()
    for finding in touched:
        fix = suppressing_fix(source, finding, language)
        if fix is not None and fix.edits not in hidden:
            hidden.add(fix.edits)
            yield _action(server, result, finding, fix)


def _place(result: Result, finding: Diagnostic) -> Span:
    return finding.span if finding.span.path == result.document.path else Span(finding.span.path, 0, 0, 0, 0)


def _touches(span: Span, start: tuple[int, int], end: tuple[int, int]) -> bool:
    return (span.line, span.column) <= end and start <= (span.end_line, span.end_column)


def _action(server: Server, result: Result, finding: Diagnostic, fix: Fix, *, preferred: bool = False) -> t.CodeAction:
    return t.CodeAction(
        fix.title,
        kind=t.CodeActionKind.QuickFix,
        diagnostics=[diagnostic_of(result, finding, server.session.client)],
        is_preferred=preferred or None,
        edit=_workspace_edit(server, _by_document(server, result.document, fix.edits)),
    )


def _by_document(
    server: Server, document: Document, edits: Iterable[Edit]
) -> dict[str, tuple[int | None, list[t.TextEdit]]]:
    """The edits by URI, with the version of the text they are for; None for a file that is not open."""
    open_ones = {each.path: each for each in server.session.documents.values()} | {document.path: document}
    found: dict[str, tuple[int | None, list[t.TextEdit]]] = {}
    for edit in edits:
        target = open_ones.get(edit.span.path)
        if target is None:
            source = Source.read(edit.span.path)
            uri = from_fs_path(source.path) or source.path
            target = Document(uri, source.path, None, source.original, units=server.session.units)
        found.setdefault(target.uri, (target.version, []))[1].append(target.edit(edit))
    return found


def _workspace_edit(server: Server, edits: dict[str, tuple[int | None, list[t.TextEdit]]]) -> t.WorkspaceEdit:
    if not server.session.client.versioned_edits:
        return t.WorkspaceEdit(changes={uri: texts for uri, (_, texts) in edits.items()})
    return t.WorkspaceEdit(
        document_changes=[
            t.TextDocumentEdit(t.OptionalVersionedTextDocumentIdentifier(uri, version), list(texts))
            for uri, (version, texts) in edits.items()
        ]
    )


# ----------------------------------------------------------------------------------------------------------- everything


async def _fix_all(server: Server, result: Result) -> t.WorkspaceEdit | None:
    """The document with every safe fix that stands; None where the text did not change or is no longer the same."""
    document = result.document
    text = await server.scheduler.submit(partial(_fixed, result.job, server.session.configurations))
    if text is None or server.session.documents.get(document.uri) is not document:
        return None
    return _workspace_edit(server, {document.uri: (document.version, [_difference(document, text)])})


def _fixed(job: Job, configurations: Configurations) -> str | None:
    """The text with every safe fix that stands."""
    document = job.document
    outcome = fix_text(document.text, document.path, finder_of(job, configurations), job.context)
    return next((after.original for _, after in outcome.changed if after.path == document.path), None)


def _difference(document: Document, text: str) -> t.TextEdit:
    """One edit from the first to the last character that differs."""
    before = document.text
    limit = min(len(before), len(text))
    start = len(os.path.commonprefix([before, text]))
    same = len(os.path.commonprefix([before[start:][::-1], text[start:][::-1]]))
    same = min(same, limit - start)
    return t.TextEdit(document.between(start, len(before) - same), text[start : len(text) - same])
