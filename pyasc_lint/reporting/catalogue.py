"""What is known about rules and chips: the texts of `--explain`, `--list-rules` and `--list-targets`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from pyasc_lint.api import table
from pyasc_lint.diagnostics import Applicability
from pyasc_lint.reporting.phrases import SEVERITY, engine_phrase, phrase
from pyasc_lint.reporting.text import Printer, fold
from pyasc_lint.rules._explanations import explaining_file, explanation, known_trap
from pyasc_lint.rules._registry import all_rules, find_rule
from pyasc_lint.rules._rule import Language, Rule
from pyasc_lint.rules.asc7xx.traps._elsewhere import LEFT_TO, NOT_REPORTED
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.rules.asc7xx.traps._trap import Trap
from pyasc_lint.selection import TRAP_CODE, RuleSelector

if TYPE_CHECKING:
    from pyasc_lint.profiles.targets import TargetRow

_WIDTH = 120
"""Cells that a line of an explanation takes at most."""


def rule_page(code: str, trap: str | None = None, language: Language = "en") -> str:
    """What a rule says, in Markdown for a tooltip: title, summary, explanation, remedy, and the trap if there is one.

    Raises KeyError for a code that no rule has.
    """
    rule = find_rule(code)
    if rule is None:
        raise KeyError(code)
    remedy = f"**{phrase('remedy', language)}**: {rule.remedy.fill(language, {})}"
    parts = [f"**{rule.code} {rule.name}** - {rule.summary.fill(language, {})}", explanation(rule, language), remedy]
    if trap is not None:
        parts.append(f"**[{trap}]**")
        parts += [f"**{label}**: {text}" for label, text in trap_texts(trap, language)]
    return "\n\n".join(parts)


def trap_texts(name: str, language: Language) -> list[tuple[str, str]]:
    """What is known of a trap, each text after its label. Raises KeyError for an id that no trap has."""
    trap = known_trap(name, language)
    texts = {"actual": trap.actual, "expected": trap.expected, "workaround": trap.workaround}
    return [(phrase(key, language), text) for key, text in texts.items() if text]


def rule_file(code: str, language: Language = "en") -> Path:
    """The file that explains a rule. Raises KeyError for a code that no rule has."""
    rule = find_rule(code)
    if rule is None:
        raise KeyError(code)
    return explaining_file(rule, language)


def write_explanation(selector: RuleSelector, out: Printer, language: Language) -> None:
    """Explains the rules a selector stands for, and the trap it names."""
    rule = find_rule(selector.code)
    for each in [rule] if rule else [each for each in all_rules() if each.code.startswith(selector.code)]:
        _explain(each, out, language)
    if selector.trap is not None:
        _explain_trap(selector.trap, out, language)
    elif selector.code == TRAP_CODE:
        _list_traps(out, language)


def _explain(rule: Rule, out: Printer, language: Language) -> None:
    severity = SEVERITY[rule.severity].fill(language, {})
    state = "" if rule.enabled else f", {phrase('off-by-default', language)}"
    out.line((f"{rule.code} {rule.name}", "bold"), f" ({severity}{state})")
    out.line(rule.summary.fill(language, {}))
    out.line()
    for line in explanation(rule, language).split("\n"):
        if line.startswith("## "):
            out.line((line.removeprefix("## "), "bold"))
        else:
            for piece in fold(line, _WIDTH):
                out.line(piece)
    out.line()
    out.line((phrase("remedy", language), "bold"), f": {rule.remedy.fill(language, {})}")
    _show_fix(rule.fixes, out, language)
    _show_examples(rule, out, language)
    out.line()


def _show_fix(fixes: tuple[Applicability, ...], out: Printer, language: Language) -> None:
    key = fixes[0] if len(fixes) == 1 else "both" if fixes else "none"
    out.line((phrase("fix", language).capitalize(), "bold"), f": {phrase(f'fix-{key}', language)}")


def _show_examples(of: Rule | Trap, out: Printer, language: Language) -> None:
    for key, example in (("bad-example", of.bad), ("good-example", of.good)):
        out.line()
        out.line((phrase(key, language), "bold"))
        for line in example.rstrip("\n").split("\n"):
            out.line(f"    {line}")


def _explain_trap(name: str, out: Printer, language: Language) -> None:
    out.line((f"[{name}] {known_trap(name, language).snippet}", "bold"))
    for label, text in trap_texts(name, language):
        out.line(f"  {label}: {text}")
    if name in all_traps():
        _show_fix(all_traps()[name].fixes, out, language)
        _show_examples(all_traps()[name], out, language)
    else:
        out.line(f"  {_left_out(name, language)}")


def _left_out(name: str, language: Language) -> str:
    """Who tells a trap that is not looked for, or why nobody does."""
    if name in LEFT_TO:
        return phrase("left-to", language, rule=LEFT_TO[name])
    return phrase("not-reported", language, reason=NOT_REPORTED[name])


def _list_traps(out: Printer, language: Language) -> None:
    """Every known trap by id: the code it shows in, and where it is reported if not here."""
    out.line((phrase("traps", language), "bold"))
    for name in table().traps:
        more = "" if name in all_traps() else f" ({_left_out(name, language)})"
        out.line(f"    [{name}] {known_trap(name, language).snippet}{more}")


def write_rules(out: Printer, language: Language) -> None:
    """Lists all rules by code."""
    headers = [phrase(key, language) for key in ("code", "name", "severity", "since", "summary")]
    off = phrase("off-by-default", language)
    rows = [
        (
            rule.code,
            rule.name,
            SEVERITY[rule.severity].fill(language, {}) + ("" if rule.enabled else f" ({off})"),
            rule.since,
            rule.summary.fill(language, {}),
        )
        for rule in all_rules()
    ]
    out.table(headers, rows)


def write_targets(profile_paths: Iterable[Path], out: Printer, language: Language) -> None:
    """Lists all chips, the user's own included. Raises ProfileError."""
    from pyasc_lint.profiles import describe_targets

    keys = ("chip", "also", "family", "arch", "cores", "ub-bytes", "static-tensor")
    headers = [phrase(key, language) for key in keys]
    rows = [
        (
            row.name,
            ", ".join(row.aliases),
            row.family,
            str(row.arch),
            row.cores,
            "?" if row.ub_bytes is None else f"{row.ub_bytes:,}",
            static_support(row, language),
        )
        for row in describe_targets(profile_paths)
    ]
    out.table(headers, rows, numbers=(5,))


def static_support(row: TargetRow, language: Language) -> str:
    """Whether static-Tensor kernels can be written for a chip in pyasc, or why not."""
    reasons = (engine_phrase(reason, language) for reason in row.reasons)
    return phrase("semicolon", language).join(reasons) or phrase("yes", language)
