"""The concise and JSON reports that editors and scripts read."""

from __future__ import annotations

import io
import json
from typing import Any

from pyasc_lint.diagnostics import Edit, Fix, Related, Severity, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.reporting.concise import write_concise
from pyasc_lint.reporting.json_report import write_json
from pyasc_lint.reporting.text import PlainPrinter
from pyasc_lint.reports import BufferRow, FileReport, KernelReport, MemoryMap


def as_json(*reports: FileReport, **options: bool) -> Any:
    stream = io.StringIO()
    write_json(reports, stream, **options)
    assert stream.getvalue().isascii()
    return json.loads(stream.getvalue())


def test_concise_is_one_line(finding: Any) -> None:
    stream = io.StringIO()
    report = finding("x\n", (3, 5, 3, 6), severity=Severity.INFO, message="two\nlines")
    write_concise([report], PlainPrinter(stream))
    assert stream.getvalue() == "a.py:3:5: ASC007 info two?lines\n"


def test_a_diagnostic_in_json(finding: Any) -> None:
    fix = Fix("repair", (Edit(Span("a.py", 1, 2, 1, 4), "日"),), "unsafe")
    related = Related(Span("b.py", 7, 1, 8, 2), "the other access")
    report = finding(
        "x\n", (1, 2, 1, 4), message="张量", kernel="vadd", targets=("Ascend910B1",), related=(related,), fix=fix
    )
    assert as_json(report)["diagnostics"] == [
        {
            "path": "a.py",
            "code": "ASC007",
            "name": "a-rule",
            "severity": "error",
            "message": "张量",
            "range": {"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 4}},
            "kernel": "vadd",
            "targets": ["Ascend910B1"],
            "related": [
                {
                    "path": "b.py",
                    "range": {"start": {"line": 7, "column": 1}, "end": {"line": 8, "column": 2}},
                    "message": "the other access",
                }
            ],
            "fix": {
                "title": "repair",
                "applicability": "unsafe",
                "edits": [
                    {
                        "path": "a.py",
                        "range": {"start": {"line": 1, "column": 2}, "end": {"line": 1, "column": 4}},
                        "text": "日",
                    }
                ],
            },
        }
    ]


def test_a_diagnostic_without_extras_in_json(finding: Any) -> None:
    (found,) = as_json(finding("x\n", (1, 1, 1, 2)))["diagnostics"]
    assert (found["kernel"], found["targets"], found["related"], found["fix"]) == (None, [], [], None)


def test_the_summary_in_json(finding: Any) -> None:
    report = finding("x\n", (1, 1, 1, 2))
    span = Span("a.py", 1, 1, 1, 2)
    report.kernels = [
        KernelReport("a", span, static=True, complete=True, hazards_proved=True),
        KernelReport("b", span, static=True, complete=False, hazards_proved=False),
        KernelReport("c", span, static=False, complete=True, hazards_proved=None),
    ]
    skipped = FileReport(Source.from_text("b.py", ""), skipped=True)
    document = as_json(report, skipped)
    assert document["version"] == 1
    assert document["summary"] == {
        "files": 2,
        "files_skipped": 1,
        "errors": 1,
        "warnings": 0,
        "infos": 0,
        "kernels": 3,
        "kernels_static": 2,
        "kernels_complete": 2,
        "hazards_proved": 1,
        "fixable": 0,
        "fixable_unsafe": 0,
        "codes": [{"code": "ASC007", "severity": "error", "count": 1}],
        "targets": [{"targets": ["Ascend910B1"], "origin": "options", "files": ["a.py"]}],
    }
    assert "memory_maps" not in document


def test_memory_maps_in_json(finding: Any) -> None:
    report = finding("x\n", (1, 1, 1, 2))
    place = Span("a.py", 4, 1, 4, 2)
    row = BufferRow("x", place, "VECIN", "float32", "0", 0, 128, 128, "128", "", "128", True, ("MTE2",), ("V",), (5, 6))
    memory = MemoryMap("Ascend910B1", "UB", "AIV", 0, 1024, (("physical end", 1024),), [row])
    report.kernels = [KernelReport("k", Span("a.py", 2, 1, 2, 2), True, True, True, [memory])]
    assert as_json(report, memory_maps=True)["memory_maps"] == [
        {
            "path": "a.py",
            "kernel": "k",
            "line": 2,
            "target": "Ascend910B1",
            "hardware": "UB",
            "core": "AIV",
            "start": 0,
            "end": 1024,
            "ends": [{"name": "physical end", "byte": 1024}],
            "buffers": [
                {
                    "name": "x",
                    "position": "VECIN",
                    "dtype": "float32",
                    "address": "0",
                    "start": 0,
                    "end": 128,
                    "bytes": 128,
                    "size_text": "128",
                    "note": "",
                    "end_text": "128",
                    "allocated": True,
                    "written_by": ["MTE2"],
                    "read_by": ["V"],
                    "uses": [5, 6],
                    "path": "a.py",
                    "line": 4,
                    "column": 1,
                }
            ],
        }
    ]
