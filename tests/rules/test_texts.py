"""The texts of all rules: both languages say the same things, and the explanation has its headings."""

from __future__ import annotations

import re
import string

import pytest

from pyasc_lint.reporting.text import width
from pyasc_lint.rules._explanations import explaining_file, explanation
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Rule

each_rule = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)


HEADINGS = {"What happens": "会发生什么", "How to fix": "如何修复", "Limits": "检查范围", "Source": "来源"}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
CODE = re.compile(r"`[^`]+`")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
QUOTED = re.compile(r'"[^" ]+ [^"]+"')
"""Messages of the device, of pyasc and of Python."""
NAME = re.compile(r"\b[A-Z][A-Z0-9]+\b")
"""Rules, memories, pipes and what else is written in capitals."""


def sections(text: str) -> list[tuple[str, str]]:
    """Heading and text of every section."""
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def blocks(text: str) -> list[str]:
    """The paragraphs and the items of lists."""
    return [block for block in re.split(r"\n\n|\n(?=[*-] )", text.strip()) if block]


def fields(text: str) -> set[str]:
    """The fields of a template; one whose value depends on the language may end in `_zh` in Chinese."""
    names = (name for _, name, _, _ in string.Formatter().parse(text) if name is not None)
    return {name.removesuffix("_zh") for name in names}


@each_rule
def test_both_languages_fill_the_same_fields(rule: Rule) -> None:
    for key, text in rule.messages.items():
        assert fields(text.en) == fields(text.zh), key
        assert "" not in fields(text.en), key


@each_rule
def test_chinese_texts_are_chinese(rule: Rule) -> None:
    for text in (rule.summary, rule.remedy, *rule.messages.values()):
        assert CHINESE.search(text.zh), text.zh
        assert not CHINESE.search(text.en), text.en


@each_rule
def test_the_explanation_has_all_its_headings(rule: Rule) -> None:
    text = explanation(rule, "en")
    assert [title for title, _ in sections(text)] == list(HEADINGS)
    first = text.partition("\n")[0]
    assert first.endswith(".") and len(first) <= 120


@each_rule
def test_the_chinese_explanation_has_the_same_shape(rule: Rule) -> None:
    english, chinese = explanation(rule, "en"), explanation(rule, "zh")
    assert [title for title, _ in sections(chinese)] == list(HEADINGS.values())
    for (title, here), (_, there) in zip(sections(english), sections(chinese), strict=True):
        assert len(blocks(here)) == len(blocks(there)), title
    first = chinese.partition("\n")[0]
    assert first.endswith("。") and width(first) <= 120


@each_rule
def test_the_chinese_explanation_says_the_same_things(rule: Rule) -> None:
    english, chinese = " ".join(explanation(rule, "en").split()), explanation(rule, "zh")
    for pattern in (CODE, NUMBER, QUOTED, NAME):
        assert set(pattern.findall(chinese)) == set(pattern.findall(english))
    for title, text in sections(chinese):
        for block in blocks(text):
            assert CHINESE.search(block) or title == HEADINGS["Source"], block
            assert block.endswith(("。", "：", "；", "）")), block


def test_every_chinese_explanation_is_one_of_a_rule() -> None:
    folder = explaining_file(all_rules()[0], "zh").parent
    assert {path.stem for path in folder.iterdir()} == {each.code for each in all_rules()}
