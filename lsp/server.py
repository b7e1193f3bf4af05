"""The server: documents in, diagnostics out. What else it answers is in `features`."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterable
from functools import cached_property
from tempfile import TemporaryDirectory
from typing import Any

from lsprotocol import types as t
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path

from pyasc_lint import FileReport, Problem, Source, __version__

from .analysis import Result, related
from .configuration import Configurations
from .document import Document
from .protocol import Protocol
from .publishing import diagnostics_of, problem_of
from .scheduler import Scheduler
from .session import Session

log = logging.getLogger(__name__)

CHECKED = "pyasc-lint/checked"
"""A notification, for clients that want it: a document was checked, and for which chips."""


class Server(LanguageServer):
    """One connection to a client. `exit_status` is 1 where the client left without ending the session."""

    def __init__(self) -> None:
        super().__init__("pyasc-lint", __version__, protocol_cls=Protocol, max_workers=2)
        self.session = Session()
        self.ended = False
        self.exit_status = 0
        self.scheduler: Scheduler[Result] = Scheduler(self.session.prepare, self._checked, self._failed)
        self._told: set[str] = set()
        self._problems: dict[str, tuple[Problem, ...]] = {}
        self._blamed: set[str] = set()

    # ------------------------------------------------------------------------------------------------------- checking

    def check(self, uri: str, pause: float = 0.0) -> None:
        """Checks a document soon."""
        self.scheduler.request(uri, pause, urgent=True)

    def check_all(self, uris: Iterable[str] | None = None) -> None:
        """Checks documents (None: all) again, since something that decides about them changed."""
        for uri in list(self.session.documents) if uris is None else uris:
            self.scheduler.request(uri)

    def configuration_changed(self) -> None:
        """Settings, a configuration file or a chip profile changed: everything is read and checked again."""
        session = self.session
        self._told.clear()
        session.configurations = Configurations()
        for uri, document in session.documents.items():
            if not session.folder_settings(document).server.enable:
                session.results.pop(uri, None)
                session.understood.pop(uri, None)
                self.withdraw(uri)
        self.check_all()
        self.refresh_diagnostics()

    async def known(self, uri: str) -> Result | None:
        """What comes of a document as it is now, once it is known."""
        await self.scheduler.settled(uri)
        return self.session.current(uri)

    def _checked(self, uri: str, result: Result) -> None:
        session = self.session
        document = session.documents.get(uri)
        if document is None or document is not result.document:
            return
        self._blame(uri, result.problems)
        if result.report is None:
            self._tell_checked(document, result)
            return
        before, session.results[uri] = session.understood.get(uri), result
        if result.understood:
            session.understood[uri] = result
            self._refresh(before, result)
        log.debug("checked %s version %s: %d findings", uri, document.version, len(result.report.diagnostics))
        if not session.client.pulls_diagnostics:
            self._publish(document.uri, document.version, diagnostics_of(result, session.client))
        self._tell_checked(document, result)
        if uri in session.edited:
            session.edited.discard(uri)
            self.check_all(other.uri for other in related(document, session.documents.values()))

    def _tell_checked(self, document: Document, result: Result) -> None:
        """Tells a client that wants it of a check."""
        if not self.session.client.hears_checks:
            return
        report = result.report or FileReport(Source.from_text(document.path, ""), skipped=True)
        params = {
            "uri": document.uri,
            "version": document.version,
            "targets": list(report.targets),
            "targetOrigin": self.session.target_origin(report),
            "kernels": sum(kernel.static for kernel in report.kernels),
            "findings": len(report.diagnostics),
            "problems": self.session.problems(result),
        }
        self.protocol.notify(CHECKED, params)

    def _failed(self, uri: str, error: Exception) -> None:
        log.error("the analysis of %s failed", uri, exc_info=error)
        self.tell(f"pyasc-lint: the analysis of {uri} failed: {type(error).__name__}: {error}; please report this")

    def withdraw(self, uri: str) -> None:
        """Takes back what was said about a document that is closed."""
        self._blame(uri, ())
        self._problems.pop(uri, None)
        if not self.session.client.pulls_diagnostics:
            self._publish(uri, None, [])

    def _publish(self, uri: str, version: int | None, diagnostics: list[t.Diagnostic]) -> None:
        self.text_document_publish_diagnostics(t.PublishDiagnosticsParams(uri, diagnostics, version))

    # ---------------------------------------------------------------------------------------------------------- asking

    def _refresh(self, before: Result | None, after: Result) -> None:
        """Has the client ask again for what it shows in the text, where that changed behind its back."""
        if before is not None and before.report is not None and after.report is not None:
            if before.report.kernels == after.report.kernels:
                return
        if self.session.client.refreshes_hints:
            self.workspace_inlay_hint_refresh(None)
        if self.session.client.refreshes_lenses:
            self.workspace_code_lens_refresh(None)

    def refresh_diagnostics(self) -> None:
        """Has a client that pulls diagnostics ask again: something beside the documents changed."""
        if self.session.client.pulls_diagnostics and self.session.client.refreshes_diagnostics:
            self.workspace_diagnostic_refresh(None)

    # --------------------------------------------------------------------------------------------------------- telling

    def tell(self, message: str, level: t.MessageType = t.MessageType.Error) -> None:
        """Shows a message; the same one only once, until the configuration changes."""
        if message not in self._told:
            self._told.add(message)
            self.window_show_message(t.ShowMessageParams(level, message))

    def _blame(self, uri: str, problems: tuple[Problem, ...]) -> None:
        """Shows what is wrong with the configuration of a document where it is written, and takes back what no longer
        is."""
        if self._problems.get(uri, ()) == problems:
            return
        self._problems[uri] = problems
        found: dict[str, list[t.Diagnostic]] = {}
        for problem in dict.fromkeys(each for known in self._problems.values() for each in known):
            place = from_fs_path(os.path.abspath(problem.path)) if problem.path is not None else None
            if place is not None:
                found.setdefault(place, []).append(problem_of(problem))
            self.tell(f"pyasc-lint: {problem}")
        for place in self._blamed | found.keys():
            self._publish(place, None, found.get(place, []))
        self._blamed = set(found)

    def report_server_error(self, error: Exception, source: Any) -> None:
        log.error("%s: %s", getattr(source, "__name__", source), error)

    @cached_property
    def scratch(self) -> TemporaryDirectory[str]:
        """A folder for what is shown as files; it goes with the server."""
        return TemporaryDirectory(prefix="pyasc-lint-", ignore_cleanup_errors=True)

    def close(self) -> None:
        """Ends the analysis thread and removes what was written."""
        self.scheduler.close()
        if "scratch" in self.__dict__:
            self.scratch.cleanup()


def create_server() -> Server:
    """A server with all its features."""
    from .features import register_all

    server = Server()
    register_all(server)
    return server
