"""Turns proposed changes into edits."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator

from pyasc_lint.diagnostics import Edit, Fix, Span
from pyasc_lint.editing.layout import CannotEdit, Layout, Statement
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep
from pyasc_lint.frontend.source import Source
from pyasc_lint.rules._fix import After, Argument, Before, Change, Delete, First, Last, Proposal, Rename, Replace
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
        if merged is None:
            return None
        return Fix(proposal.title.fill(language, proposal.data), merged, proposal.applicability)

    def _layout(self, path: str) -> Layout:
        if path not in self._layouts:
            if path not in self._sources:
                raise CannotEdit
            self._layouts[path] = Layout(self._sources[path])
        return self._layouts[path]

    def _edits(self, change: Change) -> Iterator[Edit]:
        layout = self._layout(change.span.path)
        match change:
            case Replace(span, text):
                yield from _with_asc(layout, Edit(span, text))
            case Rename(span, name):
                yield Edit(_last_name(layout, span), name)
            case Argument(span, text):
                yield from _with_asc(layout, _argument(layout, span, text))
            case Before(span, text):
                yield from _with_asc(layout, _before(layout, _reached(layout, span), text))
            case After(span, text):
                yield from _with_asc(layout, _after(layout, _whole(layout, span), text))
            case First(span, text):
                yield from _with_asc(layout, _first(layout, span, text))
            case Last(span, text):
                yield from _with_asc(layout, _last(layout, span, text))
            case Delete(span):
                yield _deletion(layout, layout.statement_at(span))


def _with_asc(layout: Layout, edit: Edit) -> Iterator[Edit]:
    """The edit with `asc.` as the file names the package; an import comes with it where the file has none."""
    if not _ASC.search(edit.text):
        yield edit
        return
    name = layout.asc
    if name is None:
        yield _import(layout)
    yield Edit(edit.span, _ASC.sub(f"{name or 'asc'}.", edit.text))


def _import(layout: Layout) -> Edit:
    for node in layout.tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "asc" and not node.level:
            return _before(layout, layout.statement(node), "import asc")
    raise CannotEdit


def _last_name(layout: Layout, span: Span) -> Span:
    """The range of the last name of the expression at `span`."""
    node = layout.expressions.get(span)
    if isinstance(node, ast.Call):
        node = node.func
    match node:
        case ast.Attribute(attr=name):
            end = layout.span_of(node)
            return Span(span.path, end.end_line, end.end_column - len(name), end.end_line, end.end_column)
        case ast.Name(id=name) | ast.alias(name=name) | ast.arg(arg=name) | ast.keyword(arg=str(name)):
            start = layout.span_of(node)
            return Span(span.path, start.line, start.column, start.line, start.column + len(name))
    raise CannotEdit


def _argument(layout: Layout, span: Span, text: str) -> Edit:
    call = layout.expressions.get(span)
    if not isinstance(call, ast.Call):
        raise CannotEdit
    last = layout.last_token_before(span.end_line, span.end_column - 1)
    comma = "" if last.string == "(" and not call.args and not call.keywords else " " if last.string == "," else ", "
    return Edit(Span(span.path, last.end[0], last.end[1] + 1, last.end[0], last.end[1] + 1), comma + text)


def _whole(layout: Layout, span: Span) -> Statement:
    """The statement that `span` is part of, unless it is only the head of a compound one."""
    found = layout.statement_at(span)
    if found.is_compound and (found.span.line, found.span.column) != (span.line, span.column):
        raise CannotEdit
    return found


def _reached(layout: Layout, span: Span) -> Statement:
    """The statement that `span` is part of, unless it is the test of a loop, which runs again and again."""
    found = layout.statement_at(span)
    return _whole(layout, span) if isinstance(found.node, ast.While) else found


def _before(layout: Layout, statement: Statement, text: str) -> Edit:
    if statement.branch:
        raise CannotEdit
    span = statement.span
    indent = layout.source.lines[span.line - 1][: span.column - 1]
    if indent.strip():  # after `;` or `:` in its line
        if statement.is_compound:
            raise CannotEdit
        return _insertion(span.path, span.line, span.column, f"{text}; ")
    return _insertion(span.path, span.line, 1, f"{indent}{text}\n")


def _after(layout: Layout, statement: Statement, text: str) -> Edit:
    span, lines = statement.span, layout.source.lines
    if isinstance(statement.node, ast.Return | ast.Raise | ast.Break | ast.Continue):
        raise CannotEdit
    indent = lines[span.line - 1][: span.column - 1]
    rest = lines[span.end_line - 1][span.end_column - 1 :].strip()
    if indent.strip() or (rest and not rest.startswith("#")):
        if statement.is_compound:
            raise CannotEdit
        return _insertion(span.path, span.end_line, span.end_column, f"; {text}")
    if span.end_line == len(lines):  # the file ends without a line end
        return _insertion(span.path, span.end_line, len(lines[-1]) + 1, f"\n{indent}{text}")
    return _insertion(span.path, span.end_line + 1, 1, f"{indent}{text}\n")


def _first(layout: Layout, span: Span, text: str) -> Edit:
    body = layout.function_at(span).body
    first = layout.statement(body[0])
    match first.node:
        case ast.Expr(value=ast.Constant(value=str())):
            if len(body) == 1:
                return _after(layout, first, text)
            first = layout.statement(body[1])
    return _before(layout, first, text)


def _last(layout: Layout, span: Span, text: str) -> Edit:
    last = layout.statement(layout.function_at(span).body[-1])
    return (_before if isinstance(last.node, ast.Return) else _after)(layout, last, text)


def _deletion(layout: Layout, statement: Statement) -> Edit:
    span, lines = statement.span, layout.source.lines
    if statement.is_compound or statement.branch:
        raise CannotEdit
    if len(statement.siblings) == 1:
        return Edit(span, "pass")
    before = lines[span.line - 1][: span.column - 1]
    after = lines[span.end_line - 1][span.end_column - 1 :]
    if after.lstrip().startswith(";"):
        gap = len(after) - len(after.lstrip()) + 1
        rest = after[gap:]
        return Edit(_to(span, span.end_line, span.end_column + gap + len(rest) - len(rest.lstrip())), "")
    if before.strip():  # the last one of `a; b`
        start = before.rstrip().removesuffix(";").rstrip()
        return Edit(Span(span.path, span.line, len(start) + 1, span.end_line, span.end_column), "")
    if after.strip():
        return Edit(_to(span, span.end_line, span.end_column + len(after) - len(after.lstrip())), "")
    if span.end_line == len(lines):
        return Edit(Span(span.path, span.line, 1, span.end_line, len(lines[-1]) + 1), "")
    return Edit(Span(span.path, span.line, 1, span.end_line + 1, 1), "")


def _to(span: Span, line: int, column: int) -> Span:
    return Span(span.path, span.line, span.column, line, column)


def _insertion(path: str, line: int, column: int, text: str) -> Edit:
    return Edit(Span(path, line, column, line, column), text)


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
