"""What git ignores is left out: compared with git on random patterns, and with ruff on a tree of tools' folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyasc_lint.config import ConfigFinder
from pyasc_lint.discovery import discover

Write = Callable[[str, str | bytes], Path]

GIT = shutil.which("git")
needs_git = pytest.mark.skipif(GIT is None and os.environ.get("CI") != "true", reason="git is not installed")

NAMES = ("a", "b", "ab", "a b", "[x]", "!a")
FILES = [f"{folder}{name}.py" for folder in ("", "a/", "b/", "a/b/", "ab/a/") for name in NAMES]

WILD = ["*", "**", "?", "/", "/", "[ab]", "[!a]", "[]x]", "[a-b]", "\\[x\\]", "\\!a", "\\ "]
bodies = st.lists(st.sampled_from(["a", "b", "ab", "a b", ".py", " ", *WILD]), max_size=5).map("".join)
starts, ends = st.sampled_from(["", "", "", "!", "#", "/"]), st.sampled_from(["", "", "/", " ", ".py"])
lines = st.builds("{}{}{}".format, starts, bodies, ends)
patterns = st.lists(lines, max_size=4).map("\n".join)


def write_tree(root: Path, *ignores: tuple[str, str]) -> None:
    for name in FILES:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    for name, text in ignores:
        (root / name).write_text(text, encoding="utf-8")


def git(root: Path, *arguments: str) -> str:
    assert GIT is not None
    environment = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull}
    return subprocess.run(
        [GIT, *arguments], cwd=root, env=environment, check=True, capture_output=True, text=True
    ).stdout


def found(root: Path) -> list[str]:
    files = discover([str(root)], ConfigFinder()).files
    return sorted(Path(file).relative_to(root).as_posix() for file in files)


@needs_git
@given(patterns, patterns, patterns)
def test_the_files_are_those_that_git_lists(top: str, below: str, private: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve()
        for name in ("objects", "refs", "info"):  # as little as git needs
            (root / ".git" / name).mkdir(parents=True)
        (root / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
        write_tree(root, (".gitignore", top), ("a/.gitignore", below), (".git/info/exclude", private))
        listed = git(root, "ls-files", "-z", "--others", "--exclude-standard").split("\0")
        assert found(root) == sorted(name for name in listed if name.endswith(".py"))


def test_a_tree_of_tools_folders_is_read_as_ruff_reads_it(tmp_path: Path) -> None:
    """But for the folders of builds and of compiled Python, which ruff reads."""
    names = """.bzr .direnv .eggs .git-rewrite .github .hg .hidden .ipynb_checkpoints .mypy_cache .nox .pants.d .pyenv
        .pytest_cache .pytype .ruff_cache .svn .tox .venv .vscode __pypackages__ _build buck-out dist env gen
        node_modules site-packages src venv"""
    for name in names.split():
        for path in (tmp_path / name / "x.py", tmp_path / "src" / name / "x.py"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("gen/\n!src/gen\n/src/env/*\n")
    (tmp_path / ".dot.py").touch()
    command = [sys.executable, "-m", "ruff", "check", "--no-cache", "--isolated", "--show-files", str(tmp_path)]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    assert found(tmp_path) == sorted(Path(file).relative_to(tmp_path).as_posix() for file in shown)


def test_outside_a_repository_nothing_is_ignored(lint: Any, write: Write) -> None:
    write(".gitignore", "a.py\n")
    write("a.py", "defect(ASC005)\n")
    assert lint().status == 1
    write(".git/HEAD", "")
    result = lint()
    assert result.status == 0 and "git ignores them" in result.err


@pytest.mark.parametrize("way", ["option", "setting", "named"])
def test_what_git_ignores_can_be_checked(lint: Any, write: Write, way: str) -> None:
    write(".git/HEAD", "")
    write(".gitignore", "gen/\n")
    write("gen/a.py", "defect(ASC005)\n")
    if way == "setting":
        write("pyasc-lint.toml", "respect-gitignore = false\n")
    arguments = {"option": ["--no-respect-gitignore"], "setting": [], "named": ["gen/a.py"]}[way]
    assert lint(*arguments).found == ["gen/a.py:1 ASC005 error"]


@pytest.mark.parametrize("data", [b"\xff\xfe\0a.py\n", b"[z-a].py\n", b"\\", b"[", b"(" * 50 + b"\n"])
def test_a_strange_gitignore_ignores_nothing(lint: Any, write: Write, data: bytes) -> None:
    write(".git/HEAD", "")
    write(".gitignore", data)
    write("a.py", "defect(ASC005)\n")
    assert lint().status == 1
