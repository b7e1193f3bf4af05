"""`--version`, `--explain`, `--list-rules`, `--list-targets`: what they say and how little they load."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import pyasc_lint
from pyasc_lint.api import table
from pyasc_lint.reporting.text import width
from pyasc_lint.rules._registry import all_rules

EXAMPLE = str(Path(__file__).parents[2] / "examples" / "clean" / "vector_add.py")
PROBE = """
import sys
from pyasc_lint.cli import main
status = main(sys.argv[1:])
loaded = {name.partition(".")[0] for name in sys.modules}
watched = {"astroid", "concurrent", "multiprocessing", "pydantic", "pygls", "rich", "subprocess", "tempfile"}
print(*sorted(loaded & watched), file=sys.stderr)
sys.exit(status)
"""


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["--version"], set()),
        (["--explain", "ASC007"], set()),
        (["--list-rules"], set()),
        (["--list-targets"], set()),
        (["--output-format=json", "-"], {"astroid"}),
        (["-"], {"astroid"}),
        (["--no-cache", "--target=Ascend910B4", "--language=zh", EXAMPLE], {"astroid"}),
        (["--no-cache", "--emit", EXAMPLE], {"astroid"}),
    ],
)
def test_nothing_heavy_is_loaded_without_need(arguments: list[str], allowed: set[str]) -> None:
    result = subprocess.run(
        [sys.executable, "-c", PROBE, *arguments], input="x = 1\n", capture_output=True, text=True, timeout=60
    )
    assert result.stdout
    assert set(result.stderr.splitlines()[-1].split()) <= allowed


def test_version(lint: Any) -> None:
    assert lint("--version").out == f"pyasc-lint {pyasc_lint.__version__}\n"


def test_help_names_every_exit_status(lint: Any) -> None:
    result = lint("--help")
    assert "--memory-map[=text|json|svg]" in result.out
    assert result.status == 0
    assert "0 clean; 1 findings" in result.out


@pytest.mark.parametrize("name", ["ASC007", "asc007", "invalid-directive"])
def test_explain_gives_the_whole_rule(lint: Any, name: str) -> None:
    result = lint("--explain", name)
    assert result.status == 0
    assert result.out.startswith("ASC007 invalid-directive (warning)\n")
    for heading in ("What happens", "How to fix", "Limits", "Source", "Reported", "Not reported"):
        assert f"\n{heading}\n" in result.out
    assert "\n    # pyasc-lint: tarket=Ascend910B4" in result.out


def test_explain_in_chinese(lint: Any) -> None:
    result = lint("--explain", "ASC101", "--language", "zh")
    assert result.out.startswith("ASC101 tile-overflow (错误)\n分配超出了所在存储的末尾\n")
    text = result.out.partition("\n会报告\n")[0]
    for heading in ("会发生什么", "如何修复", "检查范围", "来源"):
        assert f"\n{heading}\n" in text
    assert "第一条访问末尾之后字节的指令" in text.replace("\n", "") and "What happens" not in text
    assert max(map(width, text.splitlines())) <= 120


def test_the_language_of_the_configuration_is_that_of_explanations(lint: Any, tmp_path: Path) -> None:
    (tmp_path / "pyasc-lint.toml").write_text('language = "zh"\n')
    assert "\n如何修复\n" in lint("--explain", "ASC101").out
    assert "\nHow to fix\n" in lint("--explain", "ASC101", "--language", "en").out
    assert lint("--list-rules").out.split()[0] == "规则码"


def test_explain_a_trap(lint: Any) -> None:
    result = lint("--explain", "ASC701[cube-01]")
    assert "ASC701 pyasc-release-bug" in result.out
    assert "\n[cube-01] " in result.out and "\n  workaround: " in result.out


def test_explain_a_trap_in_chinese(lint: Any) -> None:
    text = lint("--explain", "ASC701[cube-01]", "--language", "zh").out
    assert "\n  pyasc 的行为: 生成空的 MmadParams：m、n、k 丢失\n" in text and "\n  规避方法: " in text
    text = lint("--explain", "ASC701[sync-05]", "--language", "zh").out
    assert "\n  不会报告：事件或流水的序号与其名称作用相同\n" in text


def test_explain_the_release_bugs_lists_them_all(lint: Any) -> None:
    text = lint("--explain", "ASC701").out
    listed = [line.split("]")[0].strip(" [") for line in text.splitlines() if line.startswith("    [")]
    assert sorted(listed) == sorted(table().traps)
    assert "(reported as ASC101)" in text


def test_explain_a_family(lint: Any) -> None:
    result = lint("--explain", "ASC00")
    assert "ASC001 syntax-error" in result.out and "ASC008 file-not-analysed" in result.out


def test_list_rules_has_them_all(lint: Any) -> None:
    lines = lint("--list-rules").out.splitlines()
    assert lines[0].split() == ["code", "name", "severity", "since", "summary"]
    assert [line.split()[:2] for line in lines[1:]] == [[rule.code, rule.name] for rule in all_rules()]


def test_list_targets_names_the_default(lint: Any) -> None:
    result = lint("--list-targets")
    assert result.status == 0
    row = next(line for line in result.out.splitlines() if line.split()[0] == "Ascend910B1")
    assert "2201" in row and "196,608" in row


def test_list_targets_in_chinese(lint: Any) -> None:
    lines = lint("--list-targets", "--language", "zh").out.splitlines()
    row = next(line for line in lines if line.split()[0] == "Ascend310B1")
    assert row.endswith("  Atlas 200I/500 A2 产品没有 LocalMemAllocator；不在 pyasc 的 Platform 中")
    assert [line for line in lines[1:] if not re.search("[\u4e00-\u9fff]", line)] == []


def test_every_public_name_can_be_loaded() -> None:
    for name in pyasc_lint.__all__:
        assert getattr(pyasc_lint, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        pyasc_lint.nothing  # noqa: B018
