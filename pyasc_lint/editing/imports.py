"""Edits of imports and decorators."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from pyasc_lint.diagnostics import Edit, Span
from pyasc_lint.editing import arguments, expressions
from pyasc_lint.editing.layout import CannotEdit, Layout
from pyasc_lint.editing.statements import after_node, before_node, deletion_of


def import_of_asc(layout: Layout) -> Edit:
    """Imports the package beside what is imported from it."""
    for node in layout.tree.body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "asc" and not node.level:
            return before_node(layout, node, "import asc")
    raise CannotEdit


def without_import(layout: Layout, module: str, name: str) -> Edit:
    """Takes a name out of what the file imports from a module."""
    for node in layout.tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == module and not node.level:
            names = [alias.name for alias in node.names]
            if names == [name]:
                return deletion_of(layout, node)
            if name in names:
                at = names.index(name)
                own, beside = (layout.span_of(node.names[index]) for index in (at, at - 1 if at else 1))
                if at:
                    return Edit(_between(beside.end_line, beside.end_column, own.end_line, own.end_column, own), "")
                return Edit(_between(own.line, own.column, beside.line, beside.column, own), "")
    raise CannotEdit


def option(layout: Layout, span: Span, name: str, home: tuple[str, str], member: str) -> Iterator[Edit]:
    """Gives the `jit` decorator of a function an option: a member of a class, of which `home` is module and name."""
    module, cls = home
    for decorator in layout.function_at(span).decorator_list:
        call = decorator if isinstance(decorator, ast.Call) else None
        callee = call.func if call is not None else decorator
        if (callee.attr if isinstance(callee, ast.Attribute) else getattr(callee, "id", "")) != "jit":
            continue
        given = next((each for each in call.keywords if each.arg == name), None) if call is not None else None
        if given is not None:
            yield Edit(expressions.last_name(layout, layout.span_of(given.value)), member)
            return
        yield from _import_of(layout, module, cls)
        place, text = layout.span_of(decorator), f"{name}={cls}.{member}"
        yield (
            arguments.argument(layout, place, text) if call is not None else expressions.appended(place, f"({text})")
        )
        return
    raise CannotEdit


def _import_of(layout: Layout, module: str, name: str) -> Iterator[Edit]:
    last: ast.stmt | None = None
    for node in layout.tree.body:
        if isinstance(node, ast.ImportFrom) and any((alias.asname or alias.name) == name for alias in node.names):
            return
        if isinstance(node, ast.Import | ast.ImportFrom):
            last = node
    if last is None:
        raise CannotEdit
    yield after_node(layout, last, f"from {module} import {name}")


def _between(line: int, column: int, end_line: int, end_column: int, span: Span) -> Span:
    return Span(span.path, line, column, end_line, end_column)
