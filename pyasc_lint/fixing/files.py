"""Writes changed sources back, and never over news."""

from __future__ import annotations

import os
from pathlib import Path

from pyasc_lint.files import write_atomic
from pyasc_lint.frontend.source import Source


class WriteError(Exception):
    """A file cannot be written; it is as it was. Says which, why and what to do."""


def write(before: Source, after: Source) -> None:
    """Replaces the file that `before` was read from; mode, links and encoding stay. Raises WriteError."""
    path = Path(before.path)
    try:
        if path.read_bytes() != before.encoded():
            raise WriteError(f"{before.path}: not fixed: changed since it was read; run it again")
        if not os.access(path, os.W_OK):
            raise WriteError(f"{before.path}: not fixed: it is write-protected; --diff shows the change")
        write_atomic(path, after.encoded())
    except UnicodeEncodeError as error:
        raise WriteError(f"{before.path}: not fixed: cannot be written as {error.encoding}; save it as UTF-8") from None
    except OSError as error:
        reason = (error.strerror or type(error).__name__).lower()
        raise WriteError(f"{before.path}: not fixed: {reason}; --diff shows the change") from None
