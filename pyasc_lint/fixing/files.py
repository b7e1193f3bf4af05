"""Writes changed sources back: whole or not at all, in their encoding, with their mode, and never over news."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from pyasc_lint.frontend.source import Source


class WriteError(Exception):
    """A file cannot be written; it is as it was. Says which, why and what to do."""


def write(before: Source, after: Source) -> None:
    """Replaces the file that `before` was read from. Raises WriteError."""
    path = Path(os.path.realpath(before.path))  # a link stays a link
    try:
        known = before.encoded()
        if path.read_bytes() != known:
            raise WriteError(f"{before.path}: changed since it was read; run it again")
        _replace(path, after.encoded())
    except UnicodeEncodeError as error:
        raise WriteError(f"{before.path}: cannot be written as {error.encoding}; save it as UTF-8") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise WriteError(f"{before.path}: cannot be written: {reason}; --diff shows the change") from None


def _replace(path: Path, data: bytes) -> None:
    """Writes beside the file and moves the result over it."""
    status = path.stat()
    if not os.access(path, os.W_OK):
        raise PermissionError(13, os.strerror(13), str(path))
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with open(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(OSError, AttributeError):  # another owner is kept where that is allowed
            os.chown(name, status.st_uid, status.st_gid)
        os.chmod(name, stat.S_IMODE(status.st_mode))
        os.replace(name, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(name)
        raise
