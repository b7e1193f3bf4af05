"""Builds the documentation site in English and Chinese from the rules, the chip profiles, the settings and docs/pages.

    python scripts/build_docs.py [FOLDER]

Writes `FOLDER` (default: build/site) with the Chinese pages below `zh/`. Needs mkdocs-material; a broken link fails.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import yaml

import docs_chips
import docs_rules
from docs_settings import settings_table
from docs_words import Words
from pyasc_lint.rules._rule import Language

ROOT = Path(__file__).resolve().parents[1]
_WIDE = "[\u201c\u201d\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
HAND_WRITTEN = ("index", "tutorial", "configuration", "editors", "emitting", "limits", "published")


def pages(language: Language) -> dict[str, str]:
    """All pages of one language by their path."""
    made = {}
    for name in HAND_WRITTEN:
        text = (ROOT / "docs" / "pages" / language / f"{name}.md").read_text(encoding="utf-8")
        made[f"{name}.md"] = _included(_unwrapped(text).replace("{{settings}}", settings_table(language)))
    return {**made, **docs_rules.pages(language), **docs_chips.pages(language)}


def _unwrapped(text: str) -> str:
    """The text without the line breaks inside Chinese, which browsers would show as blanks."""
    return re.sub(f"(?<={_WIDE})\n(?={_WIDE})", "", text)


def _included(text: str) -> str:
    """The text with `--8<-- "FILE"` lines replaced by the file, without the marks that tests read."""
    lines = []
    for line in text.split("\n"):
        if line.startswith('--8<-- "'):
            code = (ROOT / line.split('"')[1]).read_text(encoding="utf-8")
            lines += [each.partition("  # expect:")[0] for each in code.rstrip("\n").split("\n")]
        else:
            lines.append(line)
    return "\n".join(lines)


def configuration(language: Language, source: Path, target: Path, made: Mapping[str, str]) -> dict[str, object]:
    """What mkdocs is told."""
    words = Words(language)
    rules = [page for page in sorted(made) if page.startswith("rules/") and page != "rules/index.md"]
    chips = [page for page in sorted(made) if page.startswith("chips/") and page != "chips/index.md"]
    other = {"en": "zh/", "zh": "../"}[language]
    return {
        "INHERIT": str(ROOT / "docs" / "mkdocs.yml"),
        "docs_dir": str(source),
        "site_dir": str(target),
        "theme": {"language": language},
        "nav": [
            {words["home"]: "index.md"},
            {words["tutorial"]: "tutorial.md"},
            {words["rules"]: ["rules/index.md", *rules]},
            {words["traps"]: "traps/index.md"},
            {words["chips"]: ["chips/index.md", *chips]},
            *({words[name]: f"{name}.md"} for name in HAND_WRITTEN[2:]),
        ],
        "extra": {
            "generator": False,
            "alternate": [
                {"name": "English", "link": "./" if language == "en" else other, "lang": "en"},
                {"name": "中文", "link": "./" if language == "zh" else other, "lang": "zh"},
            ],
        },
    }


def build(target: Path) -> int:
    """Builds both languages; returns the exit status of mkdocs."""
    with tempfile.TemporaryDirectory() as folder:
        languages: tuple[Language, ...] = ("en", "zh")
        for language in languages:
            made = pages(language)
            source = Path(folder, language)
            for name, text in made.items():
                path = source / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text.rstrip() + "\n", encoding="utf-8")
            config = Path(folder, f"{language}.yml")
            site = target if language == "en" else target / language
            config.write_text(yaml.safe_dump(configuration(language, source, site, made), allow_unicode=True), "utf-8")
            command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--clean", "-f", str(config)]
            done = subprocess.run(command, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False)
            if done.returncode:
                return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()))
