"""Edits of whole statements: put before or after others, moved, deleted."""

from __future__ import annotations

import ast

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.editing.layout import CannotEdit, Layout, Statement


def before(layout: Layout, span: Span, text: str) -> Edit:
    """Puts a statement before the one at `span`."""
    return _before(layout, _reached(layout, span), text)


def before_node(layout: Layout, node: ast.stmt, text: str) -> Edit:
    """Puts a statement before another one."""
    return _before(layout, layout.statement(node), text)


def after_node(layout: Layout, node: ast.stmt, text: str) -> Edit:
    """Puts a statement after another one."""
    return _after(layout, layout.statement(node), text)


def after(layout: Layout, span: Span, text: str) -> Edit:
    """Puts a statement after the one at `span`."""
    return _after(layout, _whole(layout, span), text)


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


def first(layout: Layout, span: Span, text: str) -> Edit:
    """Puts a statement at the start of the function around `span`, after its docstring."""
    body = layout.function_at(span).body
    start = layout.statement(body[0])
    match start.node:
        case ast.Expr(value=ast.Constant(value=str())):
            if len(body) == 1:
                return _after(layout, start, text)
            start = layout.statement(body[1])
    return _before(layout, start, text)


def last(layout: Layout, span: Span, text: str) -> Edit:
    """Puts a statement at the end of the function around `span`."""
    end = layout.statement(layout.function_at(span).body[-1])
    return (_before if isinstance(end.node, ast.Return) else _after)(layout, end, text)


def simple(layout: Layout, span: Span) -> Statement:
    """The statement that is the expression at `span`, or binds one name to it. Raises CannotEdit."""
    statement = layout.statement_at(span)
    match statement.node:
        case ast.Expr(value=value) | ast.Assign(targets=[ast.Name()], value=value) if layout.span_of(value) == span:
            return statement
    raise CannotEdit


def moved(layout: Layout, span: Span, loop: Span) -> tuple[Edit, Edit]:
    """Moves the statement at `span` before the loop around it, if nothing in the loop changes its operands."""
    statement, around = simple(layout, span), layout.statement_at(loop)
    node = around.node
    if not isinstance(node, ast.For | ast.While) or statement.siblings is not node.body:
        raise CannotEdit
    if _names(statement.node, ast.Load) & _names(node, ast.Store):
        raise CannotEdit
    return _before(layout, around, layout.source.slice(statement.span)), deletion(layout, span)


def _names(node: ast.AST, context: type[ast.expr_context]) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name) and isinstance(each.ctx, context)}


def deletion(layout: Layout, span: Span) -> Edit:
    """Deletes the statement that is the expression at `span`, or binds one name to it."""
    return _deletion(layout, simple(layout, span))


def deletion_of(layout: Layout, node: ast.stmt) -> Edit:
    """Deletes a statement."""
    return _deletion(layout, layout.statement(node))


def _deletion(layout: Layout, statement: Statement) -> Edit:
    span, lines = statement.span, layout.source.lines
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
