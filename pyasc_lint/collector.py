"""Gathers findings of one file: the same defect on several paths, cores, launches or chips is one diagnostic."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic, Related, Severity, Span
from pyasc_lint.editing.editor import Editor
from pyasc_lint.ir.nodes import Launch
from pyasc_lint.rules._report import diagnostic_of
from pyasc_lint.rules._rule import Finding, Language, Rule, Text

_LAUNCHED = Text("{message} (launched as `{text}`)", "{message}（启动方式：`{text}`）")
_LAUNCH = Text("the launch", "启动处")


@dataclass(frozen=True, slots=True)
class _Key:
    code: str
    span: Span
    trap: str | None
    aspect: str


class Collector:
    """Keeps, for each defect, the gravest finding; of equal ones the first, so the general kernel before its launches.

    `editor` makes their fixes. `pyasc_version` is the release that kernels are built with: what is not true of it is
    left out.
    """

    def __init__(self, language: Language, editor: Editor, pyasc_version: str | None = None) -> None:
        self.language: Language = language
        self.pyasc_version = pyasc_version
        self._editor = editor
        self._found: dict[_Key, Diagnostic] = {}

    def module(self, rule: Rule, findings: Iterable[Finding]) -> None:
        """Add findings that hold for the file as such."""
        for finding in findings:
            if self._holds(finding):
                fix = self._editor.fix(finding.fix, self.language)
                self._add(_key(rule, finding), diagnostic_of(rule, finding, self.language, fix=fix))

    def kernel(self, rule: Rule, facts: KernelFacts) -> None:
        """Run one rule on one kernel and add what it finds."""
        for finding in rule.check_kernel(facts):
            if not self._holds(finding):
                continue
            fix = self._editor.fix(finding.fix, self.language)
            targets = (facts.profile.name,)
            diagnostic = diagnostic_of(rule, finding, self.language, kernel=facts.kernel.name, targets=targets, fix=fix)
            if facts.kernel.launch is not None:
                diagnostic = self._launched(diagnostic, facts.kernel.launch)
            self._add(_key(rule, finding), diagnostic)

    def diagnostics(self) -> list[Diagnostic]:
        return list(self._found.values())

    def _holds(self, finding: Finding) -> bool:
        return finding.releases is None or self.pyasc_version in finding.releases

    def _add(self, key: _Key, diagnostic: Diagnostic) -> None:
        known = self._found.get(key)
        if known is None:
            self._found[key] = diagnostic
            return
        targets = tuple(dict.fromkeys((*known.targets, *diagnostic.targets)))
        best = diagnostic if diagnostic.severity > known.severity else known
        self._found[key] = best.on(targets)

    def _launched(self, diagnostic: Diagnostic, launch: Launch) -> Diagnostic:
        if diagnostic.severity is Severity.INFO:
            return diagnostic
        message = _LAUNCHED.fill(self.language, {"message": diagnostic.message, "text": launch.text})
        related = Related(launch.span, _LAUNCH.fill(self.language, {}))
        return replace(diagnostic, message=message, related=(*diagnostic.related, related))


def _key(rule: Rule, finding: Finding) -> _Key:
    return _Key(rule.code, finding.span, finding.trap, finding.aspect)
