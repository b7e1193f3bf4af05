"""Edits of expressions: names, arguments, numbers."""

from __future__ import annotations

import ast
import bisect
import keyword as keywords
import operator
import tokenize
from collections.abc import Callable, Iterator

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.editing.layout import CannotEdit, Function, Layout

_FOLDED: dict[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul,
}  # fmt: skip

_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def named(layout: Layout, span: Span, name: str) -> str:
    """The text of the call at `span`, which stands in one line, with another last name."""
    old = last_name(layout, span)
    if span.line != span.end_line:
        raise CannotEdit
    line = layout.source.lines[span.line - 1]
    return line[span.column - 1 : old.column - 1] + name + line[old.end_column - 1 : span.end_column - 1]


def last_name(layout: Layout, span: Span) -> Span:
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


def member(layout: Layout, span: Span, enum: str, name: str) -> Edit:
    """Another member of an enum, named as the one that stands there, or in full in the place of anything else."""
    if isinstance(layout.expressions.get(span), ast.Attribute):
        return Edit(last_name(layout, span), name)
    return Edit(span, f"asc.{enum}.{name}")


def inserted(span: Span, text: str) -> Edit:
    """Text before a range."""
    return Edit(Span(span.path, span.line, span.column, span.line, span.column), text)


def appended(span: Span, text: str) -> Edit:
    """Text behind a range."""
    return Edit(Span(span.path, span.end_line, span.end_column, span.end_line, span.end_column), text)


def number(layout: Layout, span: Span, alone: int, shared: int) -> Edit:
    """Another value for the number at `span`: `shared` for a constant that it names and that only its function uses,
    `alone` in the place of anything else that is made of constants."""
    node = layout.expressions.get(span)
    if isinstance(node, ast.Name):
        value = _constant(layout, node.id)
        if _constant_value(layout, value) is not None and _is_used_in_one_function(layout, node.id):
            return Edit(layout.span_of(value), str(shared))
    if not isinstance(node, ast.expr) or _constant_value(layout, node) is None:
        raise CannotEdit
    return Edit(span, str(alone))


def around(layout: Layout, span: Span, before: str, after: str) -> Iterator[Edit]:
    """Makes the expression at `span` an operand: text before and after it, in brackets where it is more than a name."""
    node, whole = layout.expressions.get(span), with_brackets(layout, span)
    if node is None:
        raise CannotEdit
    is_atom = isinstance(node, _ATOMS) or (isinstance(node, ast.Constant) and isinstance(node.value, int))
    bare = is_atom or whole != span
    yield inserted(whole, before if bare else f"{before}(")
    yield appended(whole, after if bare else f"){after}")


def with_brackets(layout: Layout, span: Span) -> Span:
    """The range of an expression with the brackets that do nothing but group it."""
    tokens = layout.tokens
    places = [(token.start[0], token.start[1] + 1) for token in tokens]
    first = bisect.bisect_left(places, (span.line, span.column))
    behind = bisect.bisect_left(places, (span.end_line, span.end_column))
    while first > 0 and behind < len(tokens) and (tokens[first - 1].string, tokens[behind].string) == ("(", ")"):
        if first > 1 and _ends_operand(tokens[first - 2]):  # the brackets of a call
            break
        first, behind = first - 1, behind + 1
    start, end = tokens[first].start, tokens[behind - 1].end
    return Span(span.path, start[0], start[1] + 1, end[0], end[1] + 1)


def _ends_operand(token: tokenize.TokenInfo) -> bool:
    if token.type == tokenize.NAME:
        return not keywords.iskeyword(token.string)
    return token.string in (")", "]", "}") or token.type == tokenize.STRING


