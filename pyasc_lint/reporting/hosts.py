"""Findings as the code hosts show them beside a change: commands of GitHub's log, the code-quality report of GitLab."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.files import portable
from pyasc_lint.fingerprints import fingerprints
from pyasc_lint.reports import FileReport

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_WEIGHT = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def write_github(reports: Sequence[FileReport], stream: TextIO) -> None:
    """Writes one workflow command a finding: https://docs.github.com/actions/reference/workflow-commands."""
    for each in reports:
        for found in each.diagnostics:
            stream.write(_command(found) + "\n")


def _command(found: Diagnostic) -> str:
    span = found.span
    path = portable(span.path, Path.cwd())
    fields: dict[str, object] = {"title": f"pyasc-lint ({found.code} {found.name})", "file": path, "line": span.line}
    fields["endLine"] = span.end_line
    if span.line == span.end_line:  # columns are of one line
        fields |= {"col": span.column, "endColumn": span.end_column}
    said = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in fields.items())
    message = _escaped(f"{path}:{span.line}:{span.column}: {found.code} {found.message}")
    return f"::{_COMMAND[found.severity]} {said}::{message}"


def _escaped(text: str, special: str = "") -> str:
    for char in "%\r\n" + special:  # the percent sign first: the others bring new ones in
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def write_gitlab(reports: Sequence[FileReport], stream: TextIO) -> None:
    """Writes a code-quality report: https://docs.gitlab.com/ci/testing/code_quality/."""
    issues = [
        {
            "description": f"{found.code} {found.message}",
            "check_name": found.code,
            "fingerprint": fingerprint,
            "severity": _WEIGHT[found.severity],
            "location": {
                "path": portable(found.span.path, Path.cwd()),
                "positions": {
                    "begin": {"line": found.span.line, "column": found.span.column},
                    "end": {"line": found.span.end_line, "column": found.span.end_column},
                },
            },
        }
        for found, fingerprint in fingerprints(reports, Path.cwd())
    ]
    json.dump(issues, stream, indent=2)
    stream.write("\n")
