"""The summary line, statistics and memory maps."""

from __future__ import annotations

import io
from typing import Any

import pytest

from pyasc_lint.diagnostics import Diagnostic, Severity, Span
from pyasc_lint.frontend.source import Source
from pyasc_lint.reporting.memory_map import write_memory_maps
from pyasc_lint.reporting.summary import summary_line, write_statistics
from pyasc_lint.reporting.text import PlainPrinter, RichPrinter
from pyasc_lint.reports import BufferRow, FileReport, KernelReport, MemoryMap

SPAN = Span("a.py", 3, 1, 3, 2)


def file(path: str, *severities: Severity, **fields: Any) -> FileReport:
    found = [Diagnostic("ASC101", "tile-overflow", severity, "m", Span(path, 1, 1, 1, 2)) for severity in severities]
    return FileReport(Source.from_text(path, ""), found, **fields)


@pytest.mark.parametrize(
    ("severities", "expected"),
    [
        ([], "No findings in 1 file (0 kernels)"),
        ([3], "Found 1 error in 1 file (0 kernels)"),
        ([3, 3, 2], "Found 2 errors and 1 warning in 1 file (0 kernels)"),
        ([3, 2, 2, 1], "Found 1 error, 2 warnings and 1 info in 1 file (0 kernels)"),
    ],
)
def test_the_summary_counts(severities: list[int], expected: str) -> None:
    assert summary_line([file("a.py", *map(Severity, severities))], "en") == expected


def test_the_summary_in_chinese() -> None:
    report = file("a.py", Severity.ERROR, Severity.WARNING, Severity.INFO, targets=("Ascend910B1",))
    expected = "在 1 个文件（0 个 kernel）中发现 1 个错误、1 个警告和 1 条提示；目标 Ascend910B1"
    assert summary_line([report], "zh") == expected


def test_the_summary_says_who_chose_the_chips() -> None:
    reports = [
        file("a.py", targets=("Ascend910B1", "Ascend910B4")),
        file("b.py", targets=("Ascend910B2",), target_origin="comment"),
        file("c.py", targets=("Ascend910B3",), target_origin="platform"),
        file("d.py", targets=("Ascend910B3",), target_origin="platform"),
        file("e.py", targets=("Ascend910_9362",), skipped=True),
    ]
    assert summary_line(reports, "en") == (
        "No findings in 5 files (0 kernels); target Ascend910B1, Ascend910B4; "
        "Ascend910B2 (the target comment in b.py); Ascend910B3 (config.Platform in 2 files)"
    )


def test_statistics() -> None:
    report = file("a.py", Severity.ERROR, Severity.ERROR, Severity.WARNING)
    report.kernels = [KernelReport("k", SPAN, True, True, True), KernelReport("l", SPAN, True, False, None)]
    stream = io.StringIO()
    write_statistics([report, file("b.py", skipped=True)], PlainPrinter(stream), "en")
    rows = [line.split() for line in stream.getvalue().splitlines()]
    assert ["ASC101", "tile-overflow", "error", "2"] in rows
    assert ["ASC101", "tile-overflow", "warning", "1"] in rows
    text = stream.getvalue()
    for line in ("files: 2", "files without pyasc kernels: 1", "kernels: 2", "fully analysed: 1", "hazards: 1"):
        assert f"{line}\n" in text


def kernel_with(*rows: BufferRow, most: int | None = None) -> FileReport:
    ends = (("published limit", 188160), ("physical end", 196608))
    memory = MemoryMap("Ascend910B1", "UB", "AIV", 0, 196608, ends, list(rows), most)
    report = file("a.py")
    report.kernels = [KernelReport("vadd", SPAN, True, True, True, [memory])]
    return report


def row(name: str, start: int | None, end: int | None, note: str = "") -> BufferRow:
    size = None if start is None or end is None else end - start
    address = "cursor" if start is None else str(start)
    text = "4*n" if size is None else str(size)
    return BufferRow(name, SPAN, "VECIN", "float32", address, start, end, size, text, note)


def shown(report: FileReport, language: Any = "en") -> list[str]:
    stream = io.StringIO()
    write_memory_maps([report], PlainPrinter(stream), language)
    return stream.getvalue().split("\n")


def bar(lines: list[str]) -> str:
    return next(line for line in lines if line.startswith("  [")).partition("]")[0].removeprefix("  [")


def test_a_memory_map_has_bar_table_and_what_is_left() -> None:
    lines = shown(kernel_with(row("x", 0, 98304), row("张量", 98304, 147456, "every iteration")))
    assert lines[0] == "vadd (a.py:3): UB of AIV on Ascend910B1, 196,608 bytes"
    assert bar(lines) == "#" * 48 + "." * 14 + ":" * 2
    assert lines[1].endswith("] 147,456 bytes used (75.0%)")
    assert lines[2].split() == ["tensor", "position", "dtype", "address", "bytes", "share", "note"]
    assert lines[3].split() == ["x", "VECIN", "float32", "0", "98,304", "50.0%"]
    assert lines[4] == "  张量    VECIN     float32  98304    49,152  25.0%  every iteration"
    assert lines[5] == "  left after byte 147,456: published limit 40,704, physical end 49,152"


def test_overlapping_tensors_count_once() -> None:
    lines = shown(kernel_with(row("x", 0, 1000), row("y", 500, 1500), row("z", 1500, 1600)))
    assert lines[1].endswith("] 1,600 bytes used (0.8%)")


def test_what_is_past_an_end_shows() -> None:
    lines = shown(kernel_with(row("x", 0, 200000)))
    assert bar(lines) == "#" * 62 + "!" * 2
    assert "published limit -11,840, physical end -3,392" in lines[4]


def test_a_size_that_is_not_constant_is_told_as_it_stands() -> None:
    lines = shown(kernel_with(row("x", None, None)))
    assert lines[3].split() == ["x", "VECIN", "float32", "cursor", "4*n"]
    assert lines[1].endswith("] unknown how many bytes are used")
    assert lines[4] == "  left: unknown, nothing bounds the tensors"


def test_what_is_used_and_left_is_bounded_where_sizes_are() -> None:
    lines = shown(kernel_with(row("x", 0, 49152), row("y", None, None), most=98304))
    assert bar(lines) == "#" * 16 + "?" * 16 + "." * 30 + ":" * 2
    assert lines[1].endswith("] at most 98,304 bytes used (50.0%)")
    assert lines[5] == "  left at least, after byte 98,304: published limit 89,856, physical end 98,304"


def test_a_memory_map_in_chinese() -> None:
    lines = shown(kernel_with(row("x", 0, 1024, "every iteration")), "zh")
    assert "每次迭代" in lines[3] and "物理末端 195,584" in lines[4]


def test_no_memory_map_says_why() -> None:
    assert shown(file("a.py"))[0] == "No static-Tensor kernel: no memory to show"


def test_a_terminal_gets_a_drawn_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    stream = io.StringIO()
    write_memory_maps([kernel_with(row("x", 0, 98304))], RichPrinter(stream), "en")
    assert "█" * 62 + "▒" * 2 in stream.getvalue()
    assert "50.0%" in stream.getvalue()
