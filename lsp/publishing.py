"""Findings as diagnostics of the protocol."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lsprotocol import types as t
from pygls.uris import from_fs_path

from pyasc_lint import Diagnostic, Problem, Related, Severity, Span, rule_file

from .analysis import Result
from .client import Client
from .document import Document
from .words import Language, words

SOURCE = "pyasc-lint"

_SEVERITY = {
    Severity.ERROR: t.DiagnosticSeverity.Error,
    Severity.WARNING: t.DiagnosticSeverity.Warning,
    Severity.INFO: t.DiagnosticSeverity.Information,
}

_TAGS = {
    "unused-suppression": t.DiagnosticTag.Unnecessary,
    "unused-allocation": t.DiagnosticTag.Unnecessary,
    "redundant-sync": t.DiagnosticTag.Unnecessary,
    "api-not-static": t.DiagnosticTag.Deprecated,
    "api-not-on-target": t.DiagnosticTag.Deprecated,
}
"""How editors draw code: faint where it does nothing, struck through where it must not be used."""


def diagnostics_of(result: Result, client: Client) -> list[t.Diagnostic]:
    """All findings of a document, in order."""
    return [diagnostic_of(result, each, client) for each in result.report.diagnostics] if result.report else []


def diagnostic_of(result: Result, finding: Diagnostic, client: Client) -> t.Diagnostic:
    """One finding. One in another file, such as a helper, stands where this document leads to it; where a document is
    checked for several chips, the message names those that it holds for."""
    assert result.config is not None
    language = result.config.settings.language
    document = result.document
    span, message, related = finding.span, finding.message, finding.related
    if span.path != document.path:
        place = f"{Path(span.path).name}:{span.line}"
        related = (*related, Related(span, words("here", language)))
        message = words("elsewhere", language, message=message, place=place)
        span = _leading(result, finding)
    if result.report is not None and len(result.report.targets) > 1 and finding.targets:
        message = f"{message} [{', '.join(finding.targets)}]"
    code = finding.code if finding.trap is None else f"{finding.code}[{finding.trap}]"
    tag = _TAGS.get(finding.name)
    return t.Diagnostic(
        range=document.range(span),
        message=message,
        severity=_SEVERITY[finding.severity],
        code=code,
        code_description=t.CodeDescription(_rule_uri(finding.code, language)) if client.code_descriptions else None,
        source=SOURCE,
        tags=[tag] if tag is not None and client.tags else None,
        related_information=[_related(document, each) for each in related] if client.related_information else None,
    )


def _leading(result: Result, finding: Diagnostic) -> Span:
    """Where a document leads to a finding in another file: the call on the way there, or else the kernel's name."""
    document = result.document
    calls = [each.span for each in finding.related if each.call and each.span.path == document.path]
    if calls:
        return calls[0]  # the innermost
    kernels = result.report.kernels if result.report else []
    first = Span(document.path, 1, 1, 1, 1)
    return next((each.span for each in kernels if each.name == finding.kernel), first)


def _related(document: Document, related: Related) -> t.DiagnosticRelatedInformation:
    span = related.span
    if span.path == document.path:
        return t.DiagnosticRelatedInformation(t.Location(document.uri, document.range(span)), related.message)
    # The units of a file that is not at hand are not known: its line is what counts.
    start = t.Position(span.line - 1, 0)
    uri = from_fs_path(span.path) or document.uri
    return t.DiagnosticRelatedInformation(t.Location(uri, t.Range(start, start)), related.message)


@cache
def _rule_uri(code: str, language: Language) -> str:
    """The file that explains a rule: it is on every machine that runs the server."""
    return rule_file(code, language).as_uri()


def problem_of(problem: Problem) -> t.Diagnostic:
    """What is wrong in a configuration file; the whole line where one is to blame."""
    line = (problem.line or 1) - 1
    message = problem.message + (f"; {problem.remedy}" if problem.remedy else "")
    area = t.Range(t.Position(line, 0), t.Position(line + 1, 0))
    return t.Diagnostic(area, message, severity=t.DiagnosticSeverity.Error, source=SOURCE)
