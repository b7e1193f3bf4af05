"""Standard streams that are closed or full: a plain message and status 2, or the same result without what they show."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")

CLEAN = "import asc\n\n@asc.jit\ndef kernel(x: asc.GlobalAddress):\n    asc.init_soc_state()\n"


def run(folder: Path, command: str) -> tuple[int, str, str]:
    """Runs the command line as a shell does: with redirections."""
    (folder / "k.py").write_text(CLEAN)
    line = f"{sys.executable} -m pyasc_lint --no-cache {command}"
    done = subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, stdin=subprocess.DEVNULL)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        "k.py", "--output-format=json k.py", "--explain=ASC101", "--list-rules", "--show-settings", "--emit k.py",
        "--fix - <k.py", "--help", "--version",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    ("redirection", "reason"), [(">/dev/full", "no space left on device"), (">&-", "it is closed")]
)
def test_an_output_that_cannot_be_written(tmp_path: Path, arguments: str, redirection: str, reason: str) -> None:
    status, out, errors = run(tmp_path, f"{arguments} {redirection}")
    assert (status, out) == (2, "")
    assert errors.splitlines()[-1] == f"pyasc-lint: error: standard output cannot be written: {reason}"
    assert "Traceback" not in errors and "internal" not in errors


def test_an_input_that_cannot_be_read(tmp_path: Path) -> None:
    message = "pyasc-lint: error: standard input cannot be read: "
    assert run(tmp_path, "- <&-") == (2, "", f"{message}it is closed\n")
    assert run(tmp_path, "- 0>unreadable") == (2, "", f"{message}bad file descriptor\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full", "<&-", "<&- 2>&-"])
def test_streams_that_a_run_does_not_need(tmp_path: Path, redirection: str) -> None:
    assert run(tmp_path, f"k.py {redirection}") == run(tmp_path, "k.py")
    status, out, _ = run(tmp_path, f"none.py {redirection}")
    assert (status, out) == (2, "")


def test_a_report_on_a_full_disk_is_named(tmp_path: Path) -> None:
    status, _, errors = run(tmp_path, "--output-format=json:/dev/full k.py")
    assert (status, errors) == (2, "pyasc-lint: error: /dev/full: cannot be written: no space left on device\n")
