"""Exit statuses, failing levels, and what the tool's own failures do."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]


def test_clean_is_0_and_says_so(lint: Any, write: Write) -> None:
    write("a.py", "x = 1\n")
    result = lint("a.py")
    assert result.status == 0
    assert result.out == "No findings in 1 file (1 kernel); target Ascend910B1\n"


@pytest.mark.parametrize(
    ("severity", "options", "status"),
    [
        ("error", [], 1),
        ("warning", [], 1),
        ("info", [], 0),
        ("warning", ["--fail-on", "error"], 0),
        ("error", ["--fail-on=error"], 1),
        ("info", ["--fail-on", "info"], 1),
        ("error", ["--exit-zero"], 0),
    ],
)
def test_findings_fail_from_a_level_on(lint: Any, write: Write, severity: str, options: list[str], status: int) -> None:
    write("a.py", f"defect(ASC005, {severity})\n")
    result = lint("a.py", *options)
    assert result.status == status
    assert result.found == [f"a.py:1 ASC005 {severity}"]


def test_an_engine_failure_is_2_and_the_other_files_are_checked(lint: Any, write: Write) -> None:
    write("a.py", "defect(ASC005)\n")
    write("b.py", "CRASH\n")
    write("c.py", "defect(ASC005)\n")
    result = lint("--exit-zero")
    assert result.status == 2
    assert result.found == ["a.py:1 ASC005 error", "b.py:1 ASC008 error", "c.py:1 ASC005 error"]
    assert "ZeroDivisionError" in result.out and "please report" in result.out


@pytest.mark.parametrize("text", ["CRASH  # noqa\n", "CRASH\n# pyasc-lint: disable-file\n"])
def test_an_engine_failure_cannot_be_hidden(lint: Any, write: Write, text: str) -> None:
    write("a.py", text)
    result = lint("--ignore", "ASC0")
    assert result.status == 2
    assert result.found == ["a.py:1 ASC008 error"]


def test_an_unexpected_failure_gives_one_line_and_2(lint: Any, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("boom")

    write("a.py", "")
    monkeypatch.setattr("pyasc_lint.reporting.concise.write_concise", fail)
    result = lint("a.py")
    assert result.status == 2
    assert result.err.startswith("pyasc-lint: error: internal error: RuntimeError: boom (test_exit_status.py:")
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--lst-rules"], "unknown option --lst-rules; did you mean --list-rules?"),
        (["--output-format", "xml"], "--output-format xml: possible: full, concise, json, sarif"),
        (["--output-format", "sarfi"], "did you mean sarif?"),
        (["--output-format", "json,github"], "two reports would go to the standard output"),
        (["--output-format", "json:a,sarif", "--output-file", "a"], "two reports would go to a; "),
        (["--output-format", "json:"], "name the file after json:"),
        (["--output-format", "json", "--output-file", "a.py/x"], "cannot be written"),
        (["--time-limit", "5", "a.py"], "--time-limit goes with --run"),
        (["--jobs", "0"], "'0' is not a number of processes"),
        (["--select"], "expected one argument"),
        (["--select", "ASC999"], "no rule matches `ASC999`"),
        (["--ignore", "unused-supression"], "did you mean `unused-suppression`?"),
        (["--explain", "ASC05"], "no rule matches `ASC05`"),
        (["--explain", "cube-01"], "did you mean `ASC701[cube-01]`?"),
        (["--explain", "sintax-error"], "did you mean `syntax-error`?"),
        (["-", "a.py"], '"-" cannot be combined'),
        (["--stdin-filename", "b.py", "a.py"], '--stdin-filename needs "-"'),
        (["missing.py"], "no such file or directory: 'missing.py'"),
        (["gone/**/*.py"], "nothing matches 'gone/**/*.py'"),
        (["--config", "missing.toml", "a.py"], "missing.toml: cannot be read: no such file or directory"),
    ],
)
def test_bad_usage_is_2_with_one_clear_line(lint: Any, write: Write, arguments: list[str], message: str) -> None:
    write("a.py", "")
    result = lint(*arguments)
    assert result.status == 2
    assert message in result.err
    assert result.err.startswith("pyasc-lint: error: ") and result.err.count("\n") == 1


def test_jobs_and_no_cache_are_accepted(lint: Any, write: Write) -> None:
    write("a.py", "")
    assert lint("--jobs", "2", "--no-cache", "a.py").status == 0


def test_a_missing_path_does_not_keep_the_others_from_being_checked(lint: Any, write: Write) -> None:
    write("a.py", "defect(ASC005)\n")
    result = lint("missing.py", "a.py")
    assert result.status == 2
    assert result.found == ["a.py:1 ASC005 error"]


def test_json_of_nothing_checked_is_still_json(lint: Any) -> None:
    result = lint("--output-format=json")
    assert result.status == 2
    assert json.loads(result.out)["diagnostics"] == []
