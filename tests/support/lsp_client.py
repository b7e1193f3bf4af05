"""A language client for tests: starts the real server as a process and speaks with it over its standard streams.

Messages are plain dictionaries, so that tests see what goes over the wire. It answers the server's requests as a client
of the given capabilities would.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

TIMEOUT = 180
"""Seconds to wait for anything: far more than it takes, so that only a hang ends it."""


class ServerError(Exception):
    """The server answered a request with an error."""


class Client:
    """One server process and what it said. `published` holds the newest diagnostics by URI, `messages` all
    notifications in order."""

    def __init__(self, *arguments: str, command: list[str] | None = None) -> None:
        self.process = subprocess.Popen(
            command or [sys.executable, "-m", "pyasc_lint.lsp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.published: dict[str, dict[str, Any]] = {}
        self.messages: list[dict[str, Any]] = []
        self.requests: list[dict[str, Any]] = []
        self.configuration: Mapping[str | None, Any] = {}
        self.choice: str | None = None
        self.errors = b""
        self.pulls = False
        self._answers: dict[int, dict[str, Any]] = {}
        self._next_id = 0
        self._news = threading.Condition()
        self._closed = False
        self._threads = [threading.Thread(target=work, daemon=True) for work in (self._read, self._drain)]
        for thread in self._threads:
            thread.start()

    # --------------------------------------------------------------------------------------------------------- sending

    def send(self, message: Mapping[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"method": method, "params": params})

    def start(self, method: str, params: Any = None) -> int:
        """Sends a request; `answer` waits for what comes of it."""
        self._next_id += 1
        self.send({"id": self._next_id, "method": method, "params": params})
        return self._next_id

    def answer(self, number: int) -> Any:
        """The result of a request. Raises ServerError with the code and the text of an error."""
        reply = self.wait(lambda: self._answers.pop(number, None))
        if "error" in reply:
            raise ServerError(reply["error"]["code"], reply["error"]["message"])
        return reply.get("result")

    def request(self, method: str, params: Any = None) -> Any:
        return self.answer(self.start(method, params))

    # --------------------------------------------------------------------------------------------------------- reading

    def wait(self, condition: Callable[[], Any]) -> Any:
        """Waits until `condition` gives something true; raises AssertionError after the time limit."""
        found: Any = None

        def holds() -> bool:
            nonlocal found
            found = condition()
            return bool(found) or self._closed

        with self._news:
            done = self._news.wait_for(holds, TIMEOUT)
        assert done, f"nothing came in {TIMEOUT} s\n{self.errors.decode(errors='replace')[-3000:]}"
        assert found, f"the server has ended\n{self.errors.decode(errors='replace')[-3000:]}"
        return found

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            length = int(header.partition(b":")[2])
            while stream.readline().strip():
                pass
            message = json.loads(stream.read(length))
            with self._news:
                self._take(message)
                self._news.notify_all()
        with self._news:
            self._closed = True
            self._news.notify_all()

    def _drain(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line

    def _take(self, message: dict[str, Any]) -> None:
        if "method" not in message:
            self._answers[message["id"]] = message
        elif "id" in message:
            self.requests.append(message)
            self.send({"id": message["id"], "result": self._reply(message["method"], message.get("params"))})
        else:
            self.messages.append(message)
            if message["method"] == "textDocument/publishDiagnostics":
                self.published[message["params"]["uri"]] = message["params"]

    def _reply(self, method: str, params: Any) -> Any:
        if method == "workspace/configuration":
            return [self.configuration.get(item.get("scopeUri")) for item in params["items"]]
        if method == "window/showMessageRequest":
            return next((each for each in params["actions"] if each["title"] == self.choice), None)
        return {"success": True} if method == "window/showDocument" else None

    # ------------------------------------------------------------------------------------------------------ a session

    def initialize(self, folder: Path | None = None, capabilities: Any = None, **more: Any) -> dict[str, Any]:
        """Starts the session; returns the server's answer."""
        folders = [{"uri": folder.as_uri(), "name": folder.name}] if folder is not None else None
        params = {"processId": None, "rootUri": None, "workspaceFolders": folders, "capabilities": capabilities or {}}
        answer: dict[str, Any] = self.request("initialize", {**params, **more})
        self.pulls = "diagnosticProvider" in answer["capabilities"]
        self.notify("initialized", {})
        return answer

    def open(self, uri: str, text: str, version: int = 1, language: str = "python") -> None:
        self.published.pop(uri, None)  # what was said of an earlier document of this name
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def change(self, uri: str, version: int, *changes: Mapping[str, Any]) -> None:
        document = {"uri": uri, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": list(changes)})

    def replace(self, uri: str, version: int, text: str) -> None:
        """Sends the whole text."""
        self.change(uri, version, {"text": text})

    def close(self, uri: str) -> None:
        self.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def ask(self, feature: str, uri: str, **params: Any) -> Any:
        """A `textDocument/...` request."""
        return self.request(f"textDocument/{feature}", {"textDocument": {"uri": uri}, **params})

    def command(self, name: str, *arguments: Any) -> Any:
        return self.request("workspace/executeCommand", {"command": f"pyasc-lint.{name}", "arguments": list(arguments)})

    def diagnostics(self, uri: str, version: int = 1) -> list[dict[str, Any]]:
        """Those of a version of a document, once they are published; a client that pulls asks for the newest."""
        if self.pulls:
            return list(self.ask("diagnostic", uri)["items"])
        found = self.wait(lambda: (each := self.published.get(uri)) and each.get("version") == version and each)
        return list(found["diagnostics"])

    def codes(self, uri: str, version: int = 1) -> list[str]:
        return [each["code"] for each in self.diagnostics(uri, version)]

    def analyses(self) -> dict[str, int]:
        """How often the server has checked."""
        return dict(self.command("status")["analyses"])

    def shown(self) -> list[str]:
        """The messages that were shown to the user."""
        return [each["params"]["message"] for each in self.messages if each["method"] == "window/showMessage"]

    def end(self) -> int:
        """Ends the session as a client should; returns the exit status."""
        self.request("shutdown")
        self.notify("exit")
        return self.ended()

    def ended(self) -> int:
        """The exit status, once the process has ended."""
        return self.process.wait(TIMEOUT)

    def kill(self) -> None:
        """Ends the process however it is."""
        self.process.kill()
        self.process.wait()
        for thread in self._threads:
            thread.join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            assert stream is not None
            stream.close()
