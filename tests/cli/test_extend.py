"""Configuration files that build on others, and `--show-settings`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]


def test_a_file_builds_on_another(lint: Any, write: Write) -> None:
    write("base/pyasc-lint.toml", 'severity = { ASC005 = "info", ASC101 = "info" }\nfail-on = "error"\n')
    write("src/pyproject.toml", '[tool.pyasc-lint]\nextend = "../base/pyasc-lint.toml"\nseverity.ASC005 = "warning"\n')
    write("src/a.py", "defect(ASC005)\ndefect(ASC101)\n")
    result = lint("src")
    assert (result.status, result.found) == (0, ["src/a.py:1 ASC005 warning", "src/a.py:2 ASC101 info"])


def test_selections_add_up_and_the_nearer_wins(lint: Any, write: Write) -> None:
    write("base.toml", 'ignore = ["ASC005", "ASC101"]\n')
    write("pyasc-lint.toml", 'extend = "base.toml"\nextend-select = ["ASC101"]\n')
    write("a.py", "defect(ASC005)\ndefect(ASC101)\n")
    assert lint().found == ["a.py:2 ASC101 error"]
    assert lint("--extend-select=ASC005").found == ["a.py:1 ASC005 error", "a.py:2 ASC101 error"]


def test_patterns_are_relative_to_the_file_that_has_them(lint: Any, write: Write) -> None:
    write("base/base.toml", 'exclude = ["gen/*"]\n[per-file-ignores]\n"old/*" = ["ASC0"]\n')
    write("base/sub/pyasc-lint.toml", 'extend = "../base.toml"\n[per-file-ignores]\n"own/*" = ["ASC0"]\n')
    for name in ("gen/a.py", "sub/gen/b.py", "sub/own/c.py", "old/d.py"):
        write(f"base/{name}", "defect(ASC005)\n")
    assert lint("--config", "base/sub/pyasc-lint.toml").found == ["base/sub/gen/b.py:1 ASC005 error"]


def test_three_files_build_on_one_another(lint: Any, write: Write) -> None:
    write("a.toml", 'language = "zh"\nfail-on = "info"\nbaseline = "b.json"\n')
    write("deep/b.toml", 'extend = "../a.toml"\nlanguage = "en"\n')
    write("pyasc-lint.toml", 'extend = "deep/b.toml"\ntarget = "Ascend910B4"\n')
    shown = lint("--show-settings").out
    for line in ('language = "en"  # deep/b.toml', 'fail-on = "info"  # a.toml', '["Ascend910B4"]  # pyasc-lint.toml'):
        assert line in shown
    assert "/b.json" in shown and "deep/b.json" not in shown


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('extend = "gone.toml"\n', "pyasc-lint.toml:1: extend: no such file gone.toml"),
        ('\nextend = "pyasc-lint.toml"\n', "pyasc-lint.toml:2: extend: pyasc-lint.toml comes back to itself"),
        ('extend = "other.toml"\n', "other.toml:1: extend: pyasc-lint.toml comes back to itself"),
        ('extend = "broken.toml"\n', "broken.toml:1: unknown key slect; did you mean select?"),
        ('extend = "folder"\n', "extend: no such file folder"),
        ("extend = 1\n", "extend must be the name of a file, not 1"),
    ],
)
def test_a_base_that_cannot_be_used(lint: Any, write: Write, text: str, message: str) -> None:
    write("pyasc-lint.toml", text)
    write("other.toml", 'extend = "pyasc-lint.toml"\n')
    write("broken.toml", "slect = []\n")
    write("folder/a.py", "")
    result = lint()
    assert result.status == 2
    assert message in result.err


def test_settings_are_shown_with_where_they_come_from(lint: Any, write: Write) -> None:
    write("sub/pyasc-lint.toml", 'fail-on = "error"\nignore = ["ASC1"]\n[severity]\nASC601 = "off"\n')
    write("sub/a.py", "CRASH")
    result = lint("sub/a.py", "--show-settings", "--target=Ascend910B2", "--output-format=full")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[:2] == ["# sub/a.py", "# configuration: sub/pyasc-lint.toml"]
    assert 'fail-on = "error"  # sub/pyasc-lint.toml' in lines
    assert 'target = ["Ascend910B2"]  # command line' in lines
    assert "force-exclude = false  # default" in lines
    assert '"ASC601" = "off"  # sub/pyasc-lint.toml' in lines
    (rules,) = (line for line in lines if line.startswith("# rules: "))
    assert "ASC102" not in rules and "ASC601" not in rules and "ASC501" in rules


def test_shown_settings_can_be_used_as_a_file(lint: Any, write: Write) -> None:
    write("pyasc-lint.toml", 'fail-on = "error"\n[per-file-ignores]\n"a b.py" = ["ASC1"]\n')
    shown = lint("--show-settings").out
    write("copy.toml", shown)
    again = lint("--show-settings", "--config", "copy.toml").out
    assert 'fail-on = "error"  # copy.toml' in again and '"a b.py" = ["ASC1"]  # copy.toml' in again
