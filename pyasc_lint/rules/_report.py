"""The one way from a rule's finding to the diagnostic that users see."""

from __future__ import annotations

from pyasc_lint.diagnostics import Diagnostic, Fix, Related
from pyasc_lint.rules._registry import find_rule
from pyasc_lint.rules._rule import Finding, Language, Rule


def diagnostic_of(
    rule: Rule,
    finding: Finding,
    language: Language = "en",
    *,
    kernel: str | None = None,
    targets: tuple[str, ...] = (),
    fix: Fix | None = None,
) -> Diagnostic:
    """Fills the rule's texts in. `kernel` is the one under analysis (the finding may name another); `fix` is what
    became of the finding's proposal. A field "assumption" of the data also becomes the diagnostic's.

    Raises KeyError where the rule has no such message or the data lack a field of it: a defect of the rule.
    """
    assumption = finding.data.get("assumption")
    return Diagnostic(
        code=rule.code,
        name=rule.name,
        severity=rule.severity if finding.severity is None else finding.severity,
        message=rule.messages[finding.message].fill(language, finding.data),
        span=finding.span,
        kernel=finding.kernel if finding.kernel is not None else kernel,
        targets=targets,
        related=tuple(Related(note.span, note.text.fill(language, note.data), note.call) for note in finding.related),
        fix=fix,
        trap=finding.trap,
        assumption=assumption if isinstance(assumption, str) else None,
    )


def report(code: str, finding: Finding, language: Language = "en", fix: Fix | None = None) -> Diagnostic:
    """The diagnostic of a finding that no check yields: a rule whose finder is the parser, the runner or a comment."""
    rule = find_rule(code)
    if rule is None:
        raise KeyError(code)
    return diagnostic_of(rule, finding, language, fix=fix)
