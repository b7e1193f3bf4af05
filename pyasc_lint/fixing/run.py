"""Fixes for a run: its findings, or those of texts that are at hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pyasc_lint.config import ConfigFinder
from pyasc_lint.fixing.engine import Check, Outcome, fix
from pyasc_lint.frontend.source import Source
from pyasc_lint.reports import FileReport
from pyasc_lint.runner import RunResult, run_sources, run_text


def fix_result(result: RunResult, configs: ConfigFinder, *, unsafe: bool = False) -> tuple[RunResult, Outcome]:
    """What the run would have found after fixing, and how it came about. Nothing is written.

    Files that could not be read or analysed stay as they are. What is left has no more fixes than can be applied.
    """
    apart = [report for report in result.reports if _is_closed(report)]
    outcome = fix([report for report in result.reports if not _is_closed(report)], _checker(configs), unsafe=unsafe)
    order = {report.source.path: number for number, report in enumerate(result.reports)}
    reports = sorted((*apart, *outcome.reports), key=lambda report: order[report.source.path])
    refused = set(outcome.refused)
    for report in outcome.reports:
        report.diagnostics = [replace(found, fix=None) if found in refused else found for found in report.diagnostics]
    fixed = replace(result, reports=reports)
    fixed.settle(configs)
    return fixed, outcome


def fix_sources(sources: Sequence[Source], configs: ConfigFinder, *, unsafe: bool = False) -> Outcome:
    """Checks texts together and fixes what is found. Raises ConfigError or ProfileError."""
    return fix_result(run_sources(sources, configs), configs, unsafe=unsafe)[1]


def fix_text(
    text: str, path: str, configs: ConfigFinder, context: Mapping[str, str] | None = None, *, unsafe: bool = False
) -> Outcome:
    """Fixes one text that an editor holds; `context` as for `run_text`. Raises ConfigError or ProfileError."""

    def check(sources: Sequence[Source]) -> Sequence[FileReport]:
        return [run_text(source.original, source.path, configs, context) for source in sources]

    report = run_text(text, path, configs, context)
    return Outcome([report]) if _is_closed(report) else fix([report], check, unsafe=unsafe)


def _checker(configs: ConfigFinder) -> Check:
    def check(sources: Sequence[Source]) -> Sequence[FileReport]:
        return run_sources(sources, configs).reports

    return check


def _is_closed(report: FileReport) -> bool:
    """Whether the file stays as it is: it was not analysed, or is a notebook."""
    return bool(report.source.cells) or any(found.code == "ASC008" for found in report.diagnostics)
