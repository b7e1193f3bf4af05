"""The files of one run: parsed once, and sibling files that they import constants or helpers from."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from pathlib import Path

from astroid import nodes

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.directives import Directives, parse_directives
from pyasc_lint.frontend.grammar import SyntaxIssue, TooDeep
from pyasc_lint.frontend.modules import candidates
from pyasc_lint.frontend.scopes import Scope, build_scopes
from pyasc_lint.frontend.source import Source, SourceError
from pyasc_lint.frontend.syntax import parse, walk


@dataclass(eq=False)
class SourceModule:
    """A parsed file."""

    source: Source
    tree: nodes.Module
    scope: Scope
    functions: dict[nodes.FunctionDef, Scope] = field(default_factory=dict)

    @cached_property
    def set_elsewhere(self) -> frozenset[str]:
        """Names of the module that functions set with a `global` statement: their values are not known."""
        return frozenset(name for node in walk(self.tree) if isinstance(node, nodes.Global) for name in node.names)

    @cached_property
    def has_future_annotations(self) -> bool:
        """Whether annotations of the file are strings: `from __future__ import annotations`."""
        return any(
            isinstance(node, nodes.ImportFrom) and node.modname == "__future__" and ("annotations", None) in node.names
            for node in self.tree.body
        )

    @cached_property
    def directives(self) -> Directives:
        """The `pyasc-lint:` and `noqa` comments of the file."""
        return parse_directives(self.source)

    def __post_init__(self) -> None:
        for scope in self.scope.descendants():
            if isinstance(scope.node, nodes.FunctionDef):
                self.functions[scope.node] = scope


class Project:
    """Parses files on demand and finds the file behind an import.

    `overlay` maps resolved paths to texts that replace what is on disk (an editor's buffers).
    """

    def __init__(self, sources: list[Source]) -> None:
        self._modules: dict[str, SourceModule | None] = {}
        self._overlay = {_key(source.path): source for source in sources}

    def load(self, source: Source) -> SourceModule:
        """The parsed file. Raises SyntaxIssue or TooDeep."""
        key = _key(source.path)
        module = self._modules.get(key)
        if module is None:
            tree = parse(source)
            module = SourceModule(source, tree, build_scopes(tree))
            self._modules[key] = module
        return module

    def find(self, importer: SourceModule, dotted: str, level: int) -> tuple[SourceModule, str] | None:
        """The file that `dotted` (module, perhaps with attributes after it) names, and the attributes left over."""
        folder = Path(importer.source.path).resolve().parent
        for path, rest in candidates(folder, dotted, level):
            module = self._load_path(path)
            if module is not None and module is not importer:
                return module, rest
        return None

    def _load_path(self, path: Path) -> SourceModule | None:
        key = str(path)
        if key in self._modules:
            return self._modules[key]
        module: SourceModule | None = None
        source = self._overlay.get(key)
        try:
            if source is None and path.is_file():
                source = Source.read(str(path))
            if source is not None:
                module = self.load(source)
        except (SourceError, SyntaxIssue, TooDeep, OSError):
            module = None
        self._modules[key] = module
        return module


def _key(path: str) -> str:
    try:
        return str(Path(path).resolve())
    except (OSError, RuntimeError, ValueError):
        return path
