"""What the product reports: severities, diagnostics, related places, fixes."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Literal

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span

__all__ = ["Applicability", "Diagnostic", "Edit", "Fix", "Related", "Severity", "Span"]

Applicability = Literal["safe", "unsafe"]
"""Whether a fix may be applied unseen. Safe ones keep what a correct kernel computes; unsafe ones may change it."""


class Severity(IntEnum):
    """Ordered: a higher value is worse."""

    INFO = 1
    WARNING = 2
    ERROR = 3

    @property
    def label(self) -> str:
        return self.name.lower()

    def lowered(self) -> Severity:
        """One level lower (info stays): how a *possible* finding is reported."""
        return Severity(max(self - 1, Severity.INFO))


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that explains a finding. `call`: it is a call on the way from the kernel to the finding."""

    span: Span
    message: str
    call: bool = False


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace the text of `span` by `text`; an empty span inserts. Line ends in `text` are `\\n`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that removes the finding. `edits` do not overlap; they may stand in other files than the finding."""

    title: str
    edits: tuple[Edit, ...]
    applicability: Applicability = "safe"

    @property
    def safe(self) -> bool:
        return self.applicability == "safe"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding. `targets` are the chips it holds for; `trap` is the known-trap id of an ASC701.

    `assumption` is what an `assume` comment could say of the inputs for the finding not to hold.
    """

    code: str
    name: str
    severity: Severity
    message: str
    span: Span
    kernel: str | None = None
    targets: tuple[str, ...] = ()
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    trap: str | None = None
    assumption: str | None = None

    @property
    def sort_key(self) -> tuple[Span, str, str]:
        return (self.span, self.code, self.message)

    def on(self, targets: tuple[str, ...]) -> Diagnostic:
        """The same finding for other chips."""
        return replace(self, targets=targets)
