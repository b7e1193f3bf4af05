"""Commands: the memory map, a preview of the generated text, the chip to check for, and how things are.

Each answers with data, for clients that show it themselves. For others the server shows what it can: an image or a text
as a temporary file, through `window/showDocument`.
"""

from __future__ import annotations

import asyncio
import hashlib
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.exceptions import JsonRpcInvalidParams

from pyasc_lint import (
    ConfigError,
    Emission,
    ProfileError,
    SignatureError,
    UnknownProfileError,
    __version__,
    describe_targets,
    emit_text,
    load_profile,
    memory_map_svg,
)

from ..analysis import Job, Result, finder_of
from ..configuration import Configurations
from ..document import Document
from ..memory import map_data
from ..server import Server
from ..words import Language, words

MEMORY_MAP = "pyasc-lint.memoryMap"
EMIT_PREVIEW = "pyasc-lint.emitPreview"
PICK_CHIP = "pyasc-lint.pickChip"
CHIPS = "pyasc-lint.chips"
SETTINGS = "pyasc-lint.resolvedSettings"
STATUS = "pyasc-lint.status"

_OFFERED = 8
"""Chips that a question of the server offers: more do not fit into what clients show."""

_WIDTHS = range(200, 10_001)
"""Pixels that an image may be wide."""


def register(server: Server) -> None:
    session = server.session

    @server.command(MEMORY_MAP)
    async def memory_map(*arguments: Any) -> dict[str, Any]:
        """The image of a kernel's memories, or of all of a file, with its numbers, from the last text that parsed."""
        uri, kernel, width = _taken(arguments, "uri", "kernel?", "width?")
        size = {} if width is None else {"width": _pixels(width)}
        if uri not in session.understood:
            await server.known(uri)
        seen, language = session.seen(uri), session.language(uri)
        if seen is None or (result := seen[1]).report is None:
            return _error(server, _unknown(server, uri))
        if kernel is not None and all(each.name != kernel for each in result.report.kernels):
            return _error(server, words("no-kernel", language, kernel=kernel))
        svg = memory_map_svg([result.report], language, kernel, root=session.root(result.document), **size)
        await _show(server, f"{kernel or Path(result.document.path).stem}.svg", svg, external=True)
        return {"uri": uri, "kernel": kernel, "svg": svg, **map_data(*seen, kernel)}

    @server.command(EMIT_PREVIEW)
    async def emit_preview(*arguments: Any) -> dict[str, Any]:
        """The Ascend C of one kernel as the document is now, or why there is none."""
        uri, kernel, signature = _taken(arguments, "uri", "kernel", "signature?")
        document, language = session.documents.get(uri), session.language(uri)
        if document is None:
            return _error(server, words("not-open", language, uri=uri))
        work = partial(_emitted, session.job(document), kernel, signature, session.configurations)
        try:
            emission = await server.scheduler.submit(work)
        except (ConfigError, ProfileError, SignatureError) as error:
            return _error(server, str(error))
        reasons = [*emission.problems, *map(str, emission.refusals)]
        if not reasons and not emission.plan.text:
            reasons = emission.notes or [words("no-kernel", language, kernel=kernel)]
        if reasons:
            message = "\n".join([words("cannot-emit", language, kernel=kernel), *reasons])
            message = message.replace(document.path, Path(document.path).name)
            return {**_error(server, message), "signature": "; ".join(emission.forms) or None}
        await _show(server, f"{kernel}.cpp", emission.plan.text)
        return {"uri": uri, "kernel": kernel, "text": emission.plan.text, "projects": emission.plan.projects}

    @server.command(CHIPS)
    async def chips(*_: Any) -> list[dict[str, Any]]:
        """All chips, those of pyasc first; `picked` is the one that was picked."""
        return [
            {
                "name": row.name,
                "aliases": list(row.aliases),
                "family": row.family,
                "cores": row.cores,
                "ubBytes": row.ub_bytes,
                "staticTensor": row.static_tensor,
                "picked": row.name == session.chip,
            }
            for row in await asyncio.to_thread(describe_targets)
        ]

    @server.command(PICK_CHIP)
    async def pick_chip(*arguments: Any) -> dict[str, Any]:
        """Checks for a chip whatever the settings say, until an empty name is given. Without a name it asks."""
        (chip,) = _taken(arguments, "chip?")
        language: Language = "zh" if session.client.chinese else "en"
        if chip is None:
            chip = await _ask_for_chip(server, language)
            if chip is None:
                return {"chip": session.chip}
        if chip:
            try:
                chip = (await asyncio.to_thread(load_profile, chip)).name
            except UnknownProfileError as error:
                return _error(server, str(error))
        session.chip = chip or None
        server.configuration_changed()
        text = words("picked", language, chip=chip) if chip else words("unpicked", language)
        _tell(server, t.MessageType.Info, text)
        return {"chip": session.chip}

    @server.command(SETTINGS)
    async def resolved_settings(*arguments: Any) -> dict[str, Any]:
        """What holds for a document: the settings with the file they come from, and the chips it is checked for."""
        (uri,) = _taken(arguments, "uri")
        result = await server.known(uri)
        document = session.documents.get(uri)
        if document is None or result is None or result.config is None or result.report is None:
            return _error(server, _unknown(server, uri, result))
        return {
            "uri": uri,
            "settings": result.config.settings.table(),
            "origins": session.origins(result.config),
            "root": str(result.config.root),
            "targets": list(result.report.targets),
            "targetOrigin": session.target_origin(result.report),
            "problems": session.problems(result),
            "server": session.folder_settings(document).server.model_dump(mode="json"),
        }

    @server.command(STATUS)
    def status(*_: Any) -> dict[str, Any]:
        """How the server is: versions, open documents, and how often it has checked."""
        counts = server.scheduler.counts
        return {
            "version": __version__,
            "python": sys.version.split()[0],
            "encoding": session.units,
            "chip": session.chip,
            "analyses": {"started": counts.started, "completed": counts.completed, "dropped": counts.dropped},
            "documents": {uri: _described(document) for uri, document in session.documents.items()},
        }


