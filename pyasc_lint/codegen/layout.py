"""How the generated text is laid out: paragraphs as in the source, long lines broken."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.ir.nodes import Block, Stmt, sub_blocks

INDENT = "    "
_WIDTH = 120


def wrapped(text: str, indent: str) -> list[str]:
    """A line as one or more, broken after commas: of the outermost call if that is enough."""
    if len(indent) + len(text) <= _WIDTH or text.startswith("//"):
        return [f"{indent}{text}" if text else ""]
    lines = [text]
    for depth in (1, 2):
        lines = _broken(text, _commas(text, depth), _WIDTH - len(indent) - len(INDENT))
        if all(len(line) <= _WIDTH - len(indent) for line in lines):
            break
    return [f"{indent}{INDENT if number else ''}{line}" for number, line in enumerate(lines)]


def _broken(text: str, places: list[int], room: int) -> list[str]:
    """The text in pieces of at most `room` characters where the places allow."""
    lines: list[str] = []
    start = last = 0
    for place in [*places, len(text)]:
        if place - start > room and last > start:
            lines.append(text[start:last])
            start = last + 1
        last = place
    return [*lines, text[start:]]


def _commas(text: str, limit: int) -> list[int]:
    """The ends of commas inside at most that many parentheses and braces, and outside of strings."""
    found, depth, quoted, escaped = [], 0, False, False
    for index, char in enumerate(text):
        if escaped:
            escaped = False
        elif char == "\\":
            escaped = True
        elif char == '"':
            quoted = not quoted
        elif not quoted:
            depth += (char in "({") - (char in ")}")
            if char == "," and depth <= limit and text[index + 1 : index + 2] == " ":
                found.append(index + 1)
    return found


def paragraphs(block: Block) -> Iterator[list[Stmt]]:
    """Runs of statements that stand close together in the source: no blank line between, no loop or branch inside."""
    group: list[Stmt] = []
    for stmt in block:
        if group and not _continues(group[-1], stmt):
            yield group
            group = []
        group.append(stmt)
    if group:
        yield group


def _continues(before: Stmt, stmt: Stmt) -> bool:
    if sub_blocks(before) or before.span.path != stmt.span.path:
        return False
    return before.span.line <= stmt.span.line <= before.span.end_line + 1
