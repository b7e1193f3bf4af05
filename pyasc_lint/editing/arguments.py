"""Edits of calls and their arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.editing.expressions import appended, index_of, with_brackets
from pyasc_lint.editing.layout import CannotEdit, Layout


def argument(layout: Layout, span: Span, text: str) -> Edit:
    """Adds an argument at the end of the call at `span`."""
    call = layout.expressions.get(span)
    if not isinstance(call, ast.Call):
        raise CannotEdit
    last = layout.last_token_before(span.end_line, span.end_column - 1)
    comma = "" if last.string == "(" and not call.args and not call.keywords else " " if last.string == "," else ", "
    return Edit(Span(span.path, last.end[0], last.end[1] + 1, last.end[0], last.end[1] + 1), comma + text)


def keyword(layout: Layout, span: Span, name: str) -> Edit:
    """Another name for a keyword argument. `span` is that of the whole or of its value."""
    for node in ast.walk(layout.tree):
        if isinstance(node, ast.keyword) and node.arg and span in (layout.span_of(node), layout.span_of(node.value)):
            start = layout.span_of(node)
            return Edit(Span(span.path, start.line, start.column, start.line, start.column + len(node.arg)), name)
    raise CannotEdit


def after_callee(layout: Layout, span: Span, text: str) -> Edit:
    """Text between what a call calls and its arguments."""
    call = layout.expressions.get(span)
    if not isinstance(call, ast.Call):
        raise CannotEdit
    return appended(layout.span_of(call.func), text)


def unwrapped(layout: Layout, span: Span) -> Edit:
    """The only argument of a call in its place; for a subscript, of the call that is its index."""
    node = layout.expressions.get(span)
    if isinstance(node, ast.Subscript):
        node = index_of(node)
    match node:
        case ast.Call(args=[argument], keywords=[]):
            return Edit(layout.span_of(node), layout.source.slice(layout.span_of(argument)))
    raise CannotEdit


def as_slice(layout: Layout, span: Span) -> Iterator[Edit]:
    """`t[i:]` for `t(i)`."""
    match layout.expressions.get(span):
        case ast.Call(func=func, args=[argument], keywords=[]):
            callee, value = layout.span_of(func), layout.span_of(argument)
            yield Edit(_from(callee, value), "[")
            yield Edit(Span(span.path, value.end_line, value.end_column, span.end_line, span.end_column), ":]")
        case _:
            raise CannotEdit


def dropped(layout: Layout, span: Span) -> Edit:
    """Takes an argument away, with the comma that joins it to the one before, or after where it is the first."""
    for call in ast.walk(layout.tree):
        if not isinstance(call, ast.Call):
            continue
        given: Sequence[ast.expr | ast.keyword] = [*call.args, *call.keywords]
        for number, each in enumerate(given):
            value = each.value if isinstance(each, ast.keyword) else each
            if span not in (layout.span_of(each), layout.span_of(value)):
                continue
            own = with_brackets(layout, layout.span_of(each))
            if number:
                before = with_brackets(layout, layout.span_of(given[number - 1]))
                return Edit(Span(span.path, before.end_line, before.end_column, own.end_line, own.end_column), "")
            if len(given) == 1:
                return Edit(own, "")
            after = with_brackets(layout, layout.span_of(given[1]))
            return Edit(Span(span.path, own.line, own.column, after.line, after.column), "")
    raise CannotEdit


def by_position(layout: Layout, span: Span, names: tuple[str, ...]) -> Iterator[Edit]:
    """Takes the names off the first keyword arguments of a call."""
    call = layout.expressions.get(span)
    if not isinstance(call, ast.Call) or tuple(each.arg for each in call.keywords[: len(names)]) != names:
        raise CannotEdit
    for each in call.keywords[: len(names)]:
        own, value = layout.span_of(each), layout.span_of(each.value)
        yield Edit(Span(span.path, own.line, own.column, value.line, value.column), "")


def _from(start: Span, end: Span) -> Span:
    """What lies between two ranges."""
    return Span(start.path, start.end_line, start.end_column, end.line, end.column)
