"""The lines of a function: indented, broken where they are long, and traced back to the source on request."""

from __future__ import annotations

import os

from pyasc_lint.codegen.ctypes import string
from pyasc_lint.codegen.layout import INDENT, wrapped
from pyasc_lint.ir.spans import Span


class Lines:
    """Collects lines. `at` is the place in the source of the next ones; `home` is the file of the kernel."""

    def __init__(self, home: str, directives: bool) -> None:
        self.text: list[str] = []
        self.depth = 1
        self.at: Span | None = None
        self.directives = directives
        self._relative = not os.path.isabs(home)
        self._next: tuple[str, int] | None = None
        """What the compiler takes the next line for."""

    def add(self, text: str) -> None:
        """One statement, comment or brace; "" is an empty line."""
        indent = INDENT * self.depth
        if not self.directives or self.at is None:
            self.text += wrapped(text, indent)
            return
        place = (self._shown(self.at.path), self.at.line)
        if place != self._next and text and not text.startswith(("//", "}")):
            self.text.append(line_directive(*place))
            self._next = place
        self.text.append(f"{indent}{text}" if text else "")  # a broken line would count as several
        if self._next is not None:
            self._next = (self._next[0], self._next[1] + 1)

    def _shown(self, path: str) -> str:
        """A path as the user would write it: a file that an import led to is known by its absolute path."""
        return os.path.relpath(path) if self._relative and os.path.isabs(path) else path


def line_directive(path: str, line: int) -> str:
    """`#line`: the next line is that line of that file."""
    return f"#line {line} {string(path)}"
