"""The base class of rules. One rule is one class in one file `ascNxx/ascNNN_slug.py`; nothing is registered by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, ClassVar, Literal

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Applicability, Severity, Span

if TYPE_CHECKING:
    from pyasc_lint.analysis.facts import KernelFacts
    from pyasc_lint.ir.nodes import Module
    from pyasc_lint.rules._fix import Proposal

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Text:
    """A text in both languages of the product. Named fields in braces are filled from a finding's data.

    A field that is a text itself is filled from the same data.
    """

    en: str
    zh: str

    def fill(self, language: Language, data: Mapping[str, object]) -> str:
        return (self.zh if language == "zh" else self.en).format_map(_Fields(language, data))


class _Fields(dict[str, object]):
    """Data whose texts are filled when a template asks for them."""

    def __init__(self, language: Language, data: Mapping[str, object]) -> None:
        super().__init__(data)
        self.language: Language = language

    def __getitem__(self, key: str) -> object:
        value = super().__getitem__(key)
        return value.fill(self.language, self) if isinstance(value, Text) else value


@dataclass(frozen=True, slots=True)
class Note:
    """A related place of a finding, in both languages. `call`: it is a call on the way from the kernel to it."""

    span: Span
    text: Text
    data: Mapping[str, object] = field(default_factory=dict)
    call: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check yields. `message` is a key of the rule's `messages`; `severity` defaults to the rule's.

    Findings of one rule at one span are one defect, seen on several paths, cores or launches, unless `aspect` differs.
    `trap` is the known trap that it is; `releases` are the pyasc releases it holds for, None where that is no matter.
    """

    span: Span
    data: Mapping[str, object]
    message: str = "default"
    severity: Severity | None = None
    related: tuple[Note, ...] = ()
    fix: Proposal | None = None
    trap: str | None = None
    releases: frozenset[str] | None = None
    kernel: str | None = None
    aspect: str = ""


class Rule:
    """A rule: metadata, texts, examples and the check.

    The class docstring is the explanation (Markdown, with the headings "What happens", "How to fix", "Limits" and
    "Source"); `_explanations` finds the Chinese one. `bad` holds `# expect: CODE` lines that must get exactly this code
    and nothing else at warning level or above; `good` must get nothing. `fixes` says of which kinds the fixes of its
    findings are, where they have any.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    since: ClassVar[str] = "0.1.0"
    enabled: ClassVar[bool] = True
    fixes: ClassVar[tuple[Applicability, ...]] = ()
    summary: ClassVar[Text]
    remedy: ClassVar[Text]
    messages: ClassVar[Mapping[str, Text]]
    bad: ClassVar[str]
    good: ClassVar[str]

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        """Findings in one kernel, for one specialisation, core and chip."""
        return iter(())

    def check_module(self, module: Module) -> Iterator[Finding]:
        """Findings that need no kernel analysis, once per file."""
        return iter(())
