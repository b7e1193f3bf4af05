"""TOML files that users write: reading them, and saying what is wrong in one with its line and a remedy."""

from __future__ import annotations

import difflib
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from pyasc_lint.deferred import dataclass

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_TABLE = re.compile(r"\s*\[{1,2}([^\[\]]+)\]")
_KEY = re.compile(r"""\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_PART = re.compile(r"""[\w-]+|"[^"]*"|'[^']*'""")


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong in a file. `line` is 1-based; None where no line is to blame."""

    path: Path | None
    message: str
    line: int | None = None
    remedy: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        return f"{place}{self.message}" + (f"; {self.remedy}" if self.remedy else "")


class ProblemError(Exception):
    """A file cannot be used. The text has one line a problem, ready to be shown to the user."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class TomlFile:
    """One file: its text, and the data read from it."""

    path: Path
    text: str
    data: dict[str, Any]

    def line_of(self, keys: Sequence[str]) -> int | None:
        """The 1-based line that sets the dotted key or first opens it; or else what is around it; None if neither."""
        found, depth = None, 0
        table: tuple[str, ...] = ()
        for number, line in enumerate(self.text.split("\n"), start=1):
            if header := _TABLE.match(line):
                path = table = _parts(header[1])
            elif key := _KEY.match(line):
                path = (*table, *_parts(key[1]))
            else:
                continue
            shared = min(len(path), len(keys))
            if shared > depth and path[:shared] == tuple(keys[:shared]):
                found, depth = number, shared
        return found

    def problem(self, keys: Sequence[str], message: str, remedy: str = "") -> Problem:
        """What is wrong at a key, with the line that sets it."""
        return Problem(self.path, message, self.line_of(keys), remedy)


def read_toml(path: Path) -> TomlFile:
    """Reads one file. Raises ProblemError where it is unreadable, not UTF-8 or not TOML."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        return TomlFile(path, text, tomllib.loads(text))
    except OSError as error:
        raise ProblemError(Problem(path, f"cannot be read: {(error.strerror or str(error)).lower()}")) from None
    except UnicodeDecodeError:
        raise ProblemError(Problem(path, "is not UTF-8 text", remedy="save it as UTF-8")) from None
    except tomllib.TOMLDecodeError as error:
        raise ProblemError(_syntax_problem(path, text, str(error))) from None
    except RecursionError:
        raise ProblemError(Problem(path, "nests too deeply")) from None


def did_you_mean(word: str, candidates: Iterable[str]) -> str:
    """A question that names the candidate nearest to `word`; empty where none is near."""
    near = difflib.get_close_matches(word, list(candidates), n=1)
    return f"did you mean {near[0]}?" if near else ""


def _syntax_problem(path: Path, text: str, error: str) -> Problem:
    """The parser's message, with its line taken out of the words."""
    message, _, place = error.partition(" (at ")
    line = re.match(r"line (\d+)", place)
    number = int(line[1]) if line else text.rstrip("\n").count("\n") + 1
    return Problem(path, f"is not TOML: {message[:1].lower()}{message[1:]}", number, "correct the syntax of this line")


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip("\"'") for part in _PART.findall(dotted))
