"""Configuration files: where they are found, what they change, what is said about a bad one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Write = Callable[[str, str | bytes], Path]


def test_the_nearest_file_wins(lint: Any, write: Write) -> None:
    write("pyproject.toml", '[tool.pyasc-lint]\nseverity = { ASC005 = "info" }\n')
    write("sub/pyasc-lint.toml", 'severity = { ASC005 = "warning" }\n')
    write("sub/inner/pyproject.toml", "[tool.other]\nx = 1\n")
    for name in ("a.py", "sub/b.py", "sub/inner/c.py"):
        write(name, "defect(ASC005)\n")
    assert lint().found == ["a.py:1 ASC005 info", "sub/b.py:1 ASC005 warning", "sub/inner/c.py:1 ASC005 warning"]


def test_its_own_file_wins_over_pyproject_in_one_folder(lint: Any, write: Write) -> None:
    write("pyproject.toml", '[tool.pyasc-lint]\nfail-on = "error"\n')
    write("pyasc-lint.toml", 'fail-on = "info"\n')
    write("a.py", "defect(ASC005, info)\n")
    assert lint("a.py").status == 1


def test_the_command_line_wins(lint: Any, write: Write) -> None:
    write("pyasc-lint.toml", 'fail-on = "info"\ntarget = "Ascend910B4"\n')
    write("a.py", "defect(ASC005, info)\n")
    result = lint("a.py", "--fail-on", "error", "--target", "Ascend910B2,Ascend910B3")
    assert result.status == 0
    assert "target Ascend910B2, Ascend910B3" in result.out


def test_config_replaces_the_search(lint: Any, write: Write) -> None:
    write("pyasc-lint.toml", 'fail-on = "info"\n')
    write("ci/strict.toml", 'severity = { ASC005 = "error" }\n')
    write("ci/pyproject.toml", '[tool.pyasc-lint]\nseverity = { ASC005 = "info" }\n')
    write("a.py", "defect(ASC005, warning)\n")
    assert lint("--config", "ci/strict.toml").found == ["a.py:1 ASC005 error"]
    assert lint("--config", "ci/pyproject.toml").status == 0


def test_per_file_ignores_are_relative_to_their_file(lint: Any, write: Write) -> None:
    write("sub/pyasc-lint.toml", '[per-file-ignores]\n"tests/*" = ["ASC0"]\n"old.py" = "unused-suppression"\n')
    for name in ("sub/tests/deep/a.py", "sub/old.py", "sub/new.py", "tests/b.py"):
        write(name, "defect(ASC005)\n")
    assert lint().found == ["sub/new.py:1 ASC005 error", "tests/b.py:1 ASC005 error"]


def test_exclude_is_relative_to_its_file(lint: Any, write: Write) -> None:
    write("sub/pyasc-lint.toml", 'exclude = ["gen/*"]\n')
    for name in ("sub/gen/a.py", "gen/b.py"):
        write(name, "defect(ASC005)\n")
    assert lint().found == ["gen/b.py:1 ASC005 error"]


def test_each_files_failing_level_counts(lint: Any, write: Write) -> None:
    write("lenient/pyasc-lint.toml", 'fail-on = "error"\n')
    write("lenient/a.py", "defect(ASC005, warning)\n")
    write("b.py", "")
    assert lint().status == 0
    write("b.py", "defect(ASC005, warning)\n")
    assert lint().status == 1


@pytest.mark.parametrize("target", ["", ",", " , "])
def test_a_target_that_names_no_chip_is_a_usage_error(lint: Any, write: Write, target: str) -> None:
    write("a.py", "")
    result = lint("a.py", "--target", target)
    assert result.status == 2
    assert "--target names no chip" in result.err


def test_a_target_named_twice_counts_once(lint: Any, write: Write) -> None:
    write("a.py", "")
    assert lint("a.py", "--target", "Ascend910B2,Ascend910B3,Ascend910B2").out.endswith("Ascend910B2, Ascend910B3\n")


def test_reserved_ub_may_be_a_boolean(lint: Any, write: Write) -> None:
    write("pyasc-lint.toml", "reserved-ub = false\n")
    write("a.py", "")
    assert lint("a.py").status == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("\n\nslect = ['ASC1']\n", "pyasc-lint.toml:3: unknown key slect; did you mean select?"),
        ("zzz = 1\n", "pyasc-lint.toml:1: unknown key zzz; known: extend, target, select"),
        ("target = []\n", "pyasc-lint.toml:1: target must be a chip name or a list of chip names, not []"),
        ("target = 910\n", "pyasc-lint.toml:1: target must be a chip name or a list of chip names, not 910"),
        ("language = 'english'\n", 'language must be en or zh, not "english"; possible: en, zh'),
        ("pyasc-version = 1.1\n", "pyasc-version must be a pyasc release or none, not 1.1; did you mean 1.1.1?"),
        ("fail-on = ['x']\n", "fail-on must be error, warning or info, not ['x']"),
        ("ignore = ['ASC005', 'ASC999']\n", "pyasc-lint.toml:1: ignore: no rule matches ASC999"),
        ("\n[severity]\nASC005 = 'eror'\n", "pyasc-lint.toml:3: severity.ASC005 must be a table from codes to"),
        ("[severity]\nsintax-error = 'info'\n", "pyasc-lint.toml:2: severity: no rule matches sintax-error; did you"),
        ("[per-file-ignores]\n'a' = 'ASC0'\n'b' = 'X1'\n", "pyasc-lint.toml:3: per-file-ignores: no rule matches X1"),
        ("select = [\n", "pyasc-lint.toml:1: is not TOML: "),
        ("a = 1\nb = 2\nselect == 3\n", "pyasc-lint.toml:3: is not TOML: "),
        (b"# \xff\n", "pyasc-lint.toml: is not UTF-8 text; save it as UTF-8"),
    ],
)
def test_a_bad_file_is_2_with_place_and_remedy(lint: Any, write: Write, text: str | bytes, message: str) -> None:
    write("pyasc-lint.toml", text)
    write("a.py", "")
    result = lint("a.py")
    assert result.status == 2
    assert result.err.startswith("pyasc-lint: error: pyasc-lint.toml:")
    assert message in result.err
    assert result.err.count("\n") == 1 and "pydantic" not in result.err


def test_every_problem_is_named(lint: Any, write: Write) -> None:
    write("pyproject.toml", "[tool.pyasc-lint]\nslect = []\nfail-on = 'never'\n")
    result = lint()
    assert "pyproject.toml:2: unknown key slect" in result.err
    assert "pyproject.toml:3: fail-on must be" in result.err


def test_a_table_of_the_wrong_kind(lint: Any, write: Write) -> None:
    write("pyproject.toml", "[tool]\npyasc-lint = 3\n")
    assert "pyproject.toml:2: tool.pyasc-lint must be a table" in lint().err


def test_config_without_our_table(lint: Any, write: Write) -> None:
    write("pyproject.toml", "[project]\nname = 'x'\n")
    assert "pyproject.toml: has no table [tool.pyasc-lint]" in lint("--config", "pyproject.toml").err


def test_an_output_format_from_the_file(lint: Any, write: Write, tmp_path: Path) -> None:
    write("pyasc-lint.toml", 'output-format = "json"\nlanguage = "zh"\n')
    write("a.py", "defect(ASC005)\n")
    assert "错误[ASC005 a-rule]" in lint("a.py", "--output-format=full").out


def test_profiles_are_relative_to_their_file(
    lint: Any, write: Write, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    write("sub/pyasc-lint.toml", 'profiles = ["chips"]\n')
    write("sub/chips/mine.toml", "name = 'Mine'\ninherits = 'Ascend910B1'\n")
    monkeypatch.chdir(tmp_path / "sub")
    assert "\n  Mine " in lint("--list-targets").out


def test_a_broken_profile_is_2_with_its_line(lint: Any, write: Write) -> None:
    write("mine.toml", "name = 'Mine'\ninherits = 'Ascend910B1'\nmemry = 3\n")
    result = lint("--list-targets", "--profiles", "mine.toml")
    assert result.status == 2
    assert "mine.toml:3: unknown key memry" in result.err
