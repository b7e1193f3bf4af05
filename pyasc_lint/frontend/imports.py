"""The import statements of a text, found without parsing it."""

from __future__ import annotations

import re
from collections.abc import Iterator

_WORD = re.compile(r"\w+")
_REACH = 2000
"""Characters of an import statement that are looked at: its names stand in parentheses, perhaps on many lines."""


def imported_words(text: str) -> Iterator[str]:
    """The words of all import statements, and some of what stands around them."""
    at = text.find("import")
    while at >= 0:
        start = text.rfind("\n", 0, at) + 1
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        while end < len(text) and end - at < _REACH and _goes_on(text[start:end]):
            following = text.find("\n", end + 1)
            end = len(text) if following < 0 else following
        yield from _WORD.findall(text[start:end])
        at = text.find("import", end)


def _goes_on(statement: str) -> bool:
    return statement.endswith("\\") or statement.count("(") > statement.count(")")
