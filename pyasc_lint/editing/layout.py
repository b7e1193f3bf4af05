"""Where statements, calls and names stand in a source: what an edit needs to know beside the place of a finding."""

from __future__ import annotations

import ast
import io
import tokenize
from collections.abc import Iterator
from functools import cached_property

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.grammar import parse_python
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.spans import Span

_NO_CODE = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE})

Function = ast.FunctionDef | ast.AsyncFunctionDef


class CannotEdit(Exception):
    """The source has no place for the change."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A statement with the range it covers; `siblings` are all statements of its block, in order."""

    node: ast.stmt
    span: Span
    siblings: list[ast.stmt]
    branch: bool = False
    """Whether it is an `elif`: nothing can stand before it."""

    @property
    def is_compound(self) -> bool:
        return hasattr(self.node, "body")


class Layout:
    """The structure of one source. Raises SyntaxIssue or TooDeep where it does not parse."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.tree = parse_python(source)

    def span_of(self, node: ast.stmt | ast.expr | ast.arg | ast.alias | ast.keyword) -> Span:
        return self.source.span(node.lineno, node.col_offset, node.end_lineno, node.end_col_offset)

    def statement_at(self, span: Span) -> Statement:
        """The innermost statement around the start of a range. Raises CannotEdit."""
        place = (span.line, span.column)
        best: Statement | None = None
        for each in self.statements:
            if (each.span.line, each.span.column) <= place < (each.span.end_line, each.span.end_column):
                best = each  # in source order, so the last one that covers the place is the innermost
        if best is None:
            raise CannotEdit
        return best

    def function_at(self, span: Span) -> Function:
        """The innermost function around a place. Raises CannotEdit."""
        around = [each for each in self.statements if isinstance(each.node, Function) and _covers(each.span, span)]
        if not around:
            raise CannotEdit
        node = around[-1].node
        assert isinstance(node, Function)
        return node

    def statement(self, node: ast.stmt) -> Statement:
        return next(each for each in self.statements if each.node is node)

    @cached_property
    def statements(self) -> list[Statement]:
        """All statements in source order."""
        return list(self._statements(self.tree))

    def _statements(self, tree: ast.AST) -> Iterator[Statement]:
        for name, block in ast.iter_fields(tree):
            if not isinstance(block, list):
                continue
            for node in block:
                if isinstance(node, ast.stmt):
                    branch = name == "orelse" and isinstance(node, ast.If) and self._starts_with(node, "elif")
                    yield Statement(node, self.span_of(node), block, branch)
                if isinstance(node, ast.stmt | ast.excepthandler | ast.match_case):
                    yield from self._statements(node)

    def _starts_with(self, node: ast.stmt, word: str) -> bool:
        span = self.span_of(node)
        return self.source.lines[span.line - 1][span.column - 1 :].startswith(word)

    @cached_property
    def expressions(self) -> dict[Span, ast.expr | ast.arg | ast.alias | ast.keyword]:
        """Expressions, parameters, imported names and keyword arguments by the range that they cover."""
        found: dict[Span, ast.expr | ast.arg | ast.alias | ast.keyword] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.expr | ast.arg | ast.alias | ast.keyword):
                found.setdefault(self.span_of(node), node)
        return found

    def last_token_before(self, line: int, column: int) -> tokenize.TokenInfo:
        """The last token with code that ends at or before a place. Raises CannotEdit."""
        before = [token for token in self.tokens if (token.end[0], token.end[1] + 1) <= (line, column) and token.string]
        if not before:
            raise CannotEdit
        return before[-1]

    @cached_property
    def named(self) -> dict[str, list[ast.Name | ast.arg]]:
        """Every name and parameter by what it is called."""
        found: dict[str, list[ast.Name | ast.arg]] = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Name | ast.arg):
                found.setdefault(node.id if isinstance(node, ast.Name) else node.arg, []).append(node)
        return found

    @cached_property
    def tokens(self) -> list[tokenize.TokenInfo]:
        """The tokens with code in them."""
        readline = io.StringIO(self.source.text).readline
        return [token for token in tokenize.generate_tokens(readline) if token.type not in _NO_CODE]

    @cached_property
    def asc(self) -> str | None:
        """The name of the package in this file, None where only names of it are imported."""
        for node in self.tree.body:
            if isinstance(node, ast.Import):
                for alias in node.names:
                    if alias.name == "asc" or (alias.asname is None and alias.name.startswith("asc.")):
                        return alias.asname or "asc"
        return None


def _covers(outer: Span, inner: Span) -> bool:
    start, end = (outer.line, outer.column), (outer.end_line, outer.end_column)
    return start <= (inner.line, inner.column) < end
