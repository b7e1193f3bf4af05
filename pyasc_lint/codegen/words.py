"""Small texts that messages share."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from pyasc_lint.ir.nodes import Kernel


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """`; did you mean x?`, or nothing."""
    near = difflib.get_close_matches(name, list(known), n=1)
    return f"; did you mean {near[0]}?" if near else ""


def comment(text: str) -> str:
    """A text that is safe behind `//`: one line, and none that continues on the next."""
    return "".join(char if char.isprintable() else " " for char in text).replace("\\", "/")


def joined(parts: Sequence[str], word: str) -> str:
    """`a, b and c`."""
    return f" {word} ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def origin(kernel: Kernel) -> str:
    """A comment: where the kernel comes from, and what it is emitted for."""
    text = kernel.launch.text if kernel.launch is not None else kernel.name
    return comment(f"// {PurePath(kernel.path).name}:{kernel.span.line}: {text}")
