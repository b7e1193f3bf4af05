"""Unified diffs of changed sources, as `patch` reads them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from pyasc_lint.frontend.source import Source

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")


def unified_diff(before: Source, after: Source) -> str:
    """The change of one file; both names are its path. Line ends are those of the file."""
    return "".join(_lines(before, after))


def _lines(before: Source, after: Source) -> Iterator[str]:
    old, new = _LINE.findall(before.original), _LINE.findall(after.original)
    for line in difflib.unified_diff(old, new, before.path, after.path):
        yield line
        if not line.endswith(("\n", "\r")):
            yield "\n\\ No newline at end of file\n"
