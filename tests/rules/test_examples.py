"""The examples that every rule carries: what it reports, and the same code mended."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyasc_lint import Settings, check_paths
from pyasc_lint.diagnostics import Diagnostic, Severity
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Rule
from tests.support.expect import compare, expectations

pytestmark = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


def check(folder: Path, example: str, settings: Settings | None = None) -> list[Diagnostic]:
    """What is found in an example that stands in a file of its own."""
    file = folder / "example.py"
    file.write_text(example, encoding="utf-8")
    return check_paths([str(file)], settings).diagnostics


def test_the_bad_example_gets_its_code_where_it_is_marked(rule: Rule, tmp_path: Path) -> None:
    wanted = expectations(rule.bad)
    assert {code for _, code in wanted} == {rule.code}
    assert compare("bad", wanted, check(tmp_path, rule.bad), [rule.code]) == []


def test_the_good_example_gets_nothing(rule: Rule, tmp_path: Path) -> None:
    found = check(tmp_path, rule.good)
    assert [item for item in found if item.severity >= Severity.WARNING or item.code == rule.code] == []


def test_the_bad_example_is_told_in_chinese_as_well(rule: Rule, tmp_path: Path) -> None:
    english = [item.span for item in check(tmp_path, rule.bad) if item.code == rule.code]
    chinese = [item for item in check(tmp_path, rule.bad, Settings(language="zh")) if item.code == rule.code]
    assert [item.span for item in chinese] == english
    for item in chinese:
        for message in (item.message, *(note.message for note in item.related)):
            assert any("\u4e00" <= character <= "\u9fff" for character in message), message
            assert "{" not in message and "}" not in message
