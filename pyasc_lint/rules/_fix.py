"""How rules say what would remove a finding: changes of expressions and statements, by their places.

A rule never sees source text. `pyasc_lint.editing` turns the changes into edits of the file: it finds brackets,
indentation and line ends, and writes `asc.` as the file names the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from pyasc_lint.diagnostics import Applicability, Span
from pyasc_lint.rules._rule import Text


@dataclass(frozen=True, slots=True)
class Replace:
    """Another text in the place of a range; an empty range inserts."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Rename:
    """Another last name: of `a.b` the `b`, of a call that of what it calls, of a keyword or an import its name."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Argument:
    """One more argument at the end of the call at `span`, such as `sync=False`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Before:
    """A statement before the one at `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class After:
    """A statement after the one at `span`; after the whole of a loop where `span` starts with it."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class First:
    """A statement at the start of the body of the function whose name is at `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Last:
    """A statement at the end of the body of the function whose name is at `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Delete:
    """The statement at `span` goes; a comment beside it stays."""

    span: Span


Change = Replace | Rename | Argument | Before | After | First | Last | Delete


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would remove a finding. `title` says it in the imperative; `data` fills its fields."""

    title: Text
    changes: tuple[Change, ...]
    data: Mapping[str, object] = field(default_factory=dict)
    applicability: Applicability = "safe"


_RENAME = Text("rename it to '{name}'", "改名为 '{name}'")


def did_you_mean(span: Span, name: str | None) -> Proposal | None:
    """The name that was probably meant in the place of the last one in `span`."""
    return Proposal(_RENAME, (Rename(span, name),), {"name": name}) if name else None
