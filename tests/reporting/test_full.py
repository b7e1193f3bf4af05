"""The report for people: excerpts, carets, related places, colours."""

from __future__ import annotations

import io
import re
import unicodedata
from typing import Any

import pytest

from pyasc_lint.diagnostics import Edit, Fix, Related, Severity, Span
from pyasc_lint.reporting.full import write_full
from pyasc_lint.reporting.text import PlainPrinter, RichPrinter


def render(report: Any, language: Any = "en") -> str:
    stream = io.StringIO()
    write_full([report], PlainPrinter(stream), language)
    return stream.getvalue()


def cells(text: str) -> int:
    wide = (2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text if not unicodedata.combining(char))
    return sum(wide)


def underlined(text: str) -> list[str]:
    """What stands above each row of carets, by terminal cells."""
    found = []
    lines = text.split("\n")
    for above, below in zip(lines, lines[1:], strict=False):
        if "^" in below:
            start, end = below.index("^"), below.rindex("^") + 1
            covered, position = "", 0
            for char in above:
                if start <= position < end:
                    covered += char
                position += cells(char)
            assert below.count("^") == end - start
            found.append(covered)
    return found


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("tile = alloc(n)", "alloc(n)"),
        ("张量 = 申请(数量)", "申请(数量)"),
        ("\t\tx = 'é日本'; tile = alloc(n)", "alloc(n)"),
        ("a\tb\talloc(n)", "alloc(n)"),
        ("x = 'e\u0301'; alloc(n)", "alloc(n)"),
        ("x = 'ｆｕｌｌ'; alloc(n)", "alloc(n)"),
        ("alloc(n)", "alloc(n)"),
        ("x" * 500 + " alloc(n) " + "y" * 500, "alloc(n)"),
        ("日" * 300 + " alloc(n) " + "本" * 300, "alloc(n)"),
    ],
)
def test_the_carets_stand_exactly_below_the_range(finding: Any, line: str, part: str) -> None:
    start = line.index(part) + 1
    text = render(finding(f"\n{line}\n", (2, start, 2, start + len(part))))
    assert underlined(text) == [part]
    assert max(map(cells, text.split("\n"))) < 450


def test_the_whole_layout(finding: Any) -> None:
    related = Related(Span("a.py", 1, 1, 1, 6), "the earlier allocation")
    fix = Fix("make it smaller", (Edit(Span("a.py", 10, 1, 10, 2), ""),))
    report = finding(
        "first = 1\n" + "\n" * 8 + "second = 2\n", (10, 1, 10, 7),
        severity=Severity.WARNING, kernel="vadd", targets=("Ascend910B1", "Ascend910B4"), related=(related,), fix=fix,
    )  # fmt: skip
    assert render(report) == (
        "warning[ASC007 a-rule]: too many bytes\n"
        "  --> a.py:10:1 (kernel vadd; Ascend910B1, Ascend910B4)\n"
        "   |\n"
        "10 | second = 2\n"
        "   | ^^^^^^\n"
        "  ::: a.py:1:1: the earlier allocation\n"
        "   |\n"
        " 1 | first = 1\n"
        "   | -----\n"
        "   = help: correct the comment; the forms are: assume EXPR, disable-file, disable-file=CODES, target=CHIP\n"
        "   = fix: make it smaller\n"
        "\n"
    )


def test_a_range_over_lines_is_marked_line_by_line(finding: Any) -> None:
    text = "f(\n    a,\n    b,\n)\n"
    assert underlined(render(finding(text, (1, 1, 4, 2)))) == ["f(", "a,", "b,", ")"]


def test_a_long_range_is_shortened(finding: Any) -> None:
    text = "f(\n" + "".join(f"    a{number},\n" for number in range(50)) + ")\n"
    shown = render(finding(text, (1, 1, 52, 2)))
    assert underlined(shown) == ["f(", "a0,", "a1,", ")"]
    assert "\n...\n" in shown


def test_an_empty_range_still_has_a_caret(finding: Any) -> None:
    assert "\n  |  ^\n" in render(finding("x\n", (1, 2, 1, 2)))


def test_a_place_behind_the_text_is_no_crash(finding: Any) -> None:
    assert "a.py:9:4" in render(finding("x\n", (9, 4, 9, 5)))


def test_an_unread_file_has_no_excerpt(finding: Any) -> None:
    assert "|" not in render(finding("", (1, 1, 1, 1)))


def test_text_cannot_steer_the_terminal(finding: Any) -> None:
    report = finding("x = '\x1b[2J\u202e'\n", (1, 1, 1, 2), message="name \x1b[31m\u2066 red")
    shown = render(report)
    assert "\x1b" not in shown and "\u202e" not in shown and "\u2066" not in shown
    assert "x = '?[2J?'" in shown


def test_a_related_place_in_a_file_outside_the_run_is_read(finding: Any, tmp_path: Any) -> None:
    helper = tmp_path / "helper.py"
    helper.write_text("def add(a, b):\n")
    related = Related(Span(str(helper), 1, 5, 1, 8), "called from here")
    gone = Related(Span(str(tmp_path / "gone.py"), 3, 1, 3, 2), "no longer there")
    shown = render(finding("x\n", (1, 1, 1, 2), related=(related, gone)))
    assert "1 | def add(a, b):\n  |     ---\n" in shown
    assert "gone.py:3:1: no longer there\n" in shown


def test_chinese(finding: Any) -> None:
    shown = render(finding("x\n", (1, 1, 1, 2)), "zh")
    assert shown.startswith("错误[ASC007 a-rule]: ")
    assert "= 建议: " in shown


def test_without_a_terminal_the_frame_is_ascii(finding: Any) -> None:
    assert render(finding("x = 1\n", (1, 1, 1, 2))).isascii()


def test_a_terminal_gets_colours_and_the_same_text(finding: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    report = finding("x = [bold]'日本'\n", (1, 5, 1, 11), message="a [red]message[/red] :smile: " + "long " * 60)
    stream = Terminal()
    write_full([report], RichPrinter(stream), "en")
    coloured = stream.getvalue()
    assert "\x1b[1;31m" in coloured
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured).split() == render(report).split()
