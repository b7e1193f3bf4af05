"""Writes generated files: all of them or none, and none over a file that is not ours."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path

MARK = "pyasc-lint"
"""What every generated file has in its first lines."""

_HEAD = 600


class OutputError(Exception):
    """The files cannot be written; says which and why."""


def write_files(folder: Path, files: Mapping[str, str], force: bool = False) -> None:
    """Writes files into a folder, by name. Raises OutputError; then nothing has changed.

    They are written beside the folder first and moved in when all are complete. `force` replaces foreign files too.
    """
    try:
        foreign = [name for name in files if not force and _is_foreign(folder / name)]
        if foreign:
            names = ", ".join(str(folder / name) for name in foreign)
            raise OutputError(f"{names}: not written by this tool; --force overwrites it")
        folder.parent.mkdir(parents=True, exist_ok=True)
        aside = Path(tempfile.mkdtemp(prefix=f".{folder.name}-", dir=folder.parent))
        try:
            for name, text in files.items():
                (aside / name).write_text(text, encoding="utf-8", newline="\n")
            if folder.exists():
                for name in files:
                    os.replace(aside / name, folder / name)
            else:
                aside.chmod(0o777 & ~_umask())
                os.replace(aside, folder)
        finally:
            shutil.rmtree(aside, ignore_errors=True)
    except OSError as error:
        where = error.filename or folder
        raise OutputError(f"{where}: {error.strerror or type(error).__name__}") from None


def _is_foreign(path: Path) -> bool:
    if not os.path.lexists(path):
        return False
    if not path.is_file():
        return True
    return MARK not in path.read_text(encoding="utf-8", errors="replace")[:_HEAD]


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
