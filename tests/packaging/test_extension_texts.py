"""Texts of the VS Code extension: each has a translation, and each translation is of a text that there is."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

EXTENSION = Path(__file__).parents[2] / "vscode-extension"


def load(name: str) -> Any:
    return json.loads((EXTENSION / name).read_text(encoding="utf-8"))


def test_texts_of_the_manifest() -> None:
    english, chinese = load("package.nls.json"), load("package.nls.zh-cn.json")
    manifest = (EXTENSION / "package.json").read_text(encoding="utf-8")
    assert set(re.findall(r'"%([\w.]+)%"', manifest)) == english.keys() == chinese.keys()
    alike = {key for key in english if english[key] == chinese[key]}
    assert alike == set()


def test_texts_of_the_code() -> None:
    sources = [path.read_text(encoding="utf-8") for path in (EXTENSION / "src").rglob("*.ts")]
    used = {text for source in sources for text in re.findall(r'\bt\(\s*"([^"]*)"', source)}
    chinese = load("l10n/bundle.l10n.zh-cn.json")
    assert used == chinese.keys()
    assert {text for text in used if set(re.findall(r"{\d}", text)) != set(re.findall(r"{\d}", chinese[text]))} == set()


def test_media_of_the_walkthrough_are_there() -> None:
    (walkthrough,) = load("package.json")["contributes"]["walkthroughs"]
    named = [media.get("markdown") or media.get("image") for media in (step["media"] for step in walkthrough["steps"])]
    for texts in (load("package.nls.json"), load("package.nls.zh-cn.json")):
        assert [name for name in named if not (EXTENSION / texts.get(name.strip("%"), name)).is_file()] == []
