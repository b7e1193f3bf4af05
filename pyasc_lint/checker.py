"""The engine: sources in, diagnostics and kernel facts out."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pyasc_lint.analysis.analyse import analyse, cores_of
from pyasc_lint.analysis.kernel_rows import AllocatorRow, CallRow, allocator_rows, call_rows
from pyasc_lint.analysis.memory_map import BufferRow, MemoryMap, memory_maps
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.collector import Collector
from pyasc_lint.diagnostics import Diagnostic, Span
from pyasc_lint.editing.editor import Editor
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep, parse_python
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import Kernel, Launch, Module
from pyasc_lint.profiles import Profile, UnknownProfileError, load_profile
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._report import report as diagnostic_for
from pyasc_lint.rules._rule import Finding, Language, Rule

if TYPE_CHECKING:
    from pyasc_lint.frontend.frontend import Frontend

__all__ = [
    "AllocatorRow", "BufferRow", "CallRow", "Checker", "EngineOptions", "FileReport", "KernelReport", "MemoryMap",
    "Stopped", "deep_recursion",
]  # fmt: skip

_RECURSION_LIMIT = 10_000

Wanted = Callable[[Kernel], Sequence[Launch]]
"""Asks for other forms of a static kernel than those that the run shows: the ones for these arguments."""


Unwanted = Callable[[], bool]
"""Asked every now and then: whether nobody waits for the result any more."""


class Stopped(BaseException):
    """The run was given up half-way. No Exception: what guards against defects of a rule must let it pass."""


@dataclass(frozen=True)
class EngineOptions:
    """What the engine needs to know about a run.

    `explicit_target`: `targets` were asked for by name, so nothing in a file overrides them. `pyasc_version` None mutes
    ASC701. `wanted` asks for forms of kernels instead of those that the files launch. `unwanted` gives a run up.
    """

    targets: tuple[str, ...]
    explicit_target: bool
    reserved_ub: bool = True
    pyasc_version: str | None = "1.1.1"
    language: Language = "en"
    profile_paths: tuple[Path, ...] = ()
    wanted: Wanted | None = None
    unwanted: Unwanted | None = None


@dataclass
class KernelReport:
    """What is known about one kernel. `complete`: nothing in it was left unmodelled.

    `span` covers its name, `extent` its whole definition. `memory`, `allocators` and `calls` are of the general
    form, or of the first one that was wanted.
    `hazards_proved`: True where every hazard was proved ordered, False where not, None where it was not asked.
    `wanted` are the forms that `EngineOptions.wanted` asked for, and what each has in memory.
    """

    name: str
    span: Span
    static: bool
    complete: bool
    hazards_proved: bool | None
    memory: list[MemoryMap] = field(default_factory=list)
    wanted: list[tuple[Kernel, list[MemoryMap]]] = field(default_factory=list)
    extent: Span | None = None
    allocators: list[AllocatorRow] = field(default_factory=list)
    calls: list[CallRow] = field(default_factory=list)


@dataclass
class FileReport:
    """The result for one file. `internal_error`: an ASC008 in `diagnostics` is the tool's own fault.

    `target_origin` says who chose `targets`: the options (or the default), a `# pyasc-lint: target=` comment, or a
    `config.Platform` literal in the file.
    """

    source: Source
    diagnostics: list[Diagnostic] = field(default_factory=list)
    kernels: list[KernelReport] = field(default_factory=list)
    targets: tuple[str, ...] = ()
    skipped: bool = False
    internal_error: bool = False
    target_origin: Literal["options", "comment", "platform"] = "options"


class Checker:
    """Checks files for one set of options. Raises UnknownProfileError or ProfileError for a target it cannot use."""

    def __init__(self, options: EngineOptions) -> None:
        self.options = options
        self._profiles: dict[str, Profile] = {}
        self._failed: set[str] = set()
        for name in options.targets:
            self._profile(name)

    def check(self, sources: Sequence[Source], context: Sequence[Source] = ()) -> Iterator[FileReport]:
        """One report per source, in order. The sources are seen together: a launch may be in another file.

        `context` are files that are seen as well, but not checked. Raises Stopped where the options say so.
        """
        frontend, editor = None, Editor([*sources, *context])
        if any(source.mentions_asc for source in sources):
            from pyasc_lint.frontend.frontend import Frontend  # loads astroid, which a tree without kernels never needs

            with deep_recursion():
                frontend = Frontend([*sources, *context])
        for source in sources:
            report = FileReport(source, targets=self.options.targets)
            with deep_recursion():
                self._check_file(frontend, editor, report)
            yield report

    def _profile(self, name: str) -> Profile:
        if name not in self._profiles:
            self._profiles[name] = load_profile(name, self.options.profile_paths)
        return self._profiles[name]

    def _check_file(self, frontend: Frontend | None, editor: Editor, report: FileReport) -> None:
        source = report.source
        module = None
        try:
            if frontend is not None:
                module = frontend.lower(source)
            if module is None and source.named:
                parse_python(source)
        except SyntaxIssue as issue:
            self._report(report, "ASC001", Finding(issue.span, {"detail": issue.message}))
            return
        except TooDeep:
            self._report(report, "ASC008", Finding(Span(source.path, 1, 1, 1, 1), {}, "too-deep"))
            return
        except Exception as error:  # a defect of ours must not stop the run
            self._internal(report, error)
            return
        if module is None or frontend is None:
            report.skipped = True
            return
        profiles = self._targets(frontend, module, report)
        collector = Collector(self.options.language, editor, self.options.pyasc_version)
        for rule in all_rules():
            self._guarded(report, rule, lambda rule=rule: collector.module(rule, rule.check_module(module)))  # type: ignore[misc]
        for kernels in module.kernels:
            self._check_kernel(kernels, self._wanted(frontend, kernels[0], report), profiles, collector, report)
        report.diagnostics.extend(collector.diagnostics())

    def _targets(self, frontend: Frontend, module: Module, report: FileReport) -> list[Profile]:
        """The chips of a file: asked for by name, or by a comment, or by a `config.Platform` literal, or the "
        "default."""
        if not self.options.explicit_target:
            commented = [name for target in frontend.directives(report.source).targets[:1] for name in target.names]
            literal = [module.target] if module.target else []
            origins: tuple[tuple[Literal["comment", "platform"], list[str]], ...] = (
                ("comment", commented),
                ("platform", literal),
            )
            for origin, names in origins:
                try:
                    profiles = self._chips(names)
                except UnknownProfileError as error:
                    if origin == "comment":  # a literal may be of a newer pyasc
                        span = frontend.directives(report.source).targets[0].span
                        hint = f"; did you mean {error.suggestions[0]}?" if error.suggestions else ""
                        self._report(
                            report, "ASC007", Finding(span, {"name": error.name, "hint": hint}, "unknown-target")
                        )
                    continue
                if profiles:
                    report.targets, report.target_origin = tuple(profile.name for profile in profiles), origin
                    return profiles
        profiles = self._chips(self.options.targets)
        report.targets = tuple(profile.name for profile in profiles)
        return profiles

    def _chips(self, names: Iterable[str]) -> list[Profile]:
        """Each chip once, whichever of its names it is given by."""
        return list({profile.name: profile for profile in map(self._profile, names)}.values())

    def _wanted(self, frontend: Frontend, general: Kernel, report: FileReport) -> list[Kernel]:
        """The forms of a kernel that were asked for."""
        if self.options.wanted is None or not general.is_static:
            return []
        try:
            return [frontend.specialise(general, launch) for launch in self.options.wanted(general)]
        except Exception as error:
            self._internal(report, error)
            return []

    def _check_kernel(
        self,
        kernels: list[Kernel],
        wanted: list[Kernel],
        profiles: list[Profile],
        collector: Collector,
        report: FileReport,
    ) -> None:
        general = kernels[0]
        summary = KernelReport(general.name, general.span, general.is_static, True, None, extent=general.extent)
        summary.wanted = [(kernel, []) for kernel in wanted]
        memory = dict(summary.wanted)
        report.kernels.append(summary)
        forms = wanted or kernels
        for profile in profiles:
            for kernel in forms:
                for core in cores_of(kernel.options, profile):
                    try:
                        facts = analyse(kernel, profile, core, self.options.reserved_ub)
                    except Exception as error:
                        self._internal(report, error)
                        summary.complete = False
                        return
                    maps = memory_maps(facts) if kernel is forms[0] or kernel in memory else []
                    memory.get(kernel, []).extend(maps)
                    if kernel is forms[0]:
                        if general.is_static:
                            summary.hazards_proved = summary.hazards_proved is not False and trace(facts).proved
                        summary.complete = summary.complete and not facts.gaps
                        summary.memory.extend(maps)
                        summary.allocators.extend(allocator_rows(facts))
                        summary.calls.extend(call_rows(facts))
                    for rule in all_rules():
                        self._guarded(
                            report,
                            rule,
                            lambda rule=rule, facts=facts: collector.kernel(rule, facts),  # type: ignore[misc]
                        )

    # -------------------------------------------------------------------------------------------------- own failures

    def _guarded(self, report: FileReport, rule: Rule, work: Callable[[], None]) -> None:
        """Run one rule; a rule that raises is told once, and the others go on."""
        if self.options.unwanted is not None and self.options.unwanted():
            raise Stopped
        try:
            work()
        except Exception as error:
            report.internal_error = True
            if rule.code not in self._failed:
                self._failed.add(rule.code)
                data = {"rule": rule.code, "error": _error_text(error)}
                self._report(report, "ASC008", Finding(Span(report.source.path, 1, 1, 1, 1), data, "rule-failed"))

    def _internal(self, report: FileReport, error: Exception) -> None:
        report.internal_error = True
        data = {"error": _error_text(error)}
        self._report(report, "ASC008", Finding(Span(report.source.path, 1, 1, 1, 1), data, "internal"))

    def _report(self, report: FileReport, code: str, finding: Finding) -> None:
        report.diagnostics.append(diagnostic_for(code, finding, self.options.language))


def _error_text(error: Exception) -> str:
    """What went wrong and where in the tool, in one line."""
    frames = traceback.extract_tb(error.__traceback__)
    where = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {error}{where}"


@contextmanager
def deep_recursion() -> Iterator[None]:
    """Long expressions nest as deep as they are long; Python's default limit is too low for generated kernels."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