def _described(document: Document) -> dict[str, Any]:
    """A document without its text: its version, and a digest to compare with what the client has."""
    digest = hashlib.sha256(document.text.encode("utf-16-le", "surrogatepass")).hexdigest()
    return {"version": document.version, "characters": len(document.text), "sha256": digest}


def _taken(arguments: Sequence[Any], *names: str) -> tuple[Any, ...]:
    """The arguments of a command by place, all of them texts; one whose name ends in `?` may be missing or null.

    Raises JsonRpcInvalidParams.
    """
    given = [*arguments, *[None] * (len(names) - len(arguments))]
    wrong = [name for name, value in zip(names, given, strict=False) if not isinstance(value, str | None)]
    missing = [name for name, value in zip(names, given, strict=False) if value is None and not name.endswith("?")]
    if wrong or missing or len(given) > len(names):
        raise JsonRpcInvalidParams(message=f"the arguments must be texts: {', '.join(names)}")
    return tuple(given)


def _pixels(text: str) -> int:
    """The width of an image. Raises JsonRpcInvalidParams."""
    if not text.isdecimal() or int(text) not in _WIDTHS:
        raise JsonRpcInvalidParams(message=f"the width must be a number of pixels from {_WIDTHS[0]} to {_WIDTHS[-1]}")
    return int(text)


def _emitted(job: Job, kernel: str, signature: str | None, configurations: Configurations) -> Emission:
    document = job.document
    return emit_text(document.text, document.path, kernel, finder_of(job, configurations), signature, job.context)


def _unknown(server: Server, uri: str, result: Result | None = None) -> str:
    """Why nothing is known of a document."""
    if result is not None and result.problems:
        return "\n".join(map(str, result.problems))
    session = server.session
    document, language = session.documents.get(uri), session.language(uri)
    if document is None:
        return words("not-open", language, uri=uri)
    if not document.checked or not session.folder_settings(document).server.enable:
        return words("not-checked", language, uri=uri)
    return words("not-parsed", language, uri=uri)


def _error(server: Server, message: str) -> dict[str, Any]:
    _tell(server, t.MessageType.Warning, message)
    return {"error": message}


def _tell(server: Server, level: t.MessageType, message: str) -> None:
    """Has the client show what came of a command, unless it shows that itself."""
    if server.session.settings.server.show_results:
        server.window_show_message(t.ShowMessageParams(level, message))


async def _show(server: Server, name: str, text: str, *, external: bool = False) -> None:
    """Has the client show a text as a file, where the settings want that and the client can."""
    session = server.session
    if not session.client.shows_documents or not session.settings.server.show_results:
        return
    path = Path(tempfile.mkdtemp(dir=server.scratch.name), name)
    path.write_text(text, encoding="utf-8")
    server.window_show_document(t.ShowDocumentParams(path.as_uri(), external=external, take_focus=True))


async def _ask_for_chip(server: Server, language: Language) -> str | None:
    rows = [row for row in await asyncio.to_thread(describe_targets) if row.static_tensor][:_OFFERED]
    actions = [t.MessageActionItem(row.name) for row in rows]
    message = f"{words('pick', language)} ({words('more', language)})"
    answer = await server.window_show_message_request_async(
        t.ShowMessageRequestParams(t.MessageType.Info, message, actions)
    )
    return answer.title if answer is not None else None
