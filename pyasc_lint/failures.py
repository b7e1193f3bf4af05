"""The tool's own failures, as findings: a defect of ours must not cost the user the rest of a run."""

from __future__ import annotations

from pathlib import Path

from pyasc_lint.diagnostics import Diagnostic, Span
from pyasc_lint.reports import FileReport
from pyasc_lint.rules._report import report as diagnostic_for
from pyasc_lint.rules._rule import Finding, Language


def internal_failure(report: FileReport, error: Exception, language: Language) -> None:
    """Adds what went wrong in the analysis of a file."""
    report.internal_error = True
    report.diagnostics.append(not_analysed(report.source.path, "internal", language, error=error_text(error)))


def not_analysed(path: str, reason: str, language: Language, **data: object) -> Diagnostic:
    """ASC008 for a file; `reason` is a message key of that rule."""
    return diagnostic_for("ASC008", Finding(Span(path, 1, 1, 1, 1), data, reason), language)


def error_text(error: Exception) -> str:
    """What went wrong and where in the tool, in one line."""
    import traceback  # seldom needed

    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{where}"
