"""The JSON report that scripts rely on. Lines and columns are 1-based, columns count characters, ends are exclusive."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, TextIO

from pyasc_lint.diagnostics import Diagnostic, Fix
from pyasc_lint.ir.spans import Span
from pyasc_lint.reporting.memory_map import memory_maps_json
from pyasc_lint.reporting.places import Places
from pyasc_lint.reporting.summary import Counts, target_groups
from pyasc_lint.reports import FileReport

VERSION = 1
"""Of the report's shape; added keys do not raise it."""


def write_json(reports: Sequence[FileReport], stream: TextIO, *, memory_maps: bool = False) -> None:
    """Writes one JSON object, escaped to ASCII so that no console encoding can break it."""
    places = Places(reports)
    document = {
        "version": VERSION,
        "diagnostics": [diagnostic_json(found, places) for each in reports for found in each.diagnostics],
        "summary": _summary(reports),
    }
    if memory_maps:
        document["memory_maps"] = memory_maps_json(reports)
    json.dump(document, stream, indent=2)
    stream.write("\n")


def diagnostic_json(found: Diagnostic, places: Places) -> dict[str, Any]:
    """One finding. In a notebook `cell` is there as well, and lines count from the cell's first."""
    return {
        **_where(found.span, places),
        "code": found.code,
        "name": found.name,
        "severity": found.severity.label,
        "message": found.message,
        "kernel": found.kernel,
        "targets": list(found.targets),
        "related": [{**_where(each.span, places), "message": each.message} for each in found.related],
        "fix": None if found.fix is None else _fix(found.fix, places),
    }


def _fix(fix: Fix, places: Places) -> dict[str, Any]:
    edits = [{**_where(edit.span, places), "text": edit.text} for edit in fix.edits]
    return {"title": fix.title, "applicability": fix.applicability, "edits": edits}


def _where(span: Span, places: Places) -> dict[str, Any]:
    place = places.of(span)
    return {
        "path": place.path,
        **({} if place.cell is None else {"cell": place.cell}),
        "range": {
            "start": {"line": place.line, "column": place.column},
            "end": {"line": place.end_line, "column": place.end_column},
        },
    }


def _summary(reports: Sequence[FileReport]) -> dict[str, Any]:
    counts = Counts(reports)
    codes = [
        {"code": code, "severity": level.label, "count": number}
        for (code, _, level), number in sorted(counts.codes.items())
    ]
    targets = [
        {"targets": list(targets), "origin": origin, "files": paths}
        for (targets, origin), paths in target_groups(reports).items()
    ]
    return {**counts.json(), "codes": codes, "targets": targets}
