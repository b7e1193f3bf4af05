"""`assume` comments: the text of a condition to IR conditions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, cast

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from pyasc_lint.frontend.grammar import parse_text
from pyasc_lint.ir.nodes import Binary, Compare, DTypeExpr, Expr, Foreign, Remark, Sequence, Unknown
from pyasc_lint.ir.types import DType

if TYPE_CHECKING:
    from pyasc_lint.frontend.directives import Assume as AssumeDirective
    from pyasc_lint.frontend.lowering.kernel import KernelLowering
    from pyasc_lint.frontend.lowering.statements import StatementLowering

_ALLOWED = (
    nodes.Compare, nodes.BinOp, nodes.UnaryOp, nodes.BoolOp, nodes.Name, nodes.Const, nodes.Attribute, nodes.Tuple,
    nodes.List, nodes.Call,
)  # fmt: skip
_DTYPE_NAMES = frozenset({"float16", "half", "float32", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32",
                          "uint64", "float64", "double"})  # fmt: skip


def conditions(lowering: StatementLowering, directive: AssumeDirective) -> list[tuple[Expr, str]]:
    """The conditions of one comment, each with its text; a malformed one becomes an "assume" remark instead."""
    try:
        tree = parse_text(directive.text.strip(), mode="eval")
        assert isinstance(tree, ast.Expression)
        _move(tree, directive, lowering)
        wrapped = ast.fix_missing_locations(ast.Module([ast.Expr(tree.body)], []))
        module = TreeRebuilder(AstroidManager()).visit_module(wrapped, "assume", "assume", package=False)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        _report(lowering, directive, "syntax", text=directive.text.strip())
        return []
    expression = module.body[0].value
    listed = cast("list[nodes.NodeNG]", expression.elts) if isinstance(expression, nodes.Tuple) else [expression]
    result = []
    for part in listed:
        condition = _condition(lowering, directive, part)
        if condition is not None:
            result.append((condition, part.as_string()))
    return result


def _move(tree: ast.Expression, directive: AssumeDirective, lowering: StatementLowering) -> None:
    """Give the nodes of the comment's text the positions they have in the file."""
    line = directive.span.line
    offset = len(lowering.module.source.lines[line - 1][: directive.expr_column - 1].encode())
    for node in ast.walk(tree):
        if isinstance(node, ast.expr):
            node.lineno = node.end_lineno = line
            node.col_offset += offset
            node.end_col_offset = (node.end_col_offset or 0) + offset


def _condition(lowering: StatementLowering, directive: AssumeDirective, node: nodes.NodeNG) -> Expr | None:
    if not isinstance(node, nodes.Compare | nodes.BoolOp | nodes.UnaryOp):
        _report(lowering, directive, "condition", text=node.as_string())
        return None
    for inner in [node, *_below(node)]:
        if not isinstance(inner, _ALLOWED):
            _report(lowering, directive, "condition", text=node.as_string())
            return None
        if isinstance(inner, nodes.Name) and not _known(lowering, inner.name):
            _report(lowering, directive, "name", name=inner.name, text=node.as_string())
            return None
    value = _evaluate(lowering, node)
    if value is None or not _usable(value):
        _report(lowering, directive, "condition", text=node.as_string())
        return None
    return value


def _usable(value: Expr) -> bool:
    """Whether every part of a condition means something to the analysis."""
    todo = [value]
    while todo:
        part = todo.pop()
        if isinstance(part, Foreign | Unknown):
            return False
        todo.extend(part.children())
    return True


def _evaluate(lowering: StatementLowering, node: nodes.NodeNG) -> Expr | None:
    """Chained comparisons and `in` are plain here, whatever pyasc says of them in a kernel."""
    if isinstance(node, nodes.BoolOp):
        parts = [_evaluate(lowering, value) for value in node.values]
        result = parts[0]
        for part in parts[1:]:
            if result is None or part is None:
                return None
            result = Binary(node.op, result, part)
        return result
    if isinstance(node, nodes.Compare):
        left = _term(lowering, node.left)
        result = None
        for op, right_node in node.ops:
            right = _term(lowering, right_node)
            test: Expr = Compare(op, left, right)
            result = test if result is None else Binary("and", result, test)
            left = right
        return result
    return lowering.operand(node)


def _term(lowering: StatementLowering, node: nodes.NodeNG) -> Expr:
    if isinstance(node, nodes.Name) and node.name in _DTYPE_NAMES and node.name not in lowering.frame.env:
        value = lowering.resolver.attribute("", node.name)
        if isinstance(value, DTypeExpr) and isinstance(value.element, DType):
            return value
    if isinstance(node, nodes.Tuple | nodes.List):
        return Sequence("tuple", tuple(_term(lowering, item) for item in cast("list[nodes.NodeNG]", node.elts)))
    return lowering.operand(node)


def _known(lowering: StatementLowering, name: str) -> bool:
    if name in lowering.frame.env or name in _DTYPE_NAMES:
        return True
    return lowering.resolver.lookup(lowering.module, lowering.scope, name) is not None


def _below(node: nodes.NodeNG) -> list[nodes.NodeNG]:
    found, todo = [], list(node.get_children())
    while todo:
        inner = todo.pop()
        found.append(inner)
        todo.extend(inner.get_children())
    return found


def _report(lowering: StatementLowering, directive: AssumeDirective, problem: str, **data: object) -> None:
    remarks: KernelLowering = lowering  # type: ignore[assignment]
    remarks.remarks.append(Remark("assume", directive.span, {"problem": problem, **data}, lowering.frame.stack))
