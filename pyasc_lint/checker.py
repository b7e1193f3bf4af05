"""The engine: sources in, reports out.

Analysis, rules and profiles are loaded with the first file that has a kernel: a tree without kernels never needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pyasc_lint.diagnostics import Span
from pyasc_lint.failures import internal_failure, not_analysed
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep, parse_python
from pyasc_lint.frontend.source import Source
from pyasc_lint.limits import TimeIsUp, deep_recursion, time_limit
from pyasc_lint.reports import EngineOptions, FileReport
from pyasc_lint.rules._report import report as diagnostic_for
from pyasc_lint.rules._rule import Finding

if TYPE_CHECKING:
    from pyasc_lint.frontend.frontend import Frontend
    from pyasc_lint.ir.nodes import Module
    from pyasc_lint.module_checker import ModuleChecker

_AT_ONCE = 20
"""Files that are parsed in no more time than the analysis of one may take."""


class Checker:
    """Checks files for one set of options. Raises UnknownProfileError or ProfileError for what it cannot use."""

    def __init__(self, options: EngineOptions) -> None:
        self.options = options
        self._modules: ModuleChecker | None = None
        self._frontend: Frontend | None = None
        self._apart = False
        self.trouble: Exception | None = None
        """What went wrong while the files were read together; the first report tells of it."""
        if options.explicit_target or options.profile_paths:  # to be told before anything is checked
            self._module_checker()

    def check(self, sources: Sequence[Source], context: Sequence[Source] = ()) -> Iterator[FileReport]:
        """One report per source, in order. The sources are seen together: a launch may be in another file.

        `context` are files that are seen as well, but not checked. Raises Stopped where the options say so.
        """
        self.prepare(sources, context)
        for source in sources:
            yield self.check_one(source)

    def prepare(self, sources: Sequence[Source], context: Sequence[Source] = ()) -> None:
        """Reads the files of a run together; where that fails or takes too long, `check_one` reads each apart."""
        self._frontend, self._apart, self.trouble = None, False, None
        if not any(source.mentions_asc for source in sources):
            return
        self._module_checker().see([*sources, *context])
        try:
            with time_limit(self.options.time_limit * (1 + len(sources) // _AT_ONCE)), deep_recursion():
                self._frontend = _frontend([*sources, *context])
        except TimeIsUp:
            self._apart = True
        except Exception as error:  # a defect of ours must not cost the user all files
            self._apart, self.trouble = True, error

    def check_one(self, source: Source) -> FileReport:
        """The report of one of the files that `prepare` was given."""
        report = FileReport(source, targets=self.options.targets)
        if self._frontend is None and not self._apart and not source.named:
            report.skipped = True
            return report
        try:
            with time_limit(self.options.time_limit), deep_recursion():
                frontend = _frontend([source]) if self._apart and source.mentions_asc else self._frontend
                self._check_file(frontend, report)
        except TimeIsUp:
            self._give_up(report, "time-limit", seconds=self.options.time_limit)
        except MemoryError:
            self._give_up(report, "memory-limit", limit=self.options.memory_limit)
        except Exception as error:  # the same again, in the file that it comes from
            internal_failure(report, error, self.options.language)
        if self.trouble is not None:
            internal_failure(report, self.trouble, self.options.language)
            self.trouble = None
        return report

    def _give_up(self, report: FileReport, reason: str, **data: object) -> None:
        """What was found so far would look like all there is."""
        report.kernels = []
        report.diagnostics = [not_analysed(report.source.path, reason, self.options.language, **data)]

    def _module_checker(self) -> ModuleChecker:
        if self._modules is None:
            from pyasc_lint.module_checker import ModuleChecker

            self._modules = ModuleChecker(self.options)
        return self._modules

    def _check_file(self, frontend: Frontend | None, report: FileReport) -> None:
        module = self._parsed(frontend, report)
        if module is not None and frontend is not None:
            self._module_checker().check(frontend, module, report)

    def _parsed(self, frontend: Frontend | None, report: FileReport) -> Module | None:
        """The file's IR; None where the report is final without it."""
        source = report.source
        module = None
        try:
            if frontend is not None:
                module = frontend.lower(source)
            if module is None and source.named:
                parse_python(source)
        except SyntaxIssue as issue:
            self._report(report, "ASC001", Finding(issue.span, {"detail": issue.message}))
        except TooDeep:
            self._report(report, "ASC008", Finding(Span(source.path, 1, 1, 1, 1), {}, "too-deep"))
        except MemoryError:
            raise
        except Exception as error:  # a defect of ours must not stop the run
            internal_failure(report, error, self.options.language)
        else:
            report.skipped = module is None
        return module

    def _report(self, report: FileReport, code: str, finding: Finding) -> None:
        report.diagnostics.append(diagnostic_for(code, finding, self.options.language))


def _frontend(sources: list[Source]) -> Frontend:
    from pyasc_lint.frontend.frontend import Frontend  # loads astroid

    return Frontend(sources)
