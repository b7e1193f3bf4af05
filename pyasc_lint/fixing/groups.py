"""Which files of a run may use each other: these are fixed together, others apart."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from pyasc_lint.checker import FileReport

_WORD = re.compile(r"\w+")


def linked(reports: Sequence[FileReport]) -> list[list[FileReport]]:
    """Groups of files: one that has the name of another's module in its text is in the same."""
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
        for word in set(_WORD.findall(report.source.text)) & modules.keys():
            for other in modules[word]:
                leader[lead(other)] = lead(number)
    groups: dict[int, list[FileReport]] = {}
    for number, report in enumerate(reports):
        groups.setdefault(lead(number), []).append(report)
    return list(groups.values())
