"""One run: files to reports, under each file's configuration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from pyasc_lint.config import Config, ConfigFinder, Settings
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.discovery import discover
from pyasc_lint.execution.engine import Engine, Resources, check_here
from pyasc_lint.failures import not_analysed
from pyasc_lint.files import in_order
from pyasc_lint.frontend.source import MAX_BYTES, Source, SourceError, Sources
from pyasc_lint.reports import EngineOptions, FileReport, Unwanted, Wanted
from pyasc_lint.suppression import RunSuppressions

if TYPE_CHECKING:
    from pyasc_lint.baseline import Baseline

NOT_ANALYSED = ("ASC001", "ASC008")
"""In a file with one of these, no suppression is called unused."""

STDIN = "-"

Progress = Callable[[int, int], None]
"""Called with the number of files done and the number of all."""


@dataclass
class RunResult:
    """What a run found. `problems` are usage errors (exit status 2), `notes` only information.

    `failing`: a finding is at or above the failing level. `reports` are in the order of the files' paths.
    """

    reports: list[FileReport] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failing: bool = False

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return [diagnostic for each in self.reports for diagnostic in each.diagnostics]

    @property
    def exit_status(self) -> int:
        """0 clean, 1 findings at or above the failing level, 2 the run itself was not in order."""
        if self.problems or any(each.internal_error for each in self.reports):
            return 2
        return 1 if self.failing else 0

    def settle(self, configs: ConfigFinder, baseline: Baseline | None = None) -> None:
        """Takes out what a baseline knows, and judges what is left. Raises ConfigError."""
        if baseline is not None:
            sources = Sources(each.source for each in self.reports)
            for each in self.reports:
                each.diagnostics = [item for item in each.diagnostics if not baseline.hides(item, sources)]
        self.failing = any(
            found.severity >= configs.for_file(each.source.path).fail_on
            for each in self.reports
            for found in each.diagnostics
        )


def run_paths(
    paths: Sequence[str],
    configs: ConfigFinder,
    progress: Progress | None = None,
    wanted: Wanted | None = None,
    resources: Resources | None = None,
) -> RunResult:
    """Checks files, folders, patterns; without `resources` in this process alone. Raises ConfigError, ProfileError."""
    found = discover(paths, configs)
    result = RunResult(problems=found.problems, notes=found.notes)
    items: list[Source | FileReport] = []
    for path in found.files:
        item = _read(path, configs)
        if isinstance(item, Source):
            item.named = path in paths
        items.append(item)
    for path, reason in found.unreadable:
        items.append(_unread(path, SourceError("unreadable", detail=reason), configs))
    if not items:
        if found.excluded:
            result.notes.append("nothing to check: the configuration excludes all files, or git ignores them")
        elif not result.problems:
            result.problems.append("nothing to check: " + "; ".join(result.notes))
            result.notes = []
    _check(items, configs, result, progress, wanted, _Surroundings(resources=resources))
    return result


def run_stdin(data: bytes, name: str, configs: ConfigFinder, wanted: Wanted | None = None) -> RunResult:
    """Checks the text of one file as if it stood under this name. Raises ConfigError or ProfileError."""
    result = RunResult()
    try:
        item: Source | FileReport = Source.from_bytes(name, data)
    except SourceError as error:
        item = _unread(name, error, configs)
    _check([item], configs, result, wanted=wanted)
    return result


def run_sources(sources: Iterable[Source], configs: ConfigFinder, progress: Progress | None = None) -> RunResult:
    """Checks texts that are at hand. Raises ConfigError or ProfileError."""
    result = RunResult()
    _check(list(sources), configs, result, progress)
    return result


def run_text(
    text: str,
    path: str,
    configs: ConfigFinder,
    context: Mapping[str, str] | None = None,
    wanted: Wanted | None = None,
    unwanted: Unwanted | None = None,
) -> FileReport:
    """Checks one text that an editor holds, as if it stood in the file `path`.

    `context` maps paths to other texts, which win over what is on disk: constants, helpers and launches are found
    there. A text without pyasc in it has nothing to report, not even a syntax error. Raises ConfigError or
    ProfileError, and Stopped once `unwanted` says that nobody waits for the result.
    """
    result = RunResult()
    item: Source | FileReport
    try:
        item = source = Source.from_text(path, text)
        source.named = False
    except SourceError as error:
        item = _unread(path, error, configs)
    others = [Source.from_text(name, other) for name, other in (context or {}).items() if len(other) <= MAX_BYTES]
    _check([item], configs, result, None, wanted, _Surroundings(others, unwanted))
    return result.reports[0]


def check_source(text: str, path: str = "<string>", settings: Settings | None = None) -> FileReport:
    """Checks one text as if it stood in the file `path`.

    `settings` win over those of the configuration file that governs the path. Raises ConfigError, ProfileError,
    UnknownSelector, or SourceError for a text of more than 4 MiB.
    """
    return run_sources([Source.from_text(path, text)], ConfigFinder(settings)).reports[0]


def check_paths(paths: Sequence[str], settings: Settings | None = None) -> RunResult:
    """Checks files, folders and glob patterns together. Raises as `check_source`."""
    return run_paths(paths, ConfigFinder(settings))


def _read(path: str, configs: ConfigFinder) -> Source | FileReport:
    try:
        return Source.read(path)
    except SourceError as error:
        return _unread(path, error, configs)


def _unread(path: str, error: SourceError, configs: ConfigFinder) -> FileReport:
    diagnostic = not_analysed(path, error.reason, configs.for_file(path).settings.language, **error.data)
    return FileReport(Source.from_text(path, ""), [diagnostic], skipped=True)


@dataclass(frozen=True)
class _Surroundings:
    """What a run is part of: files that are seen but not checked, whether somebody still waits for it, what it may use.

    A run without resources has no limits, no cache and one process.
    """

    context: Sequence[Source] = ()
    unwanted: Unwanted | None = None
    resources: Resources | None = None


_ALONE = _Surroundings()


def _check(
    items: Sequence[Source | FileReport],
    configs: ConfigFinder,
    result: RunResult,
    progress: Progress | None = None,
    wanted: Wanted | None = None,
    around: _Surroundings = _ALONE,
) -> None:
    """Fills in the reports: the engine's for sources, final already for files that could not be read."""
    sources = [item for item in items if isinstance(item, Source)]
    checked = _run_engine(sources, configs, progress, wanted, around)
    reports = [checked[item.path] if isinstance(item, Source) else item for item in items]
    reports.sort(key=lambda each: in_order(each.source.path))
    _told_once(reports, configs)
    settled = [(each, configs.for_file(each.source.path)) for each in reports]
    suppressions = RunSuppressions(Sources([*around.context, *(each.source for each in reports)]))
    incomplete = [any(found.code in NOT_ANALYSED for found in each.diagnostics) for each in reports]

    def kept(each: FileReport, config: Config, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Those to report. That the tool failed is never hidden: silence would be read as a clean file."""
        return [
            diagnostic
            for diagnostic in diagnostics
            if (each.internal_error and diagnostic.code == "ASC008")
            or (config.reports(diagnostic, each.source.path) and not suppressions.hides(diagnostic))
        ]

    for each, config in settled:
        invalid = suppressions.of(each.source.path).invalid(config.settings.language)
        each.diagnostics = kept(each, config, [*each.diagnostics, *invalid])
    for (each, config), unknown in zip(settled, incomplete, strict=True):  # only now is every use of a comment known
        if not unknown:
            unused = suppressions.of(each.source.path).unused(config.selection, config.settings.language)
            each.diagnostics += kept(each, config, unused)
        each.diagnostics = sorted(set(map(config.with_severity, each.diagnostics)), key=lambda item: item.sort_key)
    result.reports += reports
    result.settle(configs)


def _run_engine(
    sources: Sequence[Source],
    configs: ConfigFinder,
    progress: Progress | None,
    wanted: Wanted | None,
    around: _Surroundings,
) -> dict[str, FileReport]:
    """Reports by path. Files whose configuration means the same to the engine are seen by it together."""
    groups: dict[EngineOptions, list[Source]] = {}
    for source in sources:
        groups.setdefault(_engine_options(configs.for_file(source.path), wanted, around), []).append(source)
    engine = None if around.resources is None else Engine(around.resources)
    reports: dict[str, FileReport] = {}
    for options, group in groups.items():
        checked = engine.check(options, group) if engine else check_here(options, group, around.context)
        for each in checked:
            reports[each.source.path] = each
            if progress is not None:
                progress(len(reports), len(sources))
    return reports


def _told_once(reports: Iterable[FileReport], configs: ConfigFinder) -> None:
    """ASC008 for each rule that raised, in the first file where it did, with the number of the others."""
    failed: dict[str, list[FileReport]] = {}
    for each in reports:
        for code in each.failed_rules:
            failed.setdefault(code, []).append(each)
    for code, (first, *others) in failed.items():
        path, error = first.source.path, first.failed_rules[code]
        language = configs.for_file(path).settings.language
        reason = "rule-failed-in-more" if others else "rule-failed"
        first.diagnostics.append(not_analysed(path, reason, language, rule=code, error=error, others=len(others)))


def _engine_options(config: Config, wanted: Wanted | None, around: _Surroundings) -> EngineOptions:
    settings = config.settings
    limited = around.resources is not None
    return EngineOptions(
        targets=settings.target,
        explicit_target=config.explicit_target,
        reserved_ub=settings.reserved_ub == "on",
        pyasc_version=None if settings.pyasc_version == "none" else settings.pyasc_version,
        language=settings.language,
        profile_paths=config.profile_paths,
        wanted=wanted,
        unwanted=around.unwanted,
        time_limit=settings.time_limit if limited else 0,
        memory_limit=settings.memory_limit if limited else 0,
    )
