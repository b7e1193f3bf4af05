"""Checks the kernels of one file: every rule on every kernel, core and chip."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Literal

from pyasc_lint.analysis.analyse import analyse, cores_of
from pyasc_lint.analysis.kernel_rows import allocator_rows, call_rows
from pyasc_lint.analysis.memory_map import memory_maps
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.collector import Collector
from pyasc_lint.diagnostics import Severity
from pyasc_lint.editing.editor import Editor
from pyasc_lint.failures import error_text, internal_failure
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import Kernel, Module
from pyasc_lint.profiles import Profile, UnknownProfileError, check_profiles, load_profile
from pyasc_lint.reports import EngineOptions, FileReport, KernelReport, Stopped
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._report import report as diagnostic_for
from pyasc_lint.rules._rule import Finding, Rule

if TYPE_CHECKING:
    from pyasc_lint.frontend.frontend import Frontend


class ModuleChecker:
    """Checks files for one set of options. Raises UnknownProfileError or ProfileError for what it cannot use."""

    def __init__(self, options: EngineOptions) -> None:
        self.options = options
        self._profiles: dict[str, Profile] = {}
        self._editor = Editor([])
        if options.profile_paths:
            check_profiles(options.profile_paths)
        for name in options.targets:
            self._profile(name)

    def see(self, sources: Sequence[Source]) -> None:
        """The files of the run: those that fixes may change."""
        self._editor = Editor(sources)

    def check(self, frontend: Frontend, module: Module, report: FileReport) -> None:
        """Adds to the report what is found in one file. Raises Stopped where the options say so."""
        profiles = self._targets(frontend, module, report)
        collector = Collector(self.options.language, self._editor, self.options.pyasc_version)
        for rule in all_rules():
            self._guarded(report, rule, lambda rule=rule: collector.module(rule, rule.check_module(module)))  # type: ignore[misc]
        for kernels in module.kernels:
            self._check_kernel(kernels, self._wanted(frontend, kernels[0], report), profiles, collector, report)
        report.diagnostics.extend(collector.diagnostics())
        _withdraw_proofs(report)

    def _profile(self, name: str) -> Profile:
        if name not in self._profiles:
            self._profiles[name] = load_profile(name, self.options.profile_paths)
        return self._profiles[name]

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
                        finding = Finding(span, {"name": error.name, "hint": hint}, "unknown-target")
                        report.diagnostics.append(diagnostic_for("ASC007", finding, self.options.language))
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
            internal_failure(report, error, self.options.language)
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
                    except MemoryError:
                        raise
                    except Exception as error:
                        internal_failure(report, error, self.options.language)
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

    def _guarded(self, report: FileReport, rule: Rule, work: Callable[[], None]) -> None:
        """Run one rule; where it raises, the others go on."""
        if self.options.unwanted is not None and self.options.unwanted():
            raise Stopped
        try:
            work()
        except MemoryError:
            raise  # the file is too much, not the rule
        except Exception as error:
            report.internal_error = True
            report.failed_rules.setdefault(rule.code, error_text(error))


def _withdraw_proofs(report: FileReport) -> None:
    """Order is proved of the accesses that the kernel means: not where an error says that it does something else, nor
    where a rule could not judge. Releases of pyasc (ASC7xx) change nothing of it."""
    wrong = {
        found.kernel
        for found in report.diagnostics
        if found.severity is Severity.ERROR and not found.code.startswith("ASC7")
    }
    for kernel in report.kernels:
        if kernel.hazards_proved and (report.failed_rules or kernel.name in wrong):
            kernel.hazards_proved = False