def rounded_up(layout: Layout, span: Span, step: int) -> Iterator[Edit]:
    """The next multiple of `step`: of a number, or of what an expression will be."""
    node = layout.expressions.get(span)
    value = _literal_value(node) if isinstance(node, ast.expr) else None
    if value is not None:
        yield Edit(span, str(-(-value // step) * step))
    else:
        yield from around(layout, span, "(", f" + {step - 1}) // {step} * {step}")


def without_size(layout: Layout, span: Span, element: str) -> Iterator[Edit]:
    """Elements instead of bytes: the factor `.sizeof()` of a product goes, anything else is divided by the size."""
    match layout.expressions.get(span):
        case ast.BinOp(left=kept, op=ast.Mult(), right=size) if _is_size(size):
            yield _dropped(layout, span, kept)
        case ast.BinOp(left=size, op=ast.Mult(), right=kept) if _is_size(size):
            yield _dropped(layout, span, kept)
        case _:
            yield from around(layout, span, "", f" // asc.{element}.sizeof()")


def integral(layout: Layout, span: Span) -> Edit:
    """The number at `span` as an integer: `//` for the `/` of a quotient, no fraction for a literal."""
    node = layout.expressions.get(span)
    if isinstance(node, ast.Subscript):
        node = index_of(node)
    match node:
        case ast.Constant(value=float() | bool() as value) if int(value) == value:
            return Edit(layout.span_of(node), str(int(value)))
        case ast.BinOp(op=ast.Div()):
            return operator_of(layout, span, "//")
    raise CannotEdit


def operator_of(layout: Layout, span: Span, text: str) -> Edit:
    """Another operator between two operands."""
    node = layout.expressions.get(span)
    if not isinstance(node, ast.BinOp):
        raise CannotEdit
    end = layout.span_of(node.left)
    for token in layout.tokens:
        place = (token.start[0], token.start[1] + 1)
        if place >= (end.end_line, end.end_column) and token.string != ")":
            return Edit(Span(span.path, *place, token.end[0], token.end[1] + 1), text)
    raise CannotEdit


def around_operand(layout: Layout, span: Span, before: str, after: str) -> Iterator[Edit]:
    """Text around the operand beside a number, the index of a subscript, or what a name is bound to."""
    node = layout.expressions.get(span)
    operand: ast.expr | None = None
    match node:
        case ast.Subscript():
            operand = index_of(node)
        case ast.BinOp(left=operand, right=right) if _literal_value(right) is not None or isinstance(
            right, ast.Constant
        ):
            pass
        case ast.BinOp(left=ast.Constant(), right=operand):
            pass
        case None:
            match layout.statement_at(span).node:
                case ast.Assign(targets=[ast.Name()], value=operand):
                    pass
    if operand is None:
        raise CannotEdit
    yield from around(layout, layout.span_of(operand), before, after)


def index_of(node: ast.Subscript) -> ast.expr:
    """The index of `t[i]`, the start of `t[i:]`. Raises CannotEdit for other subscripts."""
    match node.slice:
        case ast.Slice(lower=ast.expr() as lower, upper=None, step=None):
            return lower
        case ast.Slice() | ast.Tuple():
            raise CannotEdit
    return node.slice


def _constant(layout: Layout, name: str) -> ast.expr:
    """What the only assignment to a name gives it. Raises CannotEdit where it is bound in another way as well."""
    named = layout.named.get(name, [])
    stores = [each for each in named if isinstance(each, ast.arg) or isinstance(each.ctx, ast.Store)]
    for statement in layout.statements:
        match statement.node:
            case ast.Assign(targets=[ast.Name() as target], value=value) if [target] == stores:
                return value
            case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value) if [target] == stores:
                return value
    raise CannotEdit


def _is_used_in_one_function(layout: Layout, name: str) -> bool:
    found: Function | None = None
    for each in layout.named.get(name, []):
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Load):
            try:
                function = layout.function_at(layout.span_of(each))
            except CannotEdit:  # in the module itself
                return False
            if found not in (None, function):
                return False
            found = function
    return found is not None


def _literal_value(node: ast.expr) -> int | None:
    """The value of an expression of numbers; None where there is more in it."""
    match node:
        case ast.Constant(value=int(value)):
            return value
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _FOLDED:
            one, other = _literal_value(left), _literal_value(right)
            return None if one is None or other is None else _FOLDED[type(op)](one, other)
    return None


def _constant_value(layout: Layout, node: ast.expr) -> int | None:
    """The value of an expression of numbers and constants of the module; None where there is more in it."""
    match node:
        case ast.Name(id=name):
            return _constant_value(layout, _constant(layout, name))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _FOLDED:
            one, other = _constant_value(layout, left), _constant_value(layout, right)
            return None if one is None or other is None else _FOLDED[type(op)](one, other)
    return _literal_value(node)


def _is_size(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "sizeof"


def _dropped(layout: Layout, span: Span, kept: ast.expr) -> Edit:
    """The whole gives way to one of its operands."""
    return Edit(span, layout.source.slice(layout.span_of(kept)))
