"""From paths to files: what is found, skipped, left out, and in which order."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]
DEFECT = "defect(ASC005)\n"


def files(result: Any) -> list[str]:
    return [line.partition(":")[0] for line in result.found]


def test_the_default_is_the_current_folder_in_a_fixed_order(lint: Any, write: Write) -> None:
    for name in ("z.py", "a/b.py", "a/a/c.py", "a-b.py", "note.txt", "a/stub.pyi"):
        write(name, DEFECT)
    assert files(lint()) == ["a/a/c.py", "a/b.py", "a-b.py", "z.py"]


def test_folders_of_tools_are_skipped(lint: Any, write: Write) -> None:
    for folder in (".git", ".venv", "build", "node_modules", "__pycache__", "deep/.tox", "deep/site-packages"):
        write(f"{folder}/a.py", DEFECT)
    write("myenv/pyvenv.cfg", "")
    write("myenv/lib/a.py", DEFECT)
    write("deep/ok.py", DEFECT)
    assert files(lint()) == ["deep/ok.py"]


def test_a_skipped_folder_is_checked_when_named(lint: Any, write: Write) -> None:
    write("build/a.py", DEFECT)
    assert files(lint("build")) == ["build/a.py"]


def test_a_file_is_checked_once_however_often_it_is_named(lint: Any, write: Write) -> None:
    path = write("src/a.py", DEFECT)
    os.symlink(path, path.with_name("link.py"))
    assert files(lint("src/a.py", "./src/a.py", "src", "src/*.py")) == ["src/a.py"]


def test_a_pattern_is_expanded(lint: Any, write: Write) -> None:
    for name in ("a/x_kernel.py", "b/c/y_kernel.py", "b/other.py"):
        write(name, DEFECT)
    assert files(lint("**/*_kernel.py")) == ["a/x_kernel.py", "b/c/y_kernel.py"]


def test_a_named_file_needs_no_suffix(lint: Any, write: Write) -> None:
    write("script", DEFECT)
    assert files(lint("script")) == ["script"]


def test_links_in_circles_end(lint: Any, write: Write, tmp_path: Path) -> None:
    write("a/a.py", DEFECT)
    os.symlink(tmp_path / "a", tmp_path / "a" / "again")
    assert files(lint()) == ["a/a.py"]


def test_nothing_to_check_is_not_clean(lint: Any, write: Write) -> None:
    write("docs/readme.md", "")
    result = lint("docs")
    assert result.status == 2
    assert "nothing to check: no Python files in 'docs'" in result.err


def test_one_folder_without_python_among_others_is_a_note(lint: Any, write: Write) -> None:
    write("docs/readme.md", "")
    write("a.py", "")
    result = lint("docs", "a.py")
    assert result.status == 0
    assert result.err == "pyasc-lint: note: no Python files in 'docs'\n"


def test_exclude_leaves_out_what_is_found_but_not_what_is_named(lint: Any, write: Write) -> None:
    for name in ("gen/a.py", "src/gen/b.py", "src/c_pb.py", "src/d.py"):
        write(name, DEFECT)
    assert files(lint("--exclude", "gen,*_pb.py")) == ["src/d.py"]
    assert files(lint("--exclude", "src/gen")) == ["gen/a.py", "src/c_pb.py", "src/d.py"]
    assert files(lint("gen/a.py", "--exclude", "gen")) == ["gen/a.py"]


def test_everything_excluded_is_clean(lint: Any, write: Write) -> None:
    write("gen/a.py", DEFECT)
    result = lint("--exclude", "gen")
    assert result.status == 0
    assert "the configuration excludes all files" in result.err


def test_force_exclude_leaves_out_named_files(lint: Any, write: Write) -> None:
    write("gen/a.py", DEFECT)
    write("pyasc-lint.toml", 'exclude = ["gen"]\nforce-exclude = true\n')
    assert lint("gen/a.py").status == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_what_is_no_file_does_not_hang(lint: Any, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.py")
    result = lint("pipe.py")
    assert result.status == 1
    assert "is not a regular file" in result.out


def test_an_unreadable_folder_is_a_finding(lint: Any, write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    write("a.py", "")
    write("locked/b.py", "")
    scandir = os.scandir

    def refuse(path: str) -> Any:
        if Path(path).name == "locked":
            raise PermissionError(13, "Permission denied", path)
        return scandir(path)

    monkeypatch.setattr(os, "scandir", refuse)
    result = lint()
    assert result.status == 1
    assert result.found == ["locked:1 ASC008 error"]
    assert "cannot be read: permission denied" in result.out


def test_standard_input_takes_the_settings_of_its_name(
    lint: Any, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    write("sub/pyasc-lint.toml", 'severity = { ASC005 = "info" }\n')
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(DEFECT.encode())))
    result = lint("-", "--stdin-filename", "sub/new.py")
    assert result.found == ["sub/new.py:1 ASC005 info"]
    assert result.status == 0


def test_standard_input_without_a_name(lint: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(b"\xff\xfe\n")))
    result = lint("-")
    assert result.status == 1
    assert result.found == ["<stdin>:1 ASC008 error"]
