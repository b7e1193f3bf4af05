"""JUnit XML, which every CI shows: a test suite a file, a failed test case a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO
from xml.etree import ElementTree

from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.files import portable
from pyasc_lint.reporting.places import Places
from pyasc_lint.reports import FileReport

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write_junit(reports: Sequence[FileReport], stream: TextIO, fail_on: Severity) -> None:
    """Writes all findings; those below `fail_on` are passed test cases with the finding as their output."""
    places = Places(reports)
    suites = [_suite(each, fail_on, places) for each in reports]
    root = ElementTree.Element("testsuites", {"name": "pyasc-lint", **_totals(suites)})
    root.extend(suites)
    ElementTree.indent(root)
    stream.write('<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n")


def _suite(each: FileReport, fail_on: Severity, places: Places) -> ElementTree.Element:
    path = _text(portable(each.source.path, Path.cwd()))
    cases = [_case(found, path, fail_on, places) for found in each.diagnostics]
    if not cases:
        cases = [ElementTree.Element("testcase", name="pyasc-lint", classname=path, file=path)]
    failures = sum(case.find("failure") is not None for case in cases)
    suite = ElementTree.Element("testsuite", name=path, tests=str(len(cases)), failures=str(failures), errors="0")
    suite.extend(cases)
    return suite


def _case(found: Diagnostic, path: str, fail_on: Severity, places: Places) -> ElementTree.Element:
    where = places.of(found.span)
    cell = "" if where.cell is None else f"cell {where.cell}:"
    name = f"{found.code} {found.name} ({cell}{where.line}:{where.column})"
    case = ElementTree.Element("testcase", name=name, classname=path, file=path, line=str(where.line))
    message = _text(found.message)
    place = _text(f"{portable(where.path, Path.cwd())}:{cell}{where.line}:{where.column}")
    if found.severity >= fail_on:
        child = ElementTree.SubElement(case, "failure", type=found.severity.label, message=message)
    else:
        child = ElementTree.SubElement(case, "system-out")
    child.text = f"{place}: {found.code} {found.severity.label} {message}"
    return case


def _totals(suites: Sequence[ElementTree.Element]) -> dict[str, str]:
    return {key: str(sum(int(suite.attrib[key]) for suite in suites)) for key in ("tests", "failures", "errors")}


def _text(text: str) -> str:
    """XML has no form for most control characters."""
    return _NOT_XML.sub("?", text)
