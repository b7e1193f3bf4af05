"""The texts of all rules and known traps: both languages say the same things, and explanations have their headings."""

from __future__ import annotations

import json
import re
import string

import pytest

from pyasc_lint.api import table
from pyasc_lint.reporting.text import width
from pyasc_lint.rules._explanations import explaining_file, explanation, known_trap
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Rule
from pyasc_lint.rules.asc7xx.traps._elsewhere import NOT_REPORTED

each_rule = pytest.mark.parametrize("rule", all_rules(), ids=lambda rule: rule.code)
each_trap = pytest.mark.parametrize("name", sorted(table().traps))


HEADINGS = {"What happens": "会发生什么", "How to fix": "如何修复", "Limits": "检查范围", "Source": "来源"}
CHINESE = re.compile(r"[\u4e00-\u9fff]")
CODE = re.compile(r"`[^`]+`")
NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
QUOTED = re.compile(r'"[^" ]+ [^"]+"')
"""Messages of the device, of pyasc and of Python."""
NAME = re.compile(r"\b[A-Z][A-Z0-9]+\b")
"""Rules, memories, pipes and what else is written in capitals."""
IDENTIFIER = re.compile(r"[A-Za-z]\w*_\w*|[A-Z][a-z]*[A-Z]\w*|\w+\.\w+")
PROSE = re.compile(r"[a-z]{3,} [a-z]{2,} [a-z]{2,}")


def named(pattern: re.Pattern[str], text: str) -> set[str]:
    """What the pattern finds in a text, without the plurals of English."""
    return {match.removesuffix("s") for match in pattern.findall(text)}


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
        assert named(pattern, chinese) == named(pattern, english)
    for title, text in sections(chinese):
        for block in blocks(text):
            assert CHINESE.search(block) or title == HEADINGS["Source"], block
            assert block.endswith(("。", "：", "；", "）")), block


def test_every_chinese_explanation_is_one_of_a_rule_or_a_known_trap() -> None:
    folder = explaining_file(all_rules()[0], "zh").parent
    assert {path.stem for path in folder.glob("*.md")} == {each.code for each in all_rules()}
    assert set(json.loads((folder / "traps.json").read_text(encoding="utf-8"))) == set(table().traps)


@each_trap
def test_a_known_trap_says_the_same_things_in_chinese(name: str) -> None:
    english, chinese = known_trap(name, "en"), known_trap(name, "zh")
    for field in ("snippet", "actual", "expected", "workaround"):
        here, there = getattr(english, field), getattr(chinese, field)
        assert bool(here) == bool(there), field
        assert here != there or not PROSE.search(QUOTED.sub("", here)), field
        for pattern in (NUMBER, NAME, IDENTIFIER):
            assert named(pattern, here) == named(pattern, there), field


def test_the_reasons_why_a_trap_is_not_reported_are_in_both_languages() -> None:
    for reason in NOT_REPORTED.values():
        assert CHINESE.search(reason.zh) and not CHINESE.search(reason.en)
        assert named(NAME, reason.zh) == named(NAME, reason.en)
