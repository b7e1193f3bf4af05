"""The standard streams, which may be closed or full."""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

from pyasc_lint.commands.options import UsageError

_UNWRITABLE = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF)


class _Closed(io.TextIOBase):
    """Stands for a standard output that was closed before the start: writing to it fails, as the system would say."""

    @property
    def buffer(self) -> Any:
        return self

    def write(self, _text: object) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def open_streams() -> None:
    """Gives those that are closed a stand-in, and the others a way to write any character."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        while (descriptor := os.open(os.devnull, os.O_RDWR)) <= 2:  # else the next file that is opened gets its number
            pass
        os.close(descriptor)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def read_input() -> bytes:
    """All of the standard input. Raises UsageError."""
    if sys.stdin is None:
        raise UsageError("standard input cannot be read: it is closed")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {(error.strerror or str(error)).lower()}") from None


def output_problem(error: OSError) -> str | None:
    """What is wrong with the standard output; None for an error of something else: those of files name them."""
    if error.filename is not None or error.errno not in _UNWRITABLE:
        return None
    reason = "it is closed" if error.errno == errno.EBADF else os.strerror(error.errno).lower()
    return f"standard output cannot be written: {reason}"


def drop_output() -> None:
    """Lets what is still to be written go nowhere, else Python complains again at exit."""
    if not isinstance(sys.stdout, _Closed):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
