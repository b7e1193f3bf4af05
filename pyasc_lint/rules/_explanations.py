"""The explanation of a rule: in English its class docstring, in Chinese `explanations/zh/CODE.md` of the same shape."""

from __future__ import annotations

import inspect
import textwrap
from pathlib import Path

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
