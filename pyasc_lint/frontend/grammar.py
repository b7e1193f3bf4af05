"""Python's own parser, with failures as values; what needs no more than this never loads astroid."""

from __future__ import annotations

import ast
import warnings
from typing import TYPE_CHECKING, Literal

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


def parse_text(text: str, mode: Literal["exec", "eval"] = "exec") -> ast.AST:
    """What `ast.parse` returns and raises. Python's warnings about the user's code are not ours to print."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return ast.parse(text, mode=mode)


def parse_python(source: Source) -> ast.Module:
    """The syntax tree of a file. Raises SyntaxIssue or TooDeep."""
    try:
        tree = parse_text(source.text)
        assert isinstance(tree, ast.Module)
        return tree
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
