"""The start and the end of a connection, and what changes around the documents: settings, folders, files on disk."""

from __future__ import annotations

from typing import Any

from lsprotocol import types as t
from pygls.uris import to_fs_path

from ..client import Client
from ..server import Server
from ..settings import SECTION, FolderSettings, read_settings
from . import pulling

_WATCHED = ("**/*.py", "**/*.toml", "**/*.json")
"""Modules that kernels import; configuration files and chip profiles, which may have any name; baselines."""


def register(server: Server) -> None:
    session = server.session

    @server.feature(t.INITIALIZE)
    def initialize(params: t.InitializeParams) -> None:
        session.client = Client.of(params)
        session.units = t.PositionEncodingKind(server.workspace.position_encoding or "utf-16").value
        options = params.initialization_options
        if isinstance(options, dict):
            session.initial = options.get("settings", options.get(SECTION, options))
        session.settings = _accept(server, session.initial)
        session.folders = dict.fromkeys(_folders(params), session.settings)
        if session.client.pulls_diagnostics:
            pulling.register(server)

    @server.feature(t.INITIALIZED)
    async def initialized(_: t.InitializedParams) -> None:
        _register_interests(server)
        await _fetch_settings(server)

    @server.feature(t.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def settings_changed(params: t.DidChangeConfigurationParams) -> None:
        if session.client.answers_configuration:
            await _fetch_settings(server)
        elif isinstance(params.settings, dict):
            # Clients that push send all settings, or the section alone.
            _apply(server, [params.settings.get(SECTION, params.settings)] * (1 + len(session.folders)))

    @server.feature(t.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(params: t.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            session.folders.pop(folder.uri, None)
        for folder in params.event.added:
            session.folders.setdefault(folder.uri, session.settings)
        await _fetch_settings(server)

    @server.feature(t.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: t.DidChangeWatchedFilesParams) -> None:
        paths = {path for change in params.changes if (path := to_fs_path(change.uri))}
        if any(map(session.configurations.reads, paths)):
            server.configuration_changed()
            return
        open_paths = {document.path for document in session.documents.values()}
        modules = {path.replace("\\", "/").rpartition("/")[2].removesuffix(".py") for path in paths - open_paths}
        server.check_all(
            uri for uri, document in list(session.documents.items()) if document.checked and modules & document.words
        )
        server.refresh_diagnostics()

    @server.feature(t.SHUTDOWN)
    def shutdown(*_: Any) -> None:
        server.close()
        server.ended = True

    @server.feature(t.EXIT)
    def leave(*_: Any) -> None:
        server.exit_status = 0 if server.ended else 1


def _folders(params: t.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    return [params.root_uri] if params.root_uri else []


def _register_interests(server: Server) -> None:
    """Asks for news of settings and files where the client takes such requests."""
    registrations = []
    if server.session.client.registers_settings:
        options: Any = t.DidChangeConfigurationRegistrationOptions(section=SECTION)
        registrations.append(t.Registration("settings", t.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
    if server.session.client.watches_files:
        watchers = [t.FileSystemWatcher(glob_pattern=pattern) for pattern in _WATCHED]
        options = t.DidChangeWatchedFilesRegistrationOptions(watchers)
        registrations.append(t.Registration("files", t.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
    if registrations:
        server.client_register_capability(t.RegistrationParams(registrations))


async def _fetch_settings(server: Server) -> None:
    """Asks the client for the settings of the window and of each folder."""
    session = server.session
    if not session.client.answers_configuration:
        return
    scopes = [None, *session.folders]
    items = [t.ConfigurationItem(scope_uri=scope, section=SECTION) for scope in scopes]
    try:
        answers = await server.workspace_configuration_async(t.ConfigurationParams(items))
    except Exception as error:  # the client's answer is an error, or none of the protocol
        server.tell(f"pyasc-lint: the client gave no settings: {error}", t.MessageType.Warning)
        return
    _apply(server, [answer or session.initial for answer in answers])


def _apply(server: Server, answers: list[Any]) -> None:
    """Takes new settings, for the window and each folder; where they are new, everything is checked under them."""
    session = server.session
    before = (session.settings, session.folders)
    window, *folders = (_accept(server, answer) for answer in answers)
    # A folder that came meanwhile has the settings of the window until it is asked for.
    late = dict.fromkeys(list(session.folders)[len(folders) :], window)
    session.settings, session.folders = window, {**dict(zip(session.folders, folders, strict=False)), **late}
    if before != (session.settings, session.folders):
        server.configuration_changed()


def _accept(server: Server, data: object) -> FolderSettings:
    settings = read_settings(data)
    for problem in settings.problems:
        server.tell(f"pyasc-lint: {problem}", t.MessageType.Warning)
    return settings
