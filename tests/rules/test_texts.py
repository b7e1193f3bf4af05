"""The texts of all rules: both languages say the same things, and the explanation has its headings."""

from __future__ import annotations

import inspect
import string

import pytest

from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Rule

pytestmark = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


def fields(text: str) -> set[str]:
    """The fields of a template; one whose value depends on the language may end in `_zh` in Chinese."""
    names = (name for _, name, _, _ in string.Formatter().parse(text) if name is not None)
    return {name.removesuffix("_zh") for name in names}


def test_both_languages_fill_the_same_fields(rule: Rule) -> None:
    for key, text in rule.messages.items():
        assert fields(text.en) == fields(text.zh), key
        assert "" not in fields(text.en), key


def test_chinese_texts_are_chinese(rule: Rule) -> None:
    for text in (rule.summary, rule.remedy, *rule.messages.values()):
        assert any("\u4e00" <= character <= "\u9fff" for character in text.zh), text.zh
        assert not any("\u4e00" <= character <= "\u9fff" for character in text.en), text.en


def test_the_explanation_has_all_its_headings(rule: Rule) -> None:
    text = inspect.getdoc(type(rule)) or ""
    headings = [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")]
    assert headings == ["What happens", "How to fix", "Limits", "Source"]
    first = text.partition("\n")[0]
    assert first.endswith(".") and len(first) <= 120
