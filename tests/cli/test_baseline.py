"""Baselines: known findings are quiet wherever their lines move, new ones are not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]

KNOWN = "a = 1  # defect(ASC101)\nb = 1  # defect(ASC501, warning)\nc = 1  # defect(ASC113, info)\n"


@pytest.fixture
def known(lint: Any, write: Write) -> Path:
    """A file with three findings, all in the baseline `b.json`."""
    path = write("src/a.py", KNOWN)
    result = lint("--write-baseline", "b.json")
    assert result.status == 0
    assert "3 findings written to b.json" in result.err and result.found == []
    return path


def test_known_findings_are_quiet_and_new_ones_fail(lint: Any, known: Path) -> None:
    assert lint("--baseline", "b.json").status == 0
    known.write_text("\n# moved\n" + KNOWN.replace("b = 1", "b  =  1") + "d = 1  # defect(ASC101)\n")
    result = lint("--baseline=b.json")
    assert (result.status, result.found) == (1, ["src/a.py:6 ASC101 error"])


def test_a_known_finding_hides_as_many_as_there_were(lint: Any, known: Path) -> None:
    known.write_text(KNOWN + "a = 1  # defect(ASC101)\n")
    assert lint("--baseline=b.json").found == ["src/a.py:4 ASC101 error"]


@pytest.mark.parametrize(
    "change", [("ASC101", "ASC104"), ("a = 1", "a = 2"), ("defect(ASC101)", "defect(ASC701[cube-01])")]
)
def test_another_finding_at_the_place_is_new(lint: Any, known: Path, change: tuple[str, str]) -> None:
    known.write_text(KNOWN.replace(*change))
    assert lint("--baseline=b.json").status == 1


def test_the_file_can_be_read_and_has_no_line_numbers(known: Path, tmp_path: Path) -> None:
    document = json.loads((tmp_path / "b.json").read_text())
    assert document["version"] == 1
    assert document["findings"][0] == {
        "path": "src/a.py", "code": "ASC101", "kernel": "kernel", "text": "a = 1 # defect(ASC101)", "count": 1,
    }  # fmt: skip


def test_it_holds_from_every_folder(lint: Any, known: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(known.parent)
    assert lint("a.py", "--baseline=../b.json").status == 0


def test_it_may_stand_in_the_configuration(lint: Any, known: Path, write: Write) -> None:
    write("pyasc-lint.toml", 'baseline = "b.json"\n')
    assert lint("src/a.py").status == 0
    assert lint("src").status == 0


def test_what_is_gone_is_told(lint: Any, known: Path, write: Write) -> None:
    known.write_text("")
    write("b.py", "")
    assert "3 of the findings in b.json are gone" in lint("--baseline=b.json").err
    assert lint("b.py", "--baseline=b.json").err == ""


def test_writing_again_keeps_what_was_not_checked(lint: Any, known: Path, write: Write, tmp_path: Path) -> None:
    write("src/b.py", "x  # defect(ASC101)\n")
    assert lint("src/b.py", "--write-baseline=b.json").status == 0
    assert lint("--baseline=b.json").status == 0
    known.unlink()
    lint("src/b.py", "--write-baseline=b.json")
    assert "src/a.py" not in (tmp_path / "b.json").read_text()


def test_what_was_not_checked_is_never_known(lint: Any, write: Write) -> None:
    write("a.py", b"\xff\xfe")
    result = lint("a.py", "--write-baseline=b.json")
    assert (result.status, result.found) == (1, ["a.py:1 ASC008 error"])
    assert lint("a.py", "--baseline=b.json").status == 1


def test_a_failed_run_writes_none(lint: Any, write: Write, tmp_path: Path) -> None:
    write("a.py", "CRASH")
    assert lint("a.py", "--write-baseline=b.json").status == 2
    assert not (tmp_path / "b.json").exists()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "error: b.json: is no baseline; --write-baseline writes it anew"),
        ("[]", "is no baseline"),
        ('{"version": 1, "findings": [{"path": "a"}]}', "is no baseline"),
        ('{"version": 1, "findings": [1]}', "is no baseline"),
        ('{"version": 2, "findings": []}', "b.json: was written by another version"),
        (None, "b.json: cannot be read: no such file or directory; --write-baseline writes it"),
    ],
)
def test_a_baseline_that_cannot_be_used(lint: Any, write: Write, text: str | None, message: str) -> None:
    write("a.py", "")
    if text is not None:
        write("b.json", text)
    result = lint("a.py", "--baseline=b.json")
    assert result.status == 2
    assert message in result.err


def test_it_cannot_be_written_where_there_is_no_folder(lint: Any, write: Write) -> None:
    write("a.py", "")
    result = lint("a.py", "--write-baseline=none/b.json")
    assert result.status == 2 and "none/b.json: cannot be written: no such file" in result.err


def test_a_file_that_is_no_baseline_is_not_replaced(lint: Any, write: Write) -> None:
    path = write("a.py", "x = 1\n")
    result = lint("--write-baseline", "a.py")
    assert result.status == 2 and "a.py: is no baseline; remove it first, or name another file" in result.err
    assert path.read_text() == "x = 1\n"


def test_reading_and_writing_exclude_each_other(lint: Any, write: Write) -> None:
    assert "exclude each other" in lint("--baseline=a", "--write-baseline=b").err
