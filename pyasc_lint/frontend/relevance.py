"""Which files of a run may hold kernels or launches: asked of every file, so it looks at text alone."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.frontend.imports import imported_words
from pyasc_lint.frontend.source import Source


def relevant(sources: Sequence[Source]) -> list[Source]:
    """Files that mention pyasc, and those with a subscript that import one with a kernel: it may be a launch."""
    names = {_module_name(source) for source in sources if source.mentions_asc and "jit" in source.text}
    return [source for source in sources if source.mentions_asc or (names and _may_launch(source.text, names))]


def _may_launch(text: str, names: set[str]) -> bool:
    return "[" in text and not names.isdisjoint(imported_words(text))


def _module_name(source: Source) -> str:
    """The name that the file is imported by; that of its folder for a package."""
    parts = source.path.replace("\\", "/").split("/")
    stem = parts[-1].removesuffix(".py")
    return parts[-2] if stem == "__init__" and len(parts) > 1 else stem
