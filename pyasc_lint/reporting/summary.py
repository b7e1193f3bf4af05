"""Counts of a run, the line that sums it up, and the statistics table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pyasc_lint.diagnostics import Severity
from pyasc_lint.reporting.phrases import SEVERITY, counted, phrase
from pyasc_lint.reporting.text import Printer, clean
from pyasc_lint.reports import FileReport
from pyasc_lint.rules._rule import Language

_WORST_FIRST = sorted(Severity, reverse=True)


class Counts:
    """The numbers of a run."""

    def __init__(self, reports: Sequence[FileReport]) -> None:
        found = [diagnostic for each in reports for diagnostic in each.diagnostics]
        kernels = [kernel for each in reports for kernel in each.kernels]
        self.files = len(reports)
        self.skipped = sum(each.skipped for each in reports)
        self.severity = Counter(diagnostic.severity for diagnostic in found)
        self.codes = Counter((diagnostic.code, diagnostic.name, diagnostic.severity) for diagnostic in found)
        self.fixable = Counter(diagnostic.fix.applicability for diagnostic in found if diagnostic.fix is not None)
        self.kernels = len(kernels)
        self.static = sum(kernel.static for kernel in kernels)
        self.complete = sum(kernel.complete for kernel in kernels)
        self.proved = sum(kernel.hazards_proved is True for kernel in kernels)

    def json(self) -> dict[str, Any]:
        return {
            "files": self.files,
            "files_skipped": self.skipped,
            "errors": self.severity[Severity.ERROR],
            "warnings": self.severity[Severity.WARNING],
            "infos": self.severity[Severity.INFO],
            "kernels": self.kernels,
            "kernels_static": self.static,
            "kernels_complete": self.complete,
            "hazards_proved": self.proved,
            "fixable": self.fixable["safe"],
            "fixable_unsafe": self.fixable["unsafe"],
        }


def target_groups(reports: Sequence[FileReport]) -> dict[tuple[tuple[str, ...], str], list[str]]:
    """Files by the chips they were checked for and by who chose these."""
    groups: dict[tuple[tuple[str, ...], str], list[str]] = {}
    for each in reports:
        if each.targets and not each.skipped:
            groups.setdefault((each.targets, each.target_origin), []).append(each.source.path)
    return groups


def summary_line(reports: Sequence[FileReport], language: Language) -> str:
    """What was found, in how much, for which chips."""
    counts = Counts(reports)
    files = counted("file", counts.files, language)
    kernels = counted("kernel", counts.kernels, language)
    levels = [level for level in _WORST_FIRST if counts.severity[level]]
    numbers = [counted(level.label, counts.severity[level], language) for level in levels]
    if numbers:
        *most, last = numbers
        joined = phrase("and", language).join(filter(None, (phrase("comma", language).join(most), last)))
        text = phrase("found", language, counts=joined, files=files, kernels=kernels)
    else:
        text = phrase("none-found", language, files=files, kernels=kernels)
    targets = [_group(*key, paths, language) for key, paths in target_groups(reports).items()]
    return text + (phrase("target", language, targets="; ".join(targets)) if targets else "")


def fixable_line(reports: Sequence[FileReport], language: Language) -> str:
    """How many of the findings have a fix, and which option applies it; empty where none has."""
    fixable = Counts(reports).fixable
    if fixable["safe"] and fixable["unsafe"]:
        return phrase("fixable-both", language, safe=f"{fixable['safe']:,}", unsafe=f"{fixable['unsafe']:,}")
    if fixable["safe"]:
        return phrase("fixable", language, safe=f"{fixable['safe']:,}")
    return phrase("fixable-unsafe", language, unsafe=f"{fixable['unsafe']:,}") if fixable["unsafe"] else ""


def _group(targets: tuple[str, ...], origin: str, paths: list[str], language: Language) -> str:
    names = ", ".join(targets)
    if origin == "options":
        return names
    where = clean(paths[0]) if len(paths) == 1 else counted("file", len(paths), language)
    return phrase(f"target-{origin}", language, targets=names, where=where)


def write_statistics(reports: Sequence[FileReport], out: Printer, language: Language) -> None:
    """Findings by code and severity, and what the analysis covered."""
    counts = Counts(reports)
    out.line((phrase("statistics", language), "bold"))
    if counts.codes:
        headers = [phrase(key, language) for key in ("code", "name", "severity", "count")]
        rows = [
            (code, name, SEVERITY[level].fill(language, {}), f"{number:,}")
            for (code, name, level), number in sorted(counts.codes.items())
        ]
        out.table(headers, rows, numbers=(3,))
    for key, number in (
        ("files", counts.files),
        ("files-skipped", counts.skipped),
        ("kernels", counts.kernels),
        ("kernels-static", counts.static),
        ("kernels-complete", counts.complete),
        ("hazards-proved", counts.proved),
    ):
        out.line(f"  {phrase(key, language)}: {number:,}")
