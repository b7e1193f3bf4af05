"""What the generator says where it cannot go on."""

from __future__ import annotations

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span


@dataclass(frozen=True, slots=True)
class Refusal:
    """One reason not to emit a kernel. `code` is a stable key, or that of the finding that stands in the way."""

    span: Span
    code: str
    message: str

    def __str__(self) -> str:
        return f"{self.span.path}:{self.span.line}:{self.span.column}: {self.code} {self.message}"


class CannotEmit(Exception):
    """Something has no form in Ascend C. `span`: where, if it is not simply the statement at hand."""

    def __init__(self, code: str, message: str, span: Span | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.span = span

    def at(self, statement: Span) -> Refusal:
        """The refusal, for a statement."""
        return Refusal(self.span or statement, self.code, str(self))
