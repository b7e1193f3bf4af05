"""Comparisons and junctions in the only form that pyasc takes: of two operands."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.editing.expressions import inserted
from pyasc_lint.editing.layout import CannotEdit, Layout

_SIMPLE = (ast.Name, ast.Attribute, ast.Constant)
"""What may be computed twice."""

_OPERATORS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!=",
}  # fmt: skip


def in_pairs(layout: Layout, span: Span) -> Iterator[Edit]:
    """`(a < b) and (b < c)` for `a < b < c`, `(a and b) and c` for `a and b and c`."""
    match layout.expressions.get(span):
        case ast.Compare() as node:
            yield _comparisons(layout, span, node)
        case ast.BoolOp(op=op, values=values):
            word = "and" if isinstance(op, ast.And) else "or"
            yield inserted(span, "(" * (len(values) - 2))
            for value in values[1:-1]:
                yield inserted(_end_of_operand(layout, layout.span_of(value), word), ")")
        case _:
            raise CannotEdit


def _comparisons(layout: Layout, span: Span, node: ast.Compare) -> Edit:
    operands = [node.left, *node.comparators]
    if not all(isinstance(each, _SIMPLE) for each in operands[1:-1]):
        raise CannotEdit
    if not all(isinstance(each, (*_SIMPLE, ast.BinOp, ast.Call, ast.Subscript)) for each in operands):
        raise CannotEdit
    texts = [layout.source.slice(layout.span_of(each)) for each in operands]
    if any("\n" in text for text in texts) or any(type(op) not in _OPERATORS for op in node.ops):
        raise CannotEdit
    steps = zip(texts, node.ops, texts[1:], strict=False)
    first, second, *rest = [f"({left} {_OPERATORS[type(op)]} {right})" for left, op, right in steps]
    whole = f"{first} and {second}"
    for pair in rest:
        whole = f"({whole}) and {pair}"
    return Edit(span, whole)


def _end_of_operand(layout: Layout, span: Span, word: str) -> Span:
    """The place behind an operand with the brackets around it: before the next `and` or `or`."""
    last = (span.end_line, span.end_column)
    for token in layout.tokens:
        if (token.start[0], token.start[1] + 1) < (span.end_line, span.end_column):
            continue
        if token.string == word:
            return Span(span.path, *last, *last)
        last = (token.end[0], token.end[1] + 1)
    raise CannotEdit
