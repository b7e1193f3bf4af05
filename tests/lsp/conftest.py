"""Servers that run as they do in an editor: a process each, spoken to over its standard streams."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import converters
from pytest_lsp import client_capabilities

from tests.support.lsp_client import Client

KERNEL = """\
import asc

TILE = 8192


@asc.jit
def scale(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, TILE)
    ub = asc.LocalMemAllocator()
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    y_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    asc.data_copy(x_in, x_gm, TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.muls(y_out, x_in, 2.0, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, y_out, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
"""A kernel in which nothing is to be found."""

TOO_LARGE = KERNEL.replace("TILE = 8192", "TILE = 32768")
"""The same with a tile too many for the memory: ASC101 at `y_out`."""

EVERYTHING: dict[str, Any] = {
    "workspace": {"workspaceEdit": {"documentChanges": True}},
    "textDocument": {
        "publishDiagnostics": {
            "relatedInformation": True, "codeDescriptionSupport": True, "tagSupport": {"valueSet": [1, 2]},
        },
        "hover": {"contentFormat": ["markdown", "plaintext"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "source.fixAll"]}}},
    },
}  # fmt: skip
"""Capabilities of a client that shows all it is told."""

EDITORS = ("visual_studio_code", "neovim", "emacs")


def capabilities_of(editor: str) -> Any:
    """What a real editor says it can do."""
    return converters.get_converter().unstructure(client_capabilities(editor))


Connect = Callable[..., Client]


@pytest.fixture
def start() -> Iterator[Connect]:
    """Starts servers with arguments, and ends those that still run."""
    clients: list[Client] = []

    def start_server(*arguments: str, command: list[str] | None = None) -> Client:
        clients.append(Client(*arguments, command=command))
        return clients[-1]

    yield start_server
    for client in clients:
        client.kill()


@pytest.fixture
def connect(start: Connect, tmp_path: Path) -> Connect:
    """A server whose session has begun in an empty folder; takes what `initialize` does."""

    def connect_client(capabilities: Any = None, **more: Any) -> Client:
        client = start()
        client.initialize(tmp_path, EVERYTHING if capabilities is None else capabilities, **more)
        return client

    return connect_client


@pytest.fixture
def uri(tmp_path: Path) -> str:
    """The URI of a file in the folder that `connect` works in."""
    return (tmp_path / "kernel.py").as_uri()


def line_of(text: str, part: str) -> int:
    """The line, from 0, that the first occurrence of a part is in."""
    return text[: text.index(part)].count("\n")


def at(text: str, part: str, inside: int = 0) -> dict[str, int]:
    """The position of the first occurrence of a part, some characters into it; for text within ASCII."""
    index = text.index(part)
    return {"line": text[:index].count("\n"), "character": index - text.rfind("\n", 0, index) - 1 + inside}


def everywhere(text: str) -> dict[str, Any]:
    """The range of the whole text."""
    return {"start": {"line": 0, "character": 0}, "end": {"line": text.count("\n") + 1, "character": 0}}
