"""The system's C++ compiler, and what it has compiled before."""

from __future__ import annotations

import hashlib
import os
import re
import shlex
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

from pyasc_lint.host.errors import HostError

INCLUDE = Path(__file__).with_name("include")
_OPTIONS = ("-std=c++17", "-fPIC", "-w", f"-I{INCLUDE}")
_APART = "-DASCEND_HOST_APART"
_HEADER = "kernel_operator.h"
_MODEL = f'#include "{_HEADER}"\n#include "ascend_host/model/model.h"\n'
_TIMEOUT = 600
"""Seconds for one run of the compiler."""
_OLD = 30 * 24 * 3600
"""Seconds without use after which something compiled is deleted."""
_OURS = re.compile(r"[0-9a-f]{32}(\.so)?")


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


def library(text: str, prepared: bool = True) -> Path:
    """The shared library of a C++ text. Raises HostError where the compiler does not take it.

    It is compiled once, whoever asks and however many at the same time. `prepared` False does without the header and
    the model that were compiled before.
    """
    target = cache_folder() / f"{_digest(text, str(prepared))}.so"
    if not _used(target):
        with tempfile.TemporaryDirectory(prefix="pyasc-lint-") as folder:
            source = Path(folder) / "kernel.cpp"
            source.write_text(text, encoding="utf-8")
            _compile([*(_prepared() if prepared else ()), "-shared", str(source)], target)
        _tidy(target.parent)
    return target


def _used(path: Path) -> bool:
    """Whether it is there; if so, it is noted that it was of use."""
    try:
        os.utime(path)
    except OSError:
        return path.exists()
    return True


def _tidy(folder: Path) -> None:
    """Deletes what was of no use for long: kernels that changed since, models of other versions of the tool."""
    with suppress(OSError):
        for path in folder.iterdir():
            if _OURS.fullmatch(path.name) and time.time() - path.stat().st_mtime > _OLD:
                shutil.rmtree(path, ignore_errors=True) if path.is_dir() else path.unlink(missing_ok=True)


def _prepared() -> list[str]:
    """Options that make use of the precompiled header and the compiled model."""
    folder = cache_folder() / _digest()
    _used(folder)
    header, model = folder / f"{_HEADER}.gch", folder / "model.o"
    if not model.exists():
        with tempfile.TemporaryDirectory(prefix="pyasc-lint-") as aside:
            source = Path(aside) / "model.cpp"
            source.write_text(_MODEL, encoding="utf-8")
            _compile([_APART, "-O2", "-c", str(source)], model)
    if _takes_precompiled() and not header.exists():
        _compile([_APART, "-x", "c++-header", str(INCLUDE / _HEADER)], header)
    return [_APART, f"-I{folder}", str(model)]


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
    return b"\0".join([*parts, _version().encode(), " ".join((*compiler(), *_OPTIONS)).encode()])


def _digest(*parts: str) -> str:
    return hashlib.sha256(_headers() + "\0".join(("", *parts)).encode("utf-8")).hexdigest()[:32]


def _compile(arguments: list[str], target: Path) -> None:
    """Compiles to a file beside the target, which it becomes when it is complete."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        descriptor, aside = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    except OSError as error:
        raise HostError(f"{target.parent}: {error.strerror}; PYASC_LINT_CACHE names another folder") from None
    os.close(descriptor)
    try:
        command = [*compiler(), *arguments, *_OPTIONS, "-o", aside]
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
