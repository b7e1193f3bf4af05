"""Parsing: text to an astroid tree, without the cost of astroid's inference machinery."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from astroid.manager import AstroidManager
from astroid.rebuilder import TreeRebuilder

from pyasc_lint.ir.spans import Span

if TYPE_CHECKING:
    from pyasc_lint.frontend.source import Source


class SyntaxIssue(Exception):
    """The file does not parse. `message` is the parser's, `span` the offending token."""

    def __init__(self, message: str, span: Span) -> None:
        super().__init__(message)
        self.message = message
        self.span = span


class TooDeep(Exception):
    """The file nests deeper than the parser or the tree builder can follow."""


def parse(source: Source) -> nodes.Module:
    """The astroid tree of a file. Raises SyntaxIssue or TooDeep.

    `astroid.parse` would first build the tree of the builtins, which costs more than linting a kernel.
    """
    try:
        tree = ast.parse(source.text)
        return TreeRebuilder(AstroidManager()).visit_module(tree, source.path, source.path, package=False)
    except SyntaxError as error:
        raise SyntaxIssue(error.msg or "invalid syntax", _span_of(error, source)) from None
    except ValueError as error:  # null bytes on Python < 3.12
        raise SyntaxIssue(str(error), Span(source.path, 1, 1, 1, 2)) from None
    except (RecursionError, MemoryError):
        raise TooDeep from None


def _span_of(error: SyntaxError, source: Source) -> Span:
    line = min(max(error.lineno or 1, 1), max(len(source.lines), 1))
    column = max(error.offset or 1, 1)
    end_line = error.end_lineno or line
    end_column = error.end_offset or column + 1
    if end_line < line or (end_line == line and end_column <= column):
        end_line, end_column = line, column + 1
    return Span(source.path, line, column, end_line, end_column)


def walk(root: nodes.NodeNG, enter: type[nodes.NodeNG] | tuple[type[nodes.NodeNG], ...] = ()) -> Iterator[nodes.NodeNG]:
    """All nodes below `root` in source order, without entering nodes of the types `enter` (they are still yielded)."""
    stack = list(root.get_children())[::-1]
    while stack:
        node = stack.pop()
        yield node
        if not (enter and isinstance(node, enter)):
            below = list(node.get_children())
            if below:
                stack.extend(below[::-1])
