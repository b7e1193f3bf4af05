"""One check of one document, on the analysis thread."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from pyasc_lint import (
    BaselineError,
    Config,
    ConfigError,
    ConfigFinder,
    FileReport,
    Problem,
    ProfileError,
    RunResult,
    Source,
    Stopped,
    UnknownSelector,
    run_text,
)
from pyasc_lint.deferred import dataclass

from .configuration import Configurations, Wanted, problems_of
from .document import Document

_NOT_ANALYSED = frozenset({"ASC001", "ASC008"})


@dataclass(frozen=True)
class Job:
    """What to check: a document, with the texts of other open ones by path, under the editor's settings."""

    document: Document
    context: Mapping[str, str]
    wanted: Wanted


@dataclass(frozen=True)
class Result:
    """What came of a job; `problems` say what is wrong with the configuration, with or without a report."""

    job: Job
    report: FileReport | None = None
    config: Config | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def document(self) -> Document:
        return self.job.document

    @property
    def understood(self) -> bool:
        """Whether the document parsed, so that its kernels are known."""
        return self.report is not None and not any(each.code in _NOT_ANALYSED for each in self.report.diagnostics)


def analyse(job: Job, configurations: Configurations, unwanted: Callable[[], bool]) -> Result | None:
    """Checks a document; None where `unwanted` said so before it was done."""
    document = job.document
    usable = configurations.usable(job.wanted, document.path)
    finder, problems = usable.finder, usable.problems
    try:
        config = finder.for_file(document.path)
        if config.settings.force_exclude and config.excludes(document.path):
            return Result(job, FileReport(Source.from_text(document.path, ""), skipped=True), config, problems)
        report = run_text(document.text, document.path, finder, job.context, unwanted=unwanted)
    except (ConfigError, ProfileError, UnknownSelector) as error:
        return Result(job, problems=(*problems, *problems_of(error)))
    except Stopped:
        return None
    try:
        if config.baseline is not None:
            RunResult([report]).settle(finder, configurations.baseline(config.baseline))
    except BaselineError as error:
        return Result(job, report, config, (*problems, *error.problems))
    return Result(job, report, config, problems)


def finder_of(job: Job, configurations: Configurations) -> ConfigFinder:
    """The finder that holds for a document."""
    return configurations.usable(job.wanted, job.document.path).finder


def related(document: Document, others: Iterable[Document]) -> list[Document]:
    """The other documents that may use this one or be used by it, also through further ones: one has the name of the
    other's module in it."""
    found, todo, left = [], [document], [other for other in others if other.uri != document.uri]
    while todo:
        one = todo.pop()
        near = [other for other in left if other.module in one.words or one.module in other.words]
        left = [other for other in left if other not in near]
        found += near
        todo += near
    return found
