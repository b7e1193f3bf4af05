"""The documentation site builds without a broken link, in both languages, and leaves nothing out."""

from __future__ import annotations

import html
import re
import subprocess
import sys
from pathlib import Path

import pytest

from pyasc_lint.api import table
from pyasc_lint.profiles import describe_targets
from pyasc_lint.rules._explanations import known_trap
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.settings import Settings

ROOT = Path(__file__).parents[2]
LANGUAGES = ("", "zh/")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("site")
    command = [sys.executable, str(ROOT / "scripts" / "build_docs.py"), str(target)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return target


def page(site: Path, name: str) -> str:
    text = (site / name / "index.html").read_text(encoding="utf-8")
    return html.unescape(re.sub(r"<[^>]+>", "", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_page_with_its_texts(site: Path, language: str) -> None:
    for rule in all_rules():
        text = page(site, f"{language}rules/{rule.code}")
        assert f"{rule.code} {rule.name}" in text
        assert (rule.summary.zh if language else rule.summary.en).replace("`", "") in text
        for message in rule.messages.values():
            assert (message.zh if language else message.en).replace("`", "") in text
        assert ("如何修复" in text, "How to fix" in text) == (bool(language), not language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_known_trap_has_an_anchor_and_its_texts(site: Path, language: str) -> None:
    text = (site / language / "traps" / "index.html").read_text(encoding="utf-8")
    assert [name for name in table().traps if f'id="{name}"' not in text] == []
    assert ("规避方法" in text, "workaround" in text) == (bool(language), not language)
    shown = page(site, f"{language}traps")
    for name in table().traps:
        trap = known_trap(name, "zh" if language else "en")
        for each in (trap.actual, trap.expected, trap.workaround):
            assert each in shown, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chip_has_a_page_with_its_numbers_and_their_sources(site: Path, language: str) -> None:
    for row in describe_targets(()):
        text = page(site, f"{language}chips/{row.name}")
        assert row.ub_bytes is None or f"{row.ub_bytes:,}" in text
        assert ("物理末端" if language else "physical end") in text
    assert 'href="../#RT_INI"' in (site / language / "chips/Ascend910B1/index.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_setting_is_explained(site: Path, language: str) -> None:
    text = page(site, f"{language}configuration")
    assert [name for name in Settings.names() if name.replace("_", "-") not in text] == []
    assert ("a list of file patterns" in text, "文件模式的列表" in text) == (not language, bool(language))


def test_lines_of_chinese_are_joined_without_blanks(site: Path) -> None:
    text = (site / "zh" / "tutorial" / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"[\u3000-\u303f\u4e00-\u9fff]\n[\u3000-\u303f\u4e00-\u9fff].*", text) == []
    assert "无需 NPU、CANN 或 pyasc，也绝不导入或运行您的代码" in page(site, "zh")


def test_both_languages_have_the_same_pages(site: Path) -> None:
    english = {path.relative_to(site) for path in site.rglob("index.html") if "zh" not in path.relative_to(site).parts}
    chinese = {path.relative_to(site / "zh") for path in (site / "zh").rglob("index.html")}
    assert english == chinese and len(english) > 100


def test_a_reader_can_change_the_language(site: Path) -> None:
    assert 'href="zh/"' in (site / "index.html").read_text(encoding="utf-8")
    assert 'href=".././"' in (site / "zh" / "index.html").read_text(encoding="utf-8")


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'(?:<script[^>]*|<link rel="stylesheet"[^>]*)(?:src|href)="https?:', text) == []
