"""What git ignores: the patterns of `.gitignore` files and of `.git/info/exclude`, as gitignore(5) defines them.

git itself is not asked: it may be missing, and a repository's configuration can make it run programs.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from pyasc_lint.deferred import dataclass

_FILE = ".gitignore"
_META = re.compile(r"\[[!^]?\]?(?:\\.|[^\\\]])*\]|\\.|\*\*|\*|\?|.", re.DOTALL)


@dataclass(frozen=True, slots=True)
class _Line:
    """One pattern; `regex` is for a path relative to the file's folder."""

    regex: re.Pattern[str]
    negated: bool
    folders_only: bool


class GitIgnore:
    """Asked for entries of folders on the way down from a repository's root; what is in an ignored folder is not asked.

    Outside a repository nothing is ignored.
    """

    def __init__(self) -> None:
        self._roots: dict[str, str | None] = {}
        self._files: dict[str, list[_Line]] = {}

    def ignores(self, path: str, *, folder: bool) -> bool:
        """Whether git ignores a file, or a folder with all that is in it."""
        full = os.path.abspath(path)
        parent = os.path.dirname(full)
        root = self._root(parent)
        if root is None:
            return False
        while True:
            verdict = self._verdict(os.path.join(parent, _FILE), full, parent, folder)
            if verdict is not None:
                return verdict
            if parent == root:
                return self._verdict(os.path.join(root, ".git", "info", "exclude"), full, root, folder) or False
            parent = os.path.dirname(parent)

    def _root(self, folder: str) -> str | None:
        """The repository around a folder."""
        if folder not in self._roots:
            above = os.path.dirname(folder)
            if os.path.exists(os.path.join(folder, ".git")):
                self._roots[folder] = folder
            else:
                self._roots[folder] = None if above == folder else self._root(above)
        return self._roots[folder]

    def _verdict(self, file: str, full: str, base: str, folder: bool) -> bool | None:
        """What the patterns of one file say: the last one that matches decides."""
        if file not in self._files:
            self._files[file] = _read(file)
        lines = self._files[file]
        if not lines:
            return None
        relative = os.path.relpath(full, base).replace(os.sep, "/")
        for line in reversed(lines):
            if (folder or not line.folders_only) and line.regex.fullmatch(relative):
                return not line.negated
        return None


def _read(file: str) -> list[_Line]:
    try:
        text = Path(file).read_bytes().decode("utf-8", "surrogateescape")
    except (OSError, ValueError):
        return []
    lines = (_line(line.removesuffix("\r")) for line in text.removeprefix("\ufeff").split("\n"))
    return [line for line in lines if line is not None]


def _line(text: str) -> _Line | None:
    """One line of a file; None for blanks, comments and what git cannot match either."""
    if text.startswith("#"):
        return None
    negated = text.startswith("!")
    pattern = re.sub(r"(?<!\\)((?:\\\\)*) +$", r"\1", text[negated:])
    folders_only = pattern.endswith("/")
    pattern = pattern.removesuffix("/")
    if not pattern:
        return None
    anchored = "/" in pattern
    body = _regex(pattern.removeprefix("/"))
    if body is None:
        return None
    try:
        return _Line(re.compile(body if anchored else f"(?:.*/)?{body}", re.DOTALL), negated, folders_only)
    except re.error:
        return None


def _regex(pattern: str) -> str | None:
    """The pattern as a regular expression; None where it ends in a lone backslash."""
    result = ""
    pieces = _META.findall(pattern)
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else "/"
        after = pieces[index + 1] if index + 1 < len(pieces) else "/"
        if piece == "**" and before == "/" and after == "/":
            if index + 1 == len(pieces):
                result += ".+" if index else ".*"
            else:
                result += "(?:.*/)?"
                pieces[index + 1] = ""  # the slash is part of it
        elif piece in ("*", "**"):
            result += "[^/]*"
        elif piece == "?":
            result += "[^/]"
        elif len(piece) > 1 and piece[0] == "[":
            result += _class(piece[1:-1])
        elif piece == "\\":
            return None
        else:
            result += re.escape(piece.removeprefix("\\") if len(piece) > 1 else piece)
    return result


def _class(inner: str) -> str:
    """A set of characters; what a regular expression alone would read in it is taken literally."""
    negated = inner[:1] in ("!", "^")
    inner = inner[negated:]
    for special in ("[", "&&", "||", "~~"):
        inner = inner.replace(special, special[:-1] + "\\" + special[-1])
    if inner.startswith("]"):
        inner = "\\" + inner
    return f"(?!/)[{'^' if negated else ''}{inner}]"
