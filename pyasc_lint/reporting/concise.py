"""One line a finding, for editors and grep: `path:line:column: CODE severity message`."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.reporting.places import Places
from pyasc_lint.reporting.text import Printer, clean
from pyasc_lint.reports import FileReport


def write_concise(reports: Sequence[FileReport], out: Printer) -> None:
    """Writes every finding; the severity keeps its English name in every language.

    Where several chips are checked, the end of the line names those that a finding holds for.
    """
    places = Places(reports)
    for each in reports:
        for found in each.diagnostics:
            place = str(places.of(found.span))
            chips = f" [{', '.join(found.targets)}]" if len(each.targets) > 1 and found.targets else ""
            out.line((place, "bold"), f": {found.code} {found.severity.label} {clean(found.message)}{chips}")
