"""What the server knows: open documents, settings, the chip that was picked, and the newest results."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import field
from functools import partial
from pathlib import Path

from pygls.uris import to_fs_path

from pyasc_lint import Config, FileReport, Settings
from pyasc_lint.deferred import dataclass

from .analysis import Job, Result, analyse, related
from .client import Client
from .configuration import Configurations, Wanted
from .document import Document
from .moves import Moves
from .scheduler import Unwanted
from .settings import FolderSettings
from .words import Language


@dataclass
class Session:
    """The state of one connection. `results` holds what last came of each document, `understood` what last came of it
    while it parsed; `edited` are documents that changed since they were last checked."""

    client: Client = field(default_factory=Client)
    units: str = "utf-16"
    chip: str | None = None
    initial: object = None
    settings: FolderSettings = field(default_factory=FolderSettings)
    folders: dict[str, FolderSettings] = field(default_factory=dict)
    documents: dict[str, Document] = field(default_factory=dict)
    results: dict[str, Result] = field(default_factory=dict)
    understood: dict[str, Result] = field(default_factory=dict)
    edited: set[str] = field(default_factory=set)
    configurations: Configurations = field(default_factory=Configurations)

    # ------------------------------------------------------------------------------------------------------ documents

    def path_of(self, uri: str) -> str:
        """What the analysis calls a document: its file, or a name in the first folder for one without a file."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is not None:
            return path
        name = uri.rpartition("/")[2].rpartition(":")[2] or "untitled"
        return os.path.join(next(self._roots(), os.curdir), name)

    def _roots(self) -> Iterator[str]:
        return (path for path in map(to_fs_path, self.folders) if path)

    def root(self, document: Document) -> str:
        """The workspace folder that a document is in, else the current one."""
        return next((path for path in self._roots() if Path(document.path).is_relative_to(path)), os.curdir)

    def folder_settings(self, document: Document) -> FolderSettings:
        """The settings of the innermost workspace folder around a document; else those of the window."""
        around = [
            (len(root), settings)
            for uri, settings in self.folders.items()
            if (root := to_fs_path(uri)) and Path(document.path).is_relative_to(root)
        ]
        return max(around, key=lambda each: each[0])[1] if around else self.settings

    def drop(self, uri: str) -> None:
        """The document is closed."""
        for state in (self.documents, self.results, self.understood):
            state.pop(uri, None)
        self.edited.discard(uri)

    # ----------------------------------------------------------------------------------------------------------- jobs

    def job(self, document: Document) -> Job:
        others = related(document, (other for other in self.documents.values() if other.checked))
        return Job(document, {other.path: other.text for other in others}, self._wanted(document))

    def _wanted(self, document: Document) -> Wanted:
        folder = self.folder_settings(document)
        root = self.root(document)
        update: dict[str, object] = {} if self.chip is None else {"target": (self.chip,)}
        if folder.lint.profiles:
            update["profiles"] = tuple(os.path.join(root, os.path.expanduser(path)) for path in folder.lint.profiles)
        defaults = Settings(language="zh") if self.client.chinese else Settings()
        file = folder.server.configuration
        fixed = None if file is None else Path(root, os.path.expanduser(file))
        return Wanted(folder.lint.updated(update), defaults, fixed)

    def prepare(self, uri: str) -> Callable[[Unwanted], Result | None] | None:
        """The work of checking a document as it is now; None where it is not to be checked."""
        document = self.documents.get(uri)
        if document is None or not document.checked or not self.folder_settings(document).server.enable:
            return None
        return partial(analyse, self.job(document), self.configurations)

    # -------------------------------------------------------------------------------------------------------- results

    def target_origin(self, report: FileReport) -> str:
        """Who chose the chips of a report: as it says, or `picked` where that was a command."""
        return "picked" if self.chip else report.target_origin

    def origins(self, config: Config) -> dict[str, str]:
        """Who says each setting: a file, `editor`, `picked` for a chip that was, or `default`."""
        found = {name.replace("_", "-"): origin for name, origin in config.origins.items()}
        editor = {name: "editor" for name, origin in found.items() if origin == "command line"}
        return found | editor | ({"target": "picked"} if self.chip else {})

    def problems(self, result: Result) -> list[dict[str, object]]:
        """What is wrong with the configuration of a document, and where; `path` is null for settings of the editor."""
        told: list[dict[str, object]] = [
            {"message": str(each), "path": each.path and os.path.abspath(each.path), "line": each.line}
            for each in result.problems
        ]
        wrong = self.folder_settings(result.document).problems
        settings: list[dict[str, object]] = [{"message": each, "path": None, "line": None} for each in wrong]
        return [*settings, *told]

    def current(self, uri: str) -> Result | None:
        """What came of the document as it is now; None where that is not known yet."""
        result, document = self.results.get(uri), self.documents.get(uri)
        return result if result is not None and document is not None and result.document is document else None

    def seen(self, uri: str) -> tuple[Document, Result, Moves] | None:
        """The document as it is now, what was last understood of it, and how its lines moved since."""
        document, result = self.documents.get(uri), self.understood.get(uri)
        if document is None or result is None:
            return None
        return document, result, Moves.between(result.document, document)

    def language(self, uri: str) -> Language:
        """The language of texts about a document."""
        result = self.results.get(uri) or self.understood.get(uri)
        if result is not None and result.config is not None:
            return result.config.settings.language
        document = self.documents.get(uri)
        settings = self.folder_settings(document).lint if document else self.settings.lint
        if "language" in settings.said:
            return settings.language
        return "zh" if self.client.chinese else "en"
