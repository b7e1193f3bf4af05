"""Pages of rules and known traps, from their files."""

from __future__ import annotations

import re

from docs_words import Words, cell
from pyasc_lint.api import table
from pyasc_lint.reporting.catalogue import trap_texts
from pyasc_lint.reporting.phrases import SEVERITY
from pyasc_lint.rules._explanations import explanation, known_trap
from pyasc_lint.rules._registry import all_rules
from pyasc_lint.rules._rule import Language, Rule
from pyasc_lint.rules.asc7xx.traps._elsewhere import LEFT_TO, NOT_REPORTED
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.selection import TRAP_CODE


def pages(language: Language) -> dict[str, str]:
    made = {f"rules/{rule.code}.md": _rule_page(rule, language) for rule in all_rules()}
    return {**made, "rules/index.md": _rule_index(language), "traps/index.md": _traps(language)}


def _rule_index(language: Language) -> str:
    words = Words(language)
    lines = [f"# {words['rules']}", ""]
    lines.append(f"| {words['code']} | {words['name']} | {words['severity']} | {words['about']} |")
    lines.append("|---|---|---|---|")
    for rule in all_rules():
        severity = SEVERITY[rule.severity].fill(language, {})
        off = "" if rule.enabled else f" ({words['off']})"
        summary = cell(rule.summary.fill(language, {}))
        lines.append(f"| [{rule.code}]({rule.code}.md) | {rule.name} | {severity}{off} | {summary} |")
    return "\n".join(lines)


def _rule_page(rule: Rule, language: Language) -> str:
    words = Words(language)
    severity = SEVERITY[rule.severity].fill(language, {})
    facts = [severity, words.fill("since", version=rule.since), *([] if rule.enabled else [words["off"]])]
    lines = [
        f"# {rule.code} {rule.name}", "", f"*{', '.join(facts)}*", "", f"**{rule.summary.fill(language, {})}**", "",
        explanation(rule, language), "", f"## {words['remedy']}", "", rule.remedy.fill(language, {}), "",
        f"## {words['messages']}", "",
        *(f"- {_inline(getattr(text, language))}" for text in rule.messages.values()), "",
        *_example(words["bad"], rule.bad), *_example(words["good"], rule.good),
    ]  # fmt: skip
    if rule.code == TRAP_CODE:
        lines += ["", f"[{words['traps']}](../traps/index.md)"]
    return "\n".join(lines)


def _inline(text: str) -> str:
    """The text as it is read: what Markdown would take for marks is escaped outside of code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else _escaped(part) for part in parts)


def _escaped(text: str) -> str:
    return re.sub(r"[*_\[{]", r"\\\g<0>", text.replace("<", "&lt;"))


def _example(title: str, code: str) -> list[str]:
    return [f"## {title}", "", "```python", *code.strip("\n").split("\n"), "```", ""]


def _traps(language: Language) -> str:
    """All known traps on one page, each with its own anchor."""
    words = Words(language)
    lines = [f"# {words['traps']}", ""]
    for name in sorted(table().traps):
        lines += [f"## {name} {{ #{name} }}", "", "```python", known_trap(name, language).snippet, "```", ""]
        lines += [f"- **{label}**: {_inline(text)}" for label, text in trap_texts(name, language)]
        if name in all_traps():
            each = all_traps()[name]
            lines += [f"- **{words['reported-as']}**: [{TRAP_CODE}](../rules/{TRAP_CODE}.md)", ""]
            lines += [f"??? example \"{words['bad']}\"", "", *_indented(each.bad), ""]
            lines += [f"??? example \"{words['good']}\"", "", *_indented(each.good), ""]
        elif name in LEFT_TO:
            lines += [f"- **{words['reported-as']}**: [{LEFT_TO[name]}](../rules/{LEFT_TO[name]}.md)", ""]
        else:
            lines += [f"- {words.fill('not-reported', reason=_inline(NOT_REPORTED[name].fill(language, {})))}", ""]
    return "\n".join(lines)


def _indented(code: str) -> list[str]:
    return ["    ```python", *(f"    {line}" for line in code.strip("\n").split("\n")), "    ```"]
