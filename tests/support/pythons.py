"""Pythons of other versions that this machine has: on the PATH, or kept by pyenv."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path


def find_python(version: str) -> Path | None:
    """The interpreter of a version such as "3.10"."""
    for candidate in _candidates(version):
        # A command of pyenv on the PATH may be there and not work.
        code = "import sys; print('%d.%d' % sys.version_info[:2])"
        done = subprocess.run([candidate, "-c", code], capture_output=True)
        if done.returncode == 0 and done.stdout.strip().decode() == version:
            return candidate
    return None


def _candidates(version: str) -> Iterator[Path]:
    if found := shutil.which(f"python{version}"):
        yield Path(found)
    versions = Path(os.environ.get("PYENV_ROOT") or Path.home() / ".pyenv") / "versions"
    yield from sorted(versions.glob(f"{version}.*/bin/python"), reverse=True)
