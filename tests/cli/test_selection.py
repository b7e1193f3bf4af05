"""Which rules are reported: codes, prefixes, names, traps, and who wins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint.selection import Layer, Selection, UnknownSelector, parse_selector

Write = Callable[[str, str | bytes], Path]

CODES = ("ASC005", "ASC101", "ASC102", "ASC501", "ASC603", "ASC701")
TEXT = "".join(f"defect({code})\n" for code in CODES) + "defect(ASC701[cube-01])\n"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], "ASC005 ASC101 ASC102 ASC501 ASC701 ASC701"),
        (["--select", "ASC1"], "ASC101 ASC102"),
        (["--select", "asc1,tile-overflow,missing-sync"], "ASC101 ASC102 ASC501"),
        (["--select", "ASC1", "--extend-select", "ASC603"], "ASC101 ASC102 ASC603"),
        (["--extend-select", "ASC603"], "ASC005 ASC101 ASC102 ASC501 ASC603 ASC701 ASC701"),
        (["--select", "ALL"], "ASC005 ASC101 ASC102 ASC501 ASC701 ASC701"),
        (["--select", "ASC6"], "ASC603"),
        (["--ignore", "ASC1"], "ASC005 ASC501 ASC701 ASC701"),
        (["--ignore", "ASC1", "--extend-select", "ASC101"], "ASC005 ASC101 ASC501 ASC701 ASC701"),
        (["--select", "ASC101", "--ignore", "ASC1"], "ASC101"),
        (["--select", "ASC1", "--ignore", "ASC101"], "ASC102"),
        (["--select", "ASC101", "--ignore", "ASC101"], ""),
        (["--select", "ASC701[cube-01]"], "ASC701"),
        (["--select", "ASC7", "--ignore", "ASC701[cube-01]"], "ASC701"),
        (["--ignore", "ASC701", "--extend-select", "pyasc-release-bug[cube-01]"], "ASC005 ASC101 ASC102 ASC501 ASC701"),
    ],
)
def test_the_most_specific_choice_wins(lint: Any, write: Write, arguments: list[str], expected: str) -> None:
    write("a.py", TEXT)
    assert [entry.split()[1] for entry in lint("a.py", *arguments).found] == expected.split()


@pytest.mark.parametrize(
    ("config", "arguments", "expected"),
    [
        ('select = ["ASC1"]', ["--select", "ASC5"], "ASC501"),
        ('ignore = ["ASC101"]', ["--select", "ASC1"], "ASC102"),
        ('ignore = ["ASC101"]', ["--select", "ASC101"], "ASC101"),
        ('ignore = ["ASC101"]', ["--ignore", "ASC5,ASC7,ASC0"], "ASC102"),
        ('select = ["ASC101"]\nextend-select = ["ASC501"]', [], "ASC101 ASC501"),
        ('select = ["ASC101", "ASC501"]\n[severity]\nASC501 = "off"', [], "ASC101"),
        ('select = ["ASC1"]\n[per-file-ignores]\n"*.py" = ["ASC101"]', ["--extend-select", "ASC101"], "ASC102"),
    ],
)
def test_the_command_line_wins_between_equals(
    lint: Any, write: Write, config: str, arguments: list[str], expected: str
) -> None:
    write("pyasc-lint.toml", config)
    write("a.py", TEXT)
    assert [entry.split()[1] for entry in lint("a.py", *arguments).found] == expected.split()


def test_the_most_specific_severity_wins(lint: Any, write: Write) -> None:
    levels = 'ASC = "info"\nASC1 = "warning"\n"tile-overflow" = "error"\n"ASC701[cube-01]" = "error"\n'
    write("pyasc-lint.toml", f"[severity]\n{levels}")
    write("a.py", TEXT)
    assert lint("a.py").found == [
        "a.py:1 ASC005 info",
        "a.py:2 ASC101 error",
        "a.py:3 ASC102 warning",
        "a.py:4 ASC501 info",
        "a.py:6 ASC701 info",
        "a.py:7 ASC701 error",
    ]


def test_a_file_that_was_not_analysed_is_told_unless_ignored(lint: Any, write: Write) -> None:
    write("a.py", b"\xff")
    assert lint("a.py", "--select", "ASC1").found == ["a.py:1 ASC008 error"]
    assert lint("a.py", "--ignore", "ASC008").status == 0


@pytest.mark.parametrize(
    ("text", "close"),
    [
        ("ASC5011", "ASC501"),
        ("tile-overflw", "tile-overflow"),
        ("ASC701[cube-1]", "ASC701[cube-01]"),
        ("ASC101[cube-01]", "ASC701[cube-01]"),
        ("E501", None),
    ],
)
def test_an_unknown_selector_names_the_nearest(text: str, close: str | None) -> None:
    with pytest.raises(UnknownSelector) as caught:
        parse_selector(text)
    assert caught.value.close == close


def test_a_prefix_is_covered_only_if_all_its_rules_are_reported() -> None:
    everything, narrowed = Selection(), Selection([Layer(ignore=["ASC102"])])
    family, one = parse_selector("ASC1"), parse_selector("ASC101")
    assert everything.covers(family) and everything.covers(one)
    assert narrowed.covers(one) and not narrowed.covers(family)
