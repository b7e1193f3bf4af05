"""The examples that every rule carries: what it reports, and the same code mended."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


def enabled(rule: Rule, **settings: Any) -> Settings:
    """Settings under which the rule runs, whether it is off by default or not."""
    return Settings(extend_select=() if rule.enabled else (rule.code,), **settings)


def test_the_bad_example_gets_its_code_where_it_is_marked(rule: Rule, tmp_path: Path) -> None:
    wanted = expectations(rule.bad)
    assert {code for _, code in wanted} == {rule.code}
    assert compare("bad", wanted, check(tmp_path, rule.bad, enabled(rule)), [rule.code]) == []


def test_the_good_example_gets_nothing(rule: Rule, tmp_path: Path) -> None:
    found = check(tmp_path, rule.good, enabled(rule))
    assert [item for item in found if item.severity >= Severity.WARNING or item.code == rule.code] == []


def test_the_bad_example_is_told_in_chinese_as_well(rule: Rule, tmp_path: Path) -> None:
    english = [item.span for item in check(tmp_path, rule.bad, enabled(rule)) if item.code == rule.code]
    chinese = [item for item in check(tmp_path, rule.bad, enabled(rule, language="zh")) if item.code == rule.code]
    assert [item.span for item in chinese] == english
    for item in chinese:
        for message in (item.message, *(note.message for note in item.related)):
            assert any("\u4e00" <= character <= "\u9fff" for character in message), message
            assert "{" not in message and "}" not in message
