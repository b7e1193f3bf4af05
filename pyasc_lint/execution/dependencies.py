"""What the report of a file depends on: the files that it imports, and those that import it, for they may launch it."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from pyasc_lint.execution.store import Store
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep, parse_python
from pyasc_lint.frontend.modules import candidates
from pyasc_lint.frontend.relevance import relevant
from pyasc_lint.frontend.source import Source, SourceError

_MOST = 400
"""Files that one may depend on before it is checked anew each time: more are costlier to read than to analyse."""

Import = tuple[str, int]
"""A dotted name and the number of dots before it."""


class Dependencies:
    """The files of a run that matter to kernels, and what they import, in the run or not."""

    def __init__(self, sources: Sequence[Source], store: Store) -> None:
        self._store = store
        self._files: dict[str, Source | None] = {}
        self._targets: dict[tuple[Path, str, int], list[str]] = {}
        self._folders: dict[str, Path] = {}
        self._closures: dict[str, frozenset[str] | None] = {}
        self._run: dict[str, str] = {}
        for source in relevant(sources):
            where = str(Path(source.path).resolve())
            self._run[source.path] = where
            self._files[where] = source
        self._users: dict[str, list[str]] = {}
        for where in self._run.values():
            for used in self._closure(where) or ():
                self._users.setdefault(used, []).append(where)

    def of(self, source: Source) -> list[Source] | None:
        """All files that decide what is reported of one; None where it is not worth knowing.

        A file without pyasc has none; those of the run come as they were given.
        """
        where = self._run.get(source.path)
        if where is None:
            return None
        found: set[str] = set()
        for each in (where, *self._users.get(where, ())):
            closure = self._closure(each)
            if closure is None:
                return None
            found |= closure
        files = (self._files[each] for each in sorted(found))
        return [file for file in files if file is not None]

    def _closure(self, start: str) -> frozenset[str] | None:
        """A file with all it imports, directly or not; None where that is too much."""
        if start not in self._closures:
            seen, waiting = {start}, [start]
            while waiting and len(seen) <= _MOST:
                for each in self._imported(waiting.pop()):
                    if each not in seen:
                        seen.add(each)
                        waiting.append(each)
            self._closures[start] = frozenset(seen) if len(seen) <= _MOST else None
        return self._closures[start]

    def _imported(self, where: str) -> Iterator[str]:
        """The files that exist for the imports of one, whichever of them Python would take."""
        source = self._file(where)
        if source is None:
            return
        folder = self._folders.setdefault(where, Path(where).parent)
        for dotted, level in self._imports(source):
            key = (folder, dotted, level)
            if key not in self._targets:
                paths = (str(path) for path, _ in candidates(folder, dotted, level))
                self._targets[key] = [path for path in paths if self._file(path) is not None]
            yield from self._targets[key]

    def _file(self, where: str) -> Source | None:
        if where not in self._files:
            self._files[where] = None
            try:
                if Path(where).is_file():
                    self._files[where] = Source.read(where)
            except (SourceError, OSError):
                pass
        return self._files[where]

    def _imports(self, source: Source) -> list[Import]:
        key = f"imports-{content_hash(source)}"
        known = self._store.get(key)
        if known is None:
            known = sorted(set(_imports_of(source)))
            self._store.put(key, known)
        return [(str(dotted), int(level)) for dotted, level in known]


def content_hash(source: Source) -> str:
    return hashlib.blake2b(source.text.encode("utf-8", "replace"), digest_size=16).hexdigest()


def _imports_of(source: Source) -> Iterator[Import]:
    if "import" not in source.text:
        return
    try:
        tree = parse_python(source)
    except (SyntaxIssue, TooDeep):
        return  # such a file gives nothing to those that import it
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name, 0) for alias in node.names if alias.name.split(".")[0] != "asc")
        elif isinstance(node, ast.ImportFrom):
            stem = node.module or ""
            if node.level or stem.split(".")[0] != "asc":
                yield stem, node.level
                yield from ((f"{stem}.{alias.name}".strip("."), node.level) for alias in node.names)
