"""What explains rules and known traps, by language.

In English these are the class docstrings and the API table; in Chinese `explanations/zh/CODE.md`, of the same shape,
and `explanations/zh/traps.json`.
"""

from __future__ import annotations

import inspect
import json
import textwrap
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

from pyasc_lint.api import Trap, table
from pyasc_lint.rules._rule import Language, Rule

_FOLDER = Path(__file__).parent / "explanations"


def explanation(rule: Rule, language: Language) -> str:
    """The rule's explanation in Markdown: one sentence, then a section for each of the four headings.

    Paragraphs are wrapped in English; in Chinese each is one line, since Markdown would show a line break as a blank.
    """
    if language == "en":
        first, _, rest = (rule.__doc__ or "").partition("\n")
        return f"{first.strip()}\n{textwrap.dedent(rest)}".strip()
    return explaining_file(rule, language).read_text(encoding="utf-8").strip()


def explaining_file(rule: Rule, language: Language) -> Path:
    """The file that holds the rule's explanation; the English one is also where the rule is defined."""
    return Path(inspect.getfile(type(rule))) if language == "en" else _FOLDER / language / f"{rule.code}.md"


def known_trap(name: str, language: Language) -> Trap:
    """The known trap of an id, its texts in the language. Raises KeyError."""
    trap = table().traps[name]
    return trap if language == "en" else replace(trap, **_trap_texts(language)[name])


@cache
def _trap_texts(language: Language) -> Mapping[str, Mapping[str, str]]:
    """Texts of every trap by their field; a snippet that is code alone is left out."""
    text = (_FOLDER / language / "traps.json").read_text(encoding="utf-8")
    return cast("Mapping[str, Mapping[str, str]]", json.loads(text))
