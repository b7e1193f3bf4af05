"""Which files of a run may use each other: these are fixed together, others apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pyasc_lint.reports import FileReport

_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b[^\n(]*(?:\([^)]*\))?", re.MULTILINE)
_WORD = re.compile(r"\w+")


def _imported(text: str) -> set[str]:
    return {word for statement in _IMPORT.findall(text) for word in _WORD.findall(statement)}


def linked(reports: Sequence[FileReport]) -> list[list[FileReport]]:
    """Groups of files: one that imports something called like the module of another is in the same."""
    modules: dict[str, list[int]] = {}
    for number, report in enumerate(reports):
        path = Path(report.source.path)
        modules.setdefault(path.parent.name if path.stem == "__init__" else path.stem, []).append(number)
    leader = list(range(len(reports)))

    def lead(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    for number, report in enumerate(reports):
        for word in _imported(report.source.text) & modules.keys():
            for other in modules[word]:
                leader[lead(other)] = lead(number)
    groups: dict[int, list[FileReport]] = {}
    for number, report in enumerate(reports):
        groups.setdefault(lead(number), []).append(report)
    return list(groups.values())
