"""Run `pyasc_describe.py` and `pyasc_probe.py` as child processes, which may crash."""

from __future__ import annotations

import json
import select
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

SCRIPTS = Path(__file__).parent


def describe(python: str = sys.executable, timeout: float = 120) -> dict[str, Any]:
    """What the installed pyasc exports, see `pyasc_describe.describe`."""
    done = subprocess.run([python, str(SCRIPTS / "pyasc_describe.py")], capture_output=True, text=True, timeout=timeout)
    if done.returncode != 0:
        raise RuntimeError(f"pyasc_describe.py failed:\n{done.stderr}")
    return json.loads(done.stdout)  # type: ignore[no-any-return]


class Probe:
    """Asks one child process about call forms; starts another one when a form kills it."""

    def __init__(self, python: str = sys.executable, timeout: float = 20) -> None:
        self._command = [python, str(SCRIPTS / "pyasc_probe.py")]
        self._timeout = timeout
        self._process: subprocess.Popen[str] | None = None

    def __enter__(self) -> Probe:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def ask(self, callee: str, args: list[Any], kwargs: dict[str, Any] | None = None) -> dict[str, Any]:
        """Answer for one form, see `pyasc_probe.answer`; a form that crashes or hangs pyasc has `"stage": "crash"`."""
        if self._process is None:
            self._process = subprocess.Popen(
                self._command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            )
        process = self._process
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(json.dumps({"callee": callee, "args": args, "kwargs": kwargs or {}}) + "\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], self._timeout)
            line = process.stdout.readline() if ready else ""
        except BrokenPipeError:
            line = ""
        if not line:
            self.close()
            return {"ok": False, "stage": "crash", "error": "pyasc crashed"}
        return json.loads(line)  # type: ignore[no-any-return]
