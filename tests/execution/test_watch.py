"""`--watch`: a check after every change of a file or of its configuration."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue

import pytest

from tests.execution.conftest import Lint

Wait = Callable[[str], list[str]]


def _heeds_interrupts() -> None:
    """What a shell starts in the background ignores interrupts, and so do its children."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def watched(project: Path) -> Iterator[tuple[subprocess.Popen[str], Wait]]:
    """A running watch, and what waits for a line that has a text and returns the lines up to it."""
    command = [sys.executable, "-m", "pyasc_lint", "--output-format=concise", "--watch"]
    process = subprocess.Popen(
        command, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        preexec_fn=_heeds_interrupts if sys.platform != "win32" else None,
    )  # fmt: skip
    lines: Queue[str] = Queue()
    assert process.stdout is not None
    output = process.stdout

    def read() -> None:
        for line in output:
            lines.put(line)

    reader = threading.Thread(target=read)
    reader.start()

    def wait(text: str) -> list[str]:
        seen: list[str] = []
        while not seen or text not in seen[-1]:
            try:
                seen.append(lines.get(timeout=120))
            except Empty:
                pytest.fail(f"{text!r} did not come, only {seen}")
        return seen

    try:
        yield process, wait
    finally:
        process.kill()
        process.wait()
        reader.join()
        output.close()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_changes_are_checked_until_an_interrupt(project: Path, watched: tuple[subprocess.Popen[str], Wait]) -> None:
    process, wait = watched
    wait("Found 2 infos")
    (project / "sizes.py").write_text("TILE = 1000000\n")
    assert any("first.py:8:12: ASC101 error" in line for line in wait("Found 2 errors"))
    (project / "pyasc-lint.toml").write_text("select = [\n")
    wait("pyasc-lint.toml:1: is not TOML")
    (project / "pyasc-lint.toml").write_text('ignore = ["ASC1"]\n')
    wait("No findings in")
    (project / "new.py").write_text("import asc\ndef f(:\n")
    wait("Found 1 error")
    time.sleep(1)  # the status comes after the last line
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=60) == 1


def test_standard_input_cannot_be_watched(lint: Lint, capsys: pytest.CaptureFixture[str]) -> None:
    from pyasc_lint import cli

    assert cli.main(["--watch", "-"]) == 2
    assert '--watch cannot be combined with "-"' in capsys.readouterr().err
