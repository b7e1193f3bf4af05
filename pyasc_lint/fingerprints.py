"""What a finding is known by from one run to the next, wherever its line has moved: by content, not by line number."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import astuple
from pathlib import Path

from pyasc_lint.deferred import dataclass
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.files import portable
from pyasc_lint.frontend.source import Sources
from pyasc_lint.reports import FileReport


@dataclass(frozen=True, slots=True, order=True)
class Identity:
    """A finding without its place: file, code (with the trap), kernel, and the source lines it points at.

    The message is no part of it: its addresses change with every line above. Blanks in `text` are single.
    """

    path: str
    code: str
    kernel: str
    text: str


def identity(found: Diagnostic, sources: Sources, root: Path) -> Identity:
    """What the finding is known by; its path is relative to `root`."""
    span = found.span
    code = found.code if found.trap is None else f"{found.code}[{found.trap}]"
    whole_file = (span.line, span.column, span.end_line, span.end_column) == (1, 1, 1, 1)
    lines = () if whole_file else sources.of(span.path).lines[span.line - 1 : span.end_line]
    return Identity(portable(span.path, root), code, found.kernel or "", " ".join(" ".join(lines).split()))


def fingerprints(reports: Sequence[FileReport], root: Path) -> Iterator[tuple[Diagnostic, str]]:
    """Every finding with its fingerprint, unique in the run: equal findings are told apart by their order."""
    sources = Sources(each.source for each in reports)
    seen: Counter[Identity] = Counter()
    for found in _findings(reports):
        known = identity(found, sources, root)
        text = "\0".join((*astuple(known), str(seen[known])))
        seen[known] += 1
        yield found, hashlib.blake2b(text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _findings(reports: Iterable[FileReport]) -> Iterator[Diagnostic]:
    return (found for each in reports for found in each.diagnostics)
