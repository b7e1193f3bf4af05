"""Source positions that every IR node carries."""

from __future__ import annotations

from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A source range. Lines and columns are 1-based; columns count characters; the end is exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True, slots=True)
class CallSite:
    """One inlined helper call: the helper's name and the span of the call in its caller."""

    function: str
    span: Span


Stack = tuple[CallSite, ...]
"""Outermost call first."""
