"""The system's C++ compiler, and what it has compiled before."""

from __future__ import annotations

import hashlib
import os
import shlex
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path

from pyasc_lint.host.errors import HostError

INCLUDE = Path(__file__).with_name("include")
OPTIONS = ("-std=c++17", "-O1", "-fPIC", "-w")
_HEADER = "kernel_operator.h"
_TIMEOUT = 600
"""Seconds for one run of the compiler."""


@cache
def compiler() -> tuple[str, ...]:
    """The command: $CXX, or the first compiler there is. Raises HostError."""
    named = shlex.split(os.environ.get("CXX", ""))
    for command in [named] if named else [["g++"], ["c++"], ["clang++"]]:
        if shutil.which(command[0]) is not None:
            return tuple(command)
    looked = named[0] if named else "g++, c++ or clang++"
    raise HostError(f"there is no C++ compiler ({looked}); install one, or name it in CXX")


def cache_folder() -> Path:
    """Where compiled things are kept: $PYASC_LINT_CACHE, or a folder of the user's cache."""
    named = os.environ.get("PYASC_LINT_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(base) / "pyasc-lint"


def library(text: str, precompiled: bool = True) -> Path:
    """The shared library of a C++ text. Raises HostError where the compiler does not take it.

    It is compiled once, whoever asks and however many at the same time. `precompiled` False compiles the header anew.
    """
    target = cache_folder() / f"{_digest(text)}.so"
    if not target.exists():
        headers = [f"-I{_precompiled()}"] if precompiled and _takes_precompiled() else []
        with tempfile.TemporaryDirectory(prefix="pyasc-lint-") as folder:
            source = Path(folder) / "kernel.cpp"
            source.write_text(text, encoding="utf-8")
            _compile([*headers, f"-I{INCLUDE}", "-shared", str(source)], target)
    return target


def _precompiled() -> Path:
    """A folder with the precompiled header, which a compiler finds before the header itself."""
    folder = cache_folder() / f"header-{_digest()}"
    target = folder / f"{_HEADER}.gch"
    if not target.exists():
        _compile(["-x", "c++-header", str(INCLUDE / _HEADER)], target)
    return folder


@cache
def _takes_precompiled() -> bool:
    """Clang has precompiled headers of another kind: it does without."""
    return "clang" not in _version()


@cache
def _version() -> str:
    try:
        return subprocess.run([*compiler(), "--version"], capture_output=True, text=True, timeout=60).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise HostError(f"{compiler()[0]} does not run: {error}") from None


@cache
def _headers() -> bytes:
    """All that a library depends on beside its own text."""
    files = sorted(path for path in INCLUDE.rglob("*.h"))
    parts = [path.read_bytes() for path in files]
    return b"\0".join([*parts, _version().encode(), " ".join((*compiler(), *OPTIONS)).encode()])


def _digest(text: str = "") -> str:
    return hashlib.sha256(_headers() + b"\0" + text.encode("utf-8")).hexdigest()[:32]


def _compile(arguments: list[str], target: Path) -> None:
    """Compiles to a file beside the target, which it becomes when it is complete."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, aside = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise HostError(f"{target.parent}: {error.strerror}; PYASC_LINT_CACHE names another folder") from None
    os.close(descriptor)
    try:
        command = [*compiler(), *OPTIONS, *arguments, "-o", aside]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_TIMEOUT)
        if done.returncode != 0:
            raise HostError(f"{compiler()[0]} does not take the emitted text:\n{_excerpt(done.stderr)}")
        os.replace(aside, target)
    except (OSError, subprocess.SubprocessError) as error:
        raise HostError(f"{compiler()[0]}: {error}") from None
    finally:
        Path(aside).unlink(missing_ok=True)


def _excerpt(text: str) -> str:
    """The errors alone, and not too many of them."""
    lines = text.splitlines()
    errors = [line for line in lines if "error" in line] or lines
    return "\n".join(errors[:20])
