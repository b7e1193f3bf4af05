"""Which rules a run reports, and how severe each is.

A selector is a code (`ASC101`), a code prefix (`ASC1`), `ASC` or `ALL`, a rule name (`tile-overflow`) or one known trap
(`ASC701[cube-01]`). Where several match, the most specific decides; between equals the command line beats the
configuration file, and leaving out beats choosing.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._registry import all_rules

TRAP_CODE = "ASC701"
"""The rule whose findings carry the id of a known trap."""

_ALWAYS = ("ASC001", "ASC008")
"""Says that something was not checked: only ignoring it by name hides it."""

_CODE = re.compile(r"ASC\d{0,3}")
_TRAP = re.compile(r"(?P<rule>[\w-]+)\[(?P<trap>[\w-]+)\]")


class UnknownSelector(ValueError):
    """No rule or trap matches `text`; `close` is the most similar one that exists."""

    def __init__(self, text: str, close: str | None) -> None:
        hint = f"did you mean `{close}`?" if close else "--list-rules lists the rules"
        super().__init__(f"no rule matches `{text}`; {hint}")
        self.text = text
        self.close = close


@dataclass(frozen=True, slots=True)
class RuleSelector:
    """A code or prefix, and the trap it is narrowed to."""

    code: str
    trap: str | None = None

    def matches(self, code: str, trap: str | None = None) -> bool:
        return code.startswith(self.code) and (self.trap is None or self.trap == trap)

    @property
    def specificity(self) -> int:
        return len(self.code) + (self.trap is not None)

    @property
    def everything(self) -> bool:
        return self.code == "ASC"


@lru_cache(maxsize=1024)
def parse_selector(text: str) -> RuleSelector:
    """Reads one selector. Raises UnknownSelector."""
    text = text.strip()
    if match := _TRAP.fullmatch(text):
        selector = parse_selector(match["rule"])
        if selector.code == TRAP_CODE and match["trap"].lower() in _traps():
            return RuleSelector(TRAP_CODE, match["trap"].lower())
        raise UnknownSelector(text, _closest(text, [f"{TRAP_CODE}[{trap}]" for trap in _traps()]))
    code = text.upper()
    if code == "ALL":
        return RuleSelector("ASC")
    rules = all_rules()
    if _CODE.fullmatch(code) and (code == "ASC" or any(rule.code.startswith(code) for rule in rules)):
        return RuleSelector(code)
    for rule in rules:
        if rule.name == text.lower():
            return RuleSelector(rule.code)
    if text.lower() in _traps():
        raise UnknownSelector(text, f"{TRAP_CODE}[{text.lower()}]")
    known = [rule.code for rule in rules] if code.startswith("ASC") else [rule.name for rule in rules]
    raise UnknownSelector(text, _closest(code if code.startswith("ASC") else text.lower(), known))


def _closest(text: str, known: Iterable[str]) -> str | None:
    return next(iter(difflib.get_close_matches(text, list(known), n=1)), None)


def _traps() -> Iterable[str]:
    from pyasc_lint.api import table

    return table().traps


@dataclass(frozen=True, slots=True)
class _Choice:
    selector: RuleSelector
    wanted: bool
    layer: int

    @property
    def rank(self) -> tuple[int, int, bool]:
        return (self.selector.specificity, self.layer, not self.wanted)


@dataclass(frozen=True, slots=True)
class Layer:
    """What one source (configuration file, command line) asks for. `select` None: it does not say."""

    select: Sequence[str] | None = None
    extend_select: Sequence[str] = ()
    ignore: Sequence[str] = ()


class Selection:
    """The rules of a run. `layers` come weakest first; the last `select` replaces earlier ones, the rest adds up."""

    def __init__(self, layers: Sequence[Layer] = (), severity: Mapping[str, str] | None = None) -> None:
        """`severity` maps selectors to error, warning, info or off, as strong as the layer below the last one (the
        command line). Raises UnknownSelector."""
        self._choices = [_Choice(RuleSelector("ASC"), True, -1)]
        self._severity: list[tuple[RuleSelector, Severity]] = []
        for number, layer in enumerate(layers):
            if layer.select is not None:
                self._choices = [choice for choice in self._choices if not choice.wanted]
                self._add(layer.select, True, number)
            self._add(layer.extend_select, True, number)
            self._add(layer.ignore, False, number)
        for text, level in (severity or {}).items():
            if level == "off":
                self._add([text], False, len(layers) - 2)
            else:
                self._severity.append((parse_selector(text), Severity[level.upper()]))

    @cached_property
    def _off_by_default(self) -> set[str]:
        return {rule.code for rule in all_rules() if not rule.enabled}

    def _add(self, texts: Iterable[str], wanted: bool, layer: int) -> None:
        self._choices += [_Choice(parse_selector(text), wanted, layer) for text in texts]

    def enabled(self, code: str, trap: str | None = None) -> bool:
        """Whether findings of this rule (and trap) are reported."""
        matching = [
            choice
            for choice in self._choices
            if choice.selector.matches(code, trap)
            and not (choice.wanted and choice.selector.everything and code in self._off_by_default)
        ]
        if not matching:
            return code in _ALWAYS
        return max(matching, key=lambda choice: choice.rank).wanted

    def codes(self) -> list[str]:
        """The rules whose findings are reported."""
        return [rule.code for rule in all_rules() if self.enabled(rule.code)]

    def covers(self, selector: RuleSelector) -> bool:
        """Whether every rule that the selector matches is reported, those apart that are off by default."""
        if selector.trap is not None:
            return self.enabled(selector.code, selector.trap)
        codes = [rule.code for rule in all_rules() if rule.enabled and rule.code.startswith(selector.code)]
        return all(self.enabled(code) for code in codes or [selector.code])

    def severity(self, code: str, trap: str | None, reported: Severity) -> Severity:
        """The severity to show: what the configuration says, else what the rule reported."""
        levels = [(chosen.specificity, level) for chosen, level in self._severity if chosen.matches(code, trap)]
        return max(levels, key=lambda entry: entry[0])[1] if levels else reported
