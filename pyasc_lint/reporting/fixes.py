"""What `--fix` and `--diff` say."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TextIO

from pyasc_lint.fixing.diff import unified_diff
from pyasc_lint.fixing.engine import Outcome
from pyasc_lint.reporting.phrases import counted, phrase
from pyasc_lint.reporting.text import clean
from pyasc_lint.rules._rule import Language


def write_differences(outcome: Outcome, stream: TextIO) -> None:
    """Writes a unified diff for each file that changed."""
    for before, after in outcome.changed:
        stream.write(unified_diff(before, after))


def fixed_line(outcome: Outcome, language: Language, *, done: bool, unsafe_too: bool) -> str:
    """How many findings are gone, or would be (not `done`), and what unsafe fixes could do where they were not asked
    for (not `unsafe_too`)."""
    left = [found.fix for report in outcome.reports for found in report.diagnostics if found.fix is not None]
    unsafe = sum(fix.applicability == "unsafe" for fix in left)
    more = phrase("more-unsafe", language, unsafe=unsafe) if unsafe and not unsafe_too else ""
    if not outcome.changed:
        return phrase("none-fixed" if done else "none-would-fix", language) + more
    findings = counted("finding", outcome.removed, language)
    files = counted("file", len(outcome.changed), language)
    return phrase("fixed" if done else "would-fix", language, findings=findings, files=files) + more


def refused_lines(outcome: Outcome, language: Language) -> Iterator[str]:
    """A line for each finding whose fix was not kept."""
    for found in outcome.refused:
        place = f"{clean(found.span.path)}:{found.span.line}:{found.span.column}"
        title = found.fix.title if found.fix is not None else ""
        yield phrase("refused", language, place=place, code=found.code, title=clean(title))
