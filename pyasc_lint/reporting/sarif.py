"""SARIF 2.1.0, the format of code-scanning services. Columns count characters; paths are relative to the run's folder.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TextIO
from urllib.parse import quote

from pyasc_lint import __version__
from pyasc_lint.diagnostics import Diagnostic, Fix, Severity
from pyasc_lint.files import portable
from pyasc_lint.fingerprints import fingerprints
from pyasc_lint.reporting.places import Place, Places
from pyasc_lint.reports import FileReport
from pyasc_lint.rules._explanations import explanation
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Language, Rule

_LEVEL = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}
_FINGERPRINT = "pyascLint/v1"


def write_sarif(reports: Sequence[FileReport], stream: TextIO, language: Language, *, successful: bool) -> None:
    """Writes one log with one run. `successful`: the tool itself did not fail."""
    rules = all_rules()
    numbers = {rule.code: number for number, rule in enumerate(rules)}
    places = Places(reports)
    driver = {
        "name": "pyasc-lint",
        "semanticVersion": __version__,
        "rules": [_rule(rule, language) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [{"executionSuccessful": successful}],
        "columnKind": "unicodeCodePoints",
        "results": [
            {"ruleIndex": numbers[found.code], **_result(found, mark, places)}
            for found, mark in fingerprints(reports, Path.cwd())
        ],
    }
    document = {
        "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    json.dump(document, stream, indent=2)
    stream.write("\n")


def _rule(rule: Rule, language: Language) -> dict[str, Any]:
    remedy = rule.remedy.fill(language, {})
    return {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary.fill(language, {})},
        "help": {"text": remedy, "markdown": f"{explanation(rule, language)}\n\n{remedy}"},
        "defaultConfiguration": {"level": _LEVEL[rule.severity], "enabled": rule.enabled},
    }


def _result(found: Diagnostic, fingerprint: str, places: Places) -> dict[str, Any]:
    location = _location(places.of(found.span))
    cell = places.of(found.span).cell
    if found.kernel is not None:
        location["logicalLocations"] = [{"name": found.kernel, "kind": "function"}]
    result: dict[str, Any] = {
        "ruleId": found.code,
        "level": _LEVEL[found.severity],
        "message": {"text": found.message if cell is None else f"{places.of(found.span)}: {found.message}"},
        "locations": [location],
        "partialFingerprints": {_FINGERPRINT: fingerprint},
        "properties": {"targets": list(found.targets)},
    }
    if found.trap is not None:
        result["properties"]["trap"] = found.trap
    if found.related:
        result["relatedLocations"] = [
            {"id": number, "message": {"text": each.message}, **_location(places.of(each.span))}
            for number, each in enumerate(found.related)
        ]
    if found.fix is not None and cell is None:
        result["fixes"] = [_fix(found.fix, places)]
    return result


def _fix(fix: Fix, places: Places) -> dict[str, Any]:
    changes: dict[str, list[dict[str, Any]]] = {}
    for edit in fix.edits:
        replacement = {"deletedRegion": _region(places.of(edit.span)), "insertedContent": {"text": edit.text}}
        changes.setdefault(edit.span.path, []).append(replacement)
    return {
        "description": {"text": fix.title},
        "artifactChanges": [
            {"artifactLocation": _artifact(path), "replacements": replacements}
            for path, replacements in changes.items()
        ],
    }


def _location(place: Place) -> dict[str, Any]:
    """A place in a notebook is its file alone: lines of its cells are none of the file's."""
    region = {} if place.cell is not None else {"region": _region(place)}
    return {"physicalLocation": {"artifactLocation": _artifact(place.path), **region}}


def _artifact(path: str) -> dict[str, str]:
    shown = portable(path, Path.cwd())
    if Path(shown).is_absolute():
        return {"uri": Path(shown).as_uri()}
    return {"uri": quote(shown), "uriBaseId": "%SRCROOT%"}


def _region(place: Place) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
