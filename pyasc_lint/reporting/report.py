"""Writes the reports that a run asks for, to the standard output or to files."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Severity
from pyasc_lint.files import write_atomic
from pyasc_lint.outputs import Output
from pyasc_lint.rules._rule import Language
from pyasc_lint.runner import RunResult


@dataclass(frozen=True, slots=True)
class Shown:
    """What reports show beside the findings, and how."""

    language: Language
    fail_on: Severity
    memory_map: str | None = None
    statistics: bool = False


def write_outputs(result: RunResult, outputs: Sequence[Output], shown: Shown, stream: TextIO) -> None:
    """Writes every report; where all go to files, `stream` gets the line that sums the run up. Raises OSError.

    A file is written in one step, when its report is complete.
    """
    for output in outputs:
        if output.file is None:
            write_report(result, output.format, shown, stream)
        else:
            text = io.StringIO()
            write_report(result, output.format, shown, text)
            path = Path(output.file)
            path.parent.mkdir(parents=True, exist_ok=True)
            write_atomic(path, text.getvalue().encode("utf-8", "backslashreplace"))
    if result.reports and all(output.file is not None for output in outputs):
        from pyasc_lint.reporting.summary import summary_line

        stream.write(summary_line(result.reports, shown.language) + "\n")


def write_report(result: RunResult, name: str, shown: Shown, stream: TextIO) -> None:
    """Writes one report in the format of this name."""
    reports = result.reports
    if name == "json" or shown.memory_map == "json":
        from pyasc_lint.reporting.json_report import write_json

        write_json(reports, stream, memory_maps=shown.memory_map is not None)
    elif name == "sarif":
        from pyasc_lint.reporting.sarif import write_sarif

        write_sarif(reports, stream, shown.language, successful=result.exit_status != 2)
    elif name == "junit":
        from pyasc_lint.reporting.junit import write_junit

        write_junit(reports, stream, shown.fail_on)
    elif name in ("github", "gitlab"):
        from pyasc_lint.reporting.hosts import write_github, write_gitlab

        (write_github if name == "github" else write_gitlab)(reports, stream)
    elif reports:
        _write_text(result, name, shown, stream)


def _write_text(result: RunResult, name: str, shown: Shown, stream: TextIO) -> None:
    """Findings, memory maps, statistics and the summary, as far as they were asked for."""
    from pyasc_lint.reporting.concise import write_concise
    from pyasc_lint.reporting.full import write_full
    from pyasc_lint.reporting.memory_map import write_memory_maps
    from pyasc_lint.reporting.summary import fixable_line, summary_line, write_statistics
    from pyasc_lint.reporting.text import printer

    out, reports = printer(stream), result.reports
    if name == "concise":
        write_concise(reports, out)
    else:
        write_full(reports, out, shown.language)
    if shown.memory_map == "text":
        write_memory_maps(reports, out, shown.language)
    if shown.statistics:
        write_statistics(reports, out, shown.language)
    out.line(summary_line(reports, shown.language))
    if fixable := fixable_line(reports, shown.language):
        out.line(fixable)
