"""Turns proposed changes into edits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pyasc_lint.diagnostics import Edit, Fix, Span
from pyasc_lint.editing import arguments, expressions, imports, pairs, statements
from pyasc_lint.editing.layout import CannotEdit, Layout
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules import _fix as f
from pyasc_lint.rules._fix import Change, Proposal
from pyasc_lint.rules._rule import Language

_ASC = re.compile(r"\basc\.")


class Editor:
    """Makes the fixes of a run. It edits the files of the run alone, not those that they import."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self._sources = {source.path: source for source in sources}
        self._layouts: dict[str, Layout] = {}

    def fix(self, proposal: Proposal | None, language: Language) -> Fix | None:
        """The edits that a proposal comes to; None without one, or where the text leaves no place for it."""
        if proposal is None:
            return None
        try:
            edits = [edit for change in proposal.changes for edit in self._edits(change)]
        except (CannotEdit, SyntaxIssue, TooDeep):
            return None
        merged = _merged(edits)
        if merged is None or any(map(self._takes_a_comment, merged)):
            return None
        return Fix(proposal.title.fill(language, proposal.data), merged, proposal.applicability)

    def _takes_a_comment(self, edit: Edit) -> bool:
        return any(
            _start(edit.span) <= _start(comment.span) < _end(edit.span)
            for comment in self._layout(edit.span.path).source.comments
        )

    def _layout(self, path: str) -> Layout:
        if path not in self._layouts:
            if path not in self._sources:
                raise CannotEdit
            self._layouts[path] = Layout(self._sources[path])
        return self._layouts[path]

    def _edits(self, change: Change) -> Iterator[Edit]:
        layout = self._layout(change.span.path)
        for edit in _made(layout, change):
            yield from _with_asc(layout, edit)


def _made(layout: Layout, change: Change) -> Iterable[Edit]:
    match change:
        case f.Replace(span, text):
            return [Edit(span, text)]
        case f.Rename(span, name):
            return [Edit(expressions.last_name(layout, span), name)]
        case f.Keyword(span, name):
            return [arguments.keyword(layout, span, name)]
        case f.Member(span, enum, member):
            return [expressions.member(layout, span, enum, member)]
        case f.Cores(span, cores):
            return [arguments.after_callee(layout, span, f"[{cores}]")]
        case f.Pairs(span):
            return pairs.in_pairs(layout, span)
        case f.Operator(span, text):
            return [expressions.operator_of(layout, span, text)]
        case f.Operand(span, before, after):
            return expressions.around_operand(layout, span, before, after)
        case f.Unwrap(span):
            return [arguments.unwrapped(layout, span)]
        case f.Index(span):
            return arguments.as_slice(layout, span)
        case f.Drop(span):
            return [arguments.dropped(layout, span)]
        case f.Positional(span, names):
            return arguments.by_position(layout, span, names)
        case f.Argument(span, text):
            return [arguments.argument(layout, span, text)]
        case f.Around(span, before, after):
            return expressions.around(layout, span, before, after)
        case f.Number(span, alone, shared):
            return [expressions.number(layout, span, alone, shared)]
        case f.RoundUp(span, step):
            return expressions.rounded_up(layout, span, step)
        case f.Elements(span, element):
            return expressions.without_size(layout, span, element)
        case f.Integral(span):
            return [expressions.integral(layout, span)]
        case f.Before(span, text):
            return [statements.before(layout, span, text)]
        case f.After(span, text):
            return [statements.after(layout, span, text)]
        case f.Again(span, call, name, after):
            text = expressions.named(layout, call, name)
            return [(statements.after if after else statements.before)(layout, span, text)]
        case f.First(span, text):
            return [statements.first(layout, span, text)]
        case f.Last(span, text):
            return [statements.last(layout, span, text)]
        case f.Option(span, name, module, cls, member):
            return imports.option(layout, span, name, (module, cls), member)
        case f.Unimport(_, module, name):
            return [imports.without_import(layout, module, name)]
        case f.Move(span, loop):
            return statements.moved(layout, span, loop)
        case f.Delete(span):
            return [statements.deletion(layout, span)]


def _with_asc(layout: Layout, edit: Edit) -> Iterator[Edit]:
    """The edit with `asc.` as the file names the package; an import comes with it where the file has none."""
    if not _ASC.search(edit.text):
        yield edit
        return
    name = layout.asc
    if name is None:
        yield imports.import_of_asc(layout)
    yield Edit(edit.span, _ASC.sub(f"{name or 'asc'}.", edit.text))


def _merged(edits: list[Edit]) -> tuple[Edit, ...] | None:
    """In source order, with insertions at one place joined; None where two overlap."""
    found: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda each: each.span):  # stable: those at one place keep their order
        last = found[-1] if found else None
        if last is not None and last.span == edit.span and _is_empty(edit.span):
            found[-1] = Edit(edit.span, last.text + edit.text)
        elif last is not None and last.span.path == edit.span.path and _end(last.span) > _start(edit.span):
            return None
        else:
            found.append(edit)
    return tuple(found)


def _is_empty(span: Span) -> bool:
    return _start(span) == _end(span)


def _start(span: Span) -> tuple[int, int]:
    return span.line, span.column


def _end(span: Span) -> tuple[int, int]:
    return span.end_line, span.end_column
