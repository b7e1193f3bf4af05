"""The process: how it starts, how it ends, and that nothing a client sends brings it down."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyasc_lint
from tests.lsp.conftest import EVERYTHING, KERNEL, TOO_LARGE, Connect
from tests.support.lsp_client import TIMEOUT, Client

SERVER = [sys.executable, "-m", "pyasc_lint.lsp"]


def test_a_session_ends_in_order(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL)
    assert client.codes(uri) == []
    assert client.end() == 0
    assert client.errors == b""


def test_exit_without_shutdown_is_a_failure(connect: Connect) -> None:
    client = connect()
    client.notify("exit")
    assert client.ended() == 1


def test_it_ends_when_its_input_ends(connect: Connect, uri: str) -> None:
    client = connect()
    client.open(uri, KERNEL * 40)
    assert client.process.stdin is not None
    client.process.stdin.close()
    assert client.ended() == 0
    assert b"Traceback" not in client.errors


def test_it_ends_when_nobody_has_spoken() -> None:
    done = subprocess.run(SERVER, input=b"", capture_output=True, timeout=TIMEOUT)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_the_console_script_takes_what_clients_add(start: Connect, tmp_path: Path, uri: str) -> None:
    script = Path(sys.executable).with_name("pyasc-lint-server")
    client = start(command=[str(script), "--stdio"])
    assert client.initialize(tmp_path)["serverInfo"] == {"name": "pyasc-lint", "version": pyasc_lint.__version__}
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]


def test_version() -> None:
    done = subprocess.run([*SERVER, "--version"], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.stdout == f"pyasc-lint-server {pyasc_lint.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [["--tcp", "nowhere"], ["--tcp", "127.0.0.1:99999"], ["--log-level", "loud"], ["--unknown"], ["file.py"]],
)
def test_wrong_arguments_exit_with_2(arguments: list[str]) -> None:
    done = subprocess.run([*SERVER, *arguments], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert (arguments[1] if len(arguments) > 1 else arguments[0]) in done.stderr


def test_the_log_goes_to_standard_error(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start("--log-level", "debug")
    client.initialize(tmp_path)
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    assert client.end() == 0
    assert b"checked " in client.errors


@pytest.mark.parametrize(
    "message",
    [
        {"id": 900, "method": "textDocument/hover", "params": {}},
        {"id": 901, "method": "textDocument/nothing", "params": {}},
        {"id": 902, "method": "workspace/executeCommand", "params": {"command": 7}},
        {"method": "textDocument/didChange", "params": {"textDocument": {"uri": "file:///x.py", "version": 1},
                                                        "contentChanges": [{"text": "x"}]}},
        {"method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///x.py"}}},
        {"method": "textDocument/didSave", "params": {"textDocument": {"uri": "file:///x.py"}}},
        {"method": "nobody/knows", "params": None},
        {"method": "$/cancelRequest", "params": {"id": 12345}},
        {"id": 903, "result": None},
    ],
)  # fmt: skip
def test_strange_messages_do_no_harm(connect: Connect, uri: str, message: dict[str, Any]) -> None:
    client = connect()
    client.send(message)
    client.open(uri, TOO_LARGE)
    assert client.codes(uri) == ["ASC101"]
    assert client.end() == 0


def test_requests_for_documents_that_are_not_open(connect: Connect, uri: str) -> None:
    client = connect()
    place, area = (
        {"line": 0, "character": 0},
        {"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}},
    )
    assert client.ask("hover", uri, position=place) is None
    assert client.ask("completion", uri, position=place) is None
    assert client.ask("codeLens", uri) is None
    assert client.ask("documentSymbol", uri) is None
    assert client.ask("inlayHint", uri, range=area) is None
    assert client.ask("codeAction", uri, range=area, context={"diagnostics": []}) is None


def test_a_kernel_is_never_imported_or_run(connect: Connect, uri: str, tmp_path: Path) -> None:
    for name in ("kernel", "helper"):
        (tmp_path / f"{name}.py").write_text(f"open({str(tmp_path / 'touched')!r}, 'w')\n", encoding="utf-8")
    client = connect()
    client.open(uri, f"from helper import x\nopen({str(tmp_path / 'touched')!r}, 'w')\n" + KERNEL)
    assert "ASC001" not in client.codes(uri)
    assert not (tmp_path / "touched").exists()


# ------------------------------------------------------------------------------------------------------------------ tcp


@contextlib.contextmanager
def listening(port: int) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen([*SERVER, "--tcp", f"127.0.0.1:{port}"], stderr=subprocess.PIPE)
    yield process
    process.kill()
    process.wait()
    assert process.stderr is not None
    process.stderr.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def test_a_client_over_tcp() -> None:
    port = free_port()
    with listening(port) as process:
        assert process.stderr is not None and b"waiting for a client" in process.stderr.readline()
        retry = threading.Event()
        for _ in range(600):
            with contextlib.suppress(OSError):
                stream = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
                break
            retry.wait(0.1)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}).encode()
        with stream, stream.makefile("rb") as answers:
            stream.sendall(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            assert answers.readline().startswith(b"Content-Length")
        assert process.wait(TIMEOUT) == 0


def test_a_port_that_is_taken_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        place = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run([*SERVER, "--tcp", place], capture_output=True, text=True, timeout=TIMEOUT)
    assert done.returncode == 2 and place in done.stderr and "Traceback" not in done.stderr


# --------------------------------------------------------------------------------------------------------------- memory


def resident(client: Client) -> int:
    """Bytes of memory that the process has."""
    pages = Path(f"/proc/{client.process.pid}/statm").read_text(encoding="ascii").split()[1]
    return int(pages) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.slow
@pytest.mark.skipif(
    not Path("/proc/self/statm").exists(), reason="the system does not tell how much memory a process has"
)
def test_memory_does_not_grow_with_edits(start: Connect, tmp_path: Path, uri: str) -> None:
    client = start()
    client.initialize(tmp_path, EVERYTHING, initializationOptions={"debounce": 0})
    client.open(uri, KERNEL)
    after: dict[int, int] = {}
    for version in range(2, 2003):
        client.replace(uri, version, KERNEL.replace("8192", str(8 * (version % 4000 + 1))) + f"# {version}\n")
        client.diagnostics(uri, version)
        after[version - 2] = resident(client)
    assert after[2000] <= 1.2 * after[100]
