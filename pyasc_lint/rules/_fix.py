"""How rules say what would remove a finding: changes of expressions and statements, by their places.

A rule never sees source text. `pyasc_lint.editing` turns the changes into edits of the file: it finds brackets,
indentation and line ends, and writes `asc.` as the file names the package.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from difflib import SequenceMatcher

from pyasc_lint.deferred import dataclass
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
class Keyword:
    """Another name for the keyword argument at `span`, or with its value there."""

    span: Span
    name: str


@dataclass(frozen=True, slots=True)
class Member:
    """Another member of an asc enum for the one at `span`."""

    span: Span
    enum: str
    member: str


@dataclass(frozen=True, slots=True)
class Cores:
    """`[cores]` after what the call at `span` calls."""

    span: Span
    cores: int


@dataclass(frozen=True, slots=True)
class Pairs:
    """The comparison or junction at `span` in pairs: `(a < b) and (b < c)` for `a < b < c`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Operator:
    """Another operator between the two operands of the expression at `span`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Operand:
    """Text before and after the operand at `span`: the one beside a number, the index of a subscript, or what a name
    is bound to."""

    span: Span
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Unwrap:
    """The only argument of the call at `span` in its place; or that of the index of a subscript."""

    span: Span


@dataclass(frozen=True, slots=True)
class Index:
    """The call at `span` as a slice: `t[i:]` for `t(i)`."""

    span: Span


@dataclass(frozen=True, slots=True)
class Drop:
    """The argument at `span`, or whose value is there, goes."""

    span: Span


@dataclass(frozen=True, slots=True)
class Positional:
    """The first keyword arguments of the call at `span`, which have these names, by position."""

    span: Span
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Argument:
    """One more argument at the end of the call at `span`, such as `sync=False`."""

    span: Span
    text: str


@dataclass(frozen=True, slots=True)
class Around:
    """Text before and after the expression at `span`, which becomes an operand of what this makes of it."""

    span: Span
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Number:
    """Another value for the number at `span`: `alone` where it stands there itself, `shared` for the constant that is
    named there, whose other uses change with it."""

    span: Span
    alone: int
    shared: int


@dataclass(frozen=True, slots=True)
class RoundUp:
    """The next multiple of `step` of the integer at `span`."""

    span: Span
    step: int


@dataclass(frozen=True, slots=True)
class Elements:
    """Elements of this dtype instead of bytes for the count at `span`."""

    span: Span
    element: str


@dataclass(frozen=True, slots=True)
class Integral:
    """The number at `span` as an integer: a quotient by `//`, a literal without its fraction."""

    span: Span


@dataclass(frozen=True, slots=True)
class Move:
    """The statement at `span` goes before the loop at `loop` that it is in."""

    span: Span
    loop: Span


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
class Again:
    """Before (or after) the statement at `span` the call at `call`, once more, under another last name."""

    span: Span
    call: Span
    name: str
    after: bool = False


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
class Option:
    """`name=cls.member` among the options of the decorator of the function around `span`. `module` exports `cls`."""

    span: Span
    name: str
    module: str
    cls: str
    member: str


@dataclass(frozen=True, slots=True)
class Unimport:
    """The file of `span` no longer imports `name` from `module`."""

    span: Span
    module: str
    name: str


@dataclass(frozen=True, slots=True)
class Delete:
    """The statement that is the expression at `span`, or binds a name to it, goes; a comment beside it stays."""

    span: Span


Change = (
    Replace | Rename | Keyword | Member | Cores | Pairs | Operator | Operand | Unwrap | Index | Drop | Positional
    | Argument | Around | Number | RoundUp | Elements | Integral
    | Before | After | Again | First | Last | Option | Unimport | Move | Delete
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Proposal:
    """What would remove a finding. `title` says it in the imperative; `data` fills its fields."""

    title: Text
    changes: tuple[Change, ...]
    data: Mapping[str, object] = field(default_factory=dict)
    applicability: Applicability = "safe"


_RENAME = Text("rename it to '{name}'", "改名为 '{name}'")


def did_you_mean(span: Span, given: str, name: str | None) -> Proposal | None:
    """The name that was probably meant in the place of the last one in `span`."""
    return _renamed(Rename(span, name), given, name) if name else None


def keyword_meant(span: Span, given: str, name: str | None) -> Proposal | None:
    """The name that was probably meant for the keyword argument at `span`."""
    return _renamed(Keyword(span, name), given, name) if name else None


def _renamed(change: Change, given: str, name: str) -> Proposal:
    """Safe where no more than a slip lies between the names: another name may mean something else."""
    likeness = SequenceMatcher(None, given, name).ratio()
    slip = given.casefold() == name.casefold() or likeness >= 0.88 or (likeness >= 0.8 and len(given) >= 7)
    return Proposal(_RENAME, (change,), {"name": name}, "safe" if slip else "unsafe")
