"""Writing files in one step: a reader, or a run that is killed, sees the old file or the new one, nothing between."""

from __future__ import annotations

import os
import stat
from contextlib import suppress
from pathlib import Path


def write_atomic(path: Path, data: bytes) -> None:
    """Replaces or creates a file, keeping its permissions; a link stays one.

    What is no regular file (a pipe, a terminal) is written to as it stands. Raises OSError, which names the file; then
    nothing has changed.
    """
    try:
        _write(Path(os.path.realpath(path)), data)
    except OSError as error:
        if error.filename is None:  # the disk is full
            error.filename = str(path)
        raise


def _write(path: Path, data: bytes) -> None:
    mode = _mode(path)
    if mode is not None and not stat.S_ISREG(mode):
        path.write_bytes(data)
        return
    import tempfile  # most runs write no file

    # Never named .py: a run that was killed here must not leave something to check behind.
    descriptor, name = tempfile.mkstemp(prefix=f".{path.name}-", suffix=".tmp", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        os.chmod(name, 0o666 & ~_umask() if mode is None else stat.S_IMODE(mode))
        os.replace(name, path)
    except BaseException:
        with suppress(OSError):
            os.unlink(name)
        raise


def portable(path: str, root: Path) -> str:
    """The path as it may stand in a file that other machines read: relative to `root` where inside it, with `/`."""
    full = os.path.abspath(path)
    try:
        relative = os.path.relpath(full, root)
    except ValueError:  # on another drive
        relative = full
    return (full if relative.split(os.sep)[0] == os.pardir else relative).replace(os.sep, "/")


def in_order(path: str) -> tuple[str, ...]:
    """Sorts files folder by folder, the same on every system."""
    return tuple(path.replace(os.sep, "/").split("/"))


def shown(path: Path) -> Path:
    """The path as people read it: relative to the current folder where inside it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _mode(path: Path) -> int | None:
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
