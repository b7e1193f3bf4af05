"""Findings as the code hosts show them beside a change: commands of GitHub's log, the code-quality report of GitLab."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.files import portable
from pyasc_lint.fingerprints import fingerprints
from pyasc_lint.reporting.places import Place, Places
from pyasc_lint.reports import FileReport

_COMMAND = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}
_WEIGHT = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def write_github(reports: Sequence[FileReport], stream: TextIO) -> None:
    """Writes one workflow command a finding: https://docs.github.com/actions/reference/workflow-commands."""
    places = Places(reports)
    for each in reports:
        for found in each.diagnostics:
            stream.write(_command(found, places.of(found.span)) + "\n")


def _command(found: Diagnostic, place: Place) -> str:
    path = portable(place.path, Path.cwd())
    fields: dict[str, object] = {"title": f"pyasc-lint ({found.code} {found.name})", "file": path}
    if place.cell is None:  # lines of a notebook's cells are none of its file
        fields |= {"line": place.line, "endLine": place.end_line}
        if place.line == place.end_line:  # columns are of one line
            fields |= {"col": place.column, "endColumn": place.end_column}
    said = ",".join(f"{key}={_escaped(str(value), ':,')}" for key, value in fields.items())
    cell = "" if place.cell is None else f"cell {place.cell}:"
    message = _escaped(f"{path}:{cell}{place.line}:{place.column}: {found.code} {found.message}")
    return f"::{_COMMAND[found.severity]} {said}::{message}"


def _escaped(text: str, special: str = "") -> str:
    for char in "%\r\n" + special:  # the percent sign first: the others bring new ones in
        text = text.replace(char, f"%{ord(char):02X}")
    return text


def write_gitlab(reports: Sequence[FileReport], stream: TextIO) -> None:
    """Writes a code-quality report: https://docs.gitlab.com/ci/testing/code_quality/."""
    places = Places(reports)
    issues = [
        {
            "description": _in_cell(f"{found.code} {found.message}", places.of(found.span)),
            "check_name": found.code,
            "fingerprint": fingerprint,
            "severity": _WEIGHT[found.severity],
            "location": {
                "path": portable(found.span.path, Path.cwd()),
                "positions": _positions(places.of(found.span)),
            },
        }
        for found, fingerprint in fingerprints(reports, Path.cwd())
    ]
    json.dump(issues, stream, indent=2)
    stream.write("\n")


def _positions(place: Place) -> dict[str, dict[str, int]]:
    """A notebook's file as such: the lines of its cells are none of its own."""
    if place.cell is not None:
        return {"begin": {"line": 1, "column": 1}, "end": {"line": 1, "column": 1}}
    return {
        "begin": {"line": place.line, "column": place.column},
        "end": {"line": place.end_line, "column": place.end_column},
    }


def _in_cell(text: str, place: Place) -> str:
    return text if place.cell is None else f"cell {place.cell}, line {place.line}: {text}"
