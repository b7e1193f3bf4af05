"""A folder of results, each under a key that says all it depends on.

Entries are written in one step and carry a checksum, so one that is half-written, damaged or not ours is none. Runs may
share a folder at the same time. Nothing in it is ever executed.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from pyasc_lint import __version__
from pyasc_lint.files import write_atomic

FOLDER = ".pyasc_lint_cache"

_TAG = """Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of pyasc-lint and can be deleted: https://bford.info/cachedir/
"""
_MOST = 10_000
_KEPT = 5_000
_OLD = 14 * 24 * 3600
"""Seconds after which what another version of the tool left is deleted."""


class Store:
    """One cache folder, as far as it belongs to this version of the tool. A folder that cannot be used is empty."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._own = folder / tool_stamp()
        self._written = False

    def get(self, key: str) -> Any:
        """What was put under this key; None where nothing sound is there."""
        try:
            check, _, text = (self._own / key).read_bytes().partition(b"\n")
            return json.loads(text) if check == _checksum(text) else None
        except (OSError, ValueError, RecursionError):
            return None

    def put(self, key: str, value: Any) -> None:
        text = json.dumps(value, separators=(",", ":")).encode()
        with suppress(OSError):
            self._make()
            write_atomic(self._own / key, _checksum(text) + b"\n" + text)

    def tidy(self) -> None:
        """Deletes what no run needs any more, where this one has added something."""
        if not self._written:
            return
        with suppress(OSError):
            for each in self.folder.iterdir():
                if each.is_dir() and each != self._own and time.time() - each.stat().st_mtime > _OLD:
                    shutil.rmtree(each, ignore_errors=True)
            entries = list(self._own.iterdir())
            if len(entries) > _MOST:
                entries.sort(key=lambda path: path.stat().st_mtime)
                for each in entries[:-_KEPT]:
                    each.unlink(missing_ok=True)

    def _make(self) -> None:
        if not self._written:
            self._own.mkdir(parents=True, exist_ok=True)
            for name, text in (("CACHEDIR.TAG", _TAG), (".gitignore", "*\n")):
                if not (self.folder / name).exists():
                    write_atomic(self.folder / name, text.encode())
            self._written = True


def _checksum(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=16).hexdigest().encode()


@cache
def tool_stamp() -> str:
    """Changes with every change of the tool, of the parser it uses and of Python."""
    import sys
    from importlib.util import find_spec

    digest = hashlib.blake2b(f"{__version__} {sys.version}".encode(), digest_size=12)
    own = Path(__file__).parents[1]
    for name in ("astroid", "pyasc_lint.hardware_profiles"):
        spec = find_spec(name)
        folders = list(spec.submodule_search_locations or ()) if spec is not None else []
        for folder in folders:
            _add_files(digest, Path(folder), deep=False)
    _add_files(digest, own, deep=True)
    return digest.hexdigest()


def _add_files(digest: Any, folder: Path, *, deep: bool) -> None:
    """Names, sizes and times of a package's files: they change with any installation or edit."""
    for path, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if deep and name != "__pycache__")
        for name in sorted(names):
            status = os.stat(os.path.join(path, name))
            digest.update(f"{name} {status.st_size} {status.st_mtime_ns}\n".encode())
