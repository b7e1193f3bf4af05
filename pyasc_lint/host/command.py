"""`--run` and `--backend cpu` on the command line."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from pyasc_lint.codegen import Plan
from pyasc_lint.config import ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.host.arguments import numpy
from pyasc_lint.host.compiler import library
from pyasc_lint.host.emitted import emitted
from pyasc_lint.host.errors import HostError
from pyasc_lint.host.result import NOT_MODELLED, Result
from pyasc_lint.host.runs import run_named
from pyasc_lint.host.unit import unit

EXAMPLE = "vadd(x=x.npy, y=y.npy, z=float32*8192, n=8192)"
_WORDS = {"true": True, "false": False, "none": None}
_TOLERANCES = {"float16": 1e-3, "float32": 1e-5, "float64": 1e-12}
"""How far results may be from what is expected, by dtype: a part of the value, and that much around 0."""


@dataclass(frozen=True)
class Command:
    """A run as the command line asks for it.

    `call` is the kernel with its arguments; `expected` is `FILE`, or `NAME=FILE,NAME=FILE`; `folder` takes the outputs.
    """

    file: str
    call: str
    cores: int
    seconds: float
    expected: str | None
    tolerance: float | None
    folder: Path | None


def run_command(command: Command, configs: ConfigFinder) -> tuple[list[str], bool]:
    """Runs a kernel: the lines to show, and whether all is well. Raises HostError."""
    kernel, named = read_call(command.call)
    expected = dict(_expected(command.expected))
    result = run_named(command.file, kernel, named, configs, command.cores, command.seconds)
    lines = [result.printed.rstrip("\n")] if result.printed else []
    lines += map(str, result.findings)
    for name, array in result.outputs.items():
        saved = f" -> {_saved(command.folder, name, array)}" if command.folder is not None else ""
        lines.append(f"{name}: {array.dtype}[{'x'.join(map(str, array.shape))}]{saved}")
    compared = [] if result.findings else list(_compared(result, expected, command.tolerance))
    lines += [text for text, _ in compared]
    lines.append(f"Not modelled: {'; '.join(NOT_MODELLED)}.")
    return lines, result.clean and all(right for _, right in compared)


def build_command(plan: Plan, profiles: tuple[Path, ...], folder: Path | None) -> Path:
    """Builds the shared library of emitted kernels; it goes to the folder, if there is one. Raises HostError."""
    built = library(unit(emitted(plan, profiles)))
    if folder is None:
        return built
    target = folder / "kernels_cpu.so"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(built, target)
    except OSError as error:
        raise HostError(f"{target}: {error.strerror}") from None
    return target


# ------------------------------------------------------------------------------------------------------------ arguments


def read_call(text: str) -> tuple[str, dict[str, Any]]:
    """The kernel and its arguments by name, from text such as EXAMPLE. Raises HostError."""
    match = re.fullmatch(r"\s*([^\W\d]\w*)\s*\((.*)\)\s*", text, re.DOTALL)
    if match is None:
        raise HostError(f"--run: {text!r} is no call such as {EXAMPLE}")
    named: dict[str, Any] = {}
    for part in filter(str.strip, match[2].split(",")):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name.isidentifier() or not value:
            raise HostError(f"--run: {part.strip()!r} is not parameter=value; an example: {EXAMPLE}")
        if name in named:
            raise HostError(f"--run: '{name}' is given twice")
        named[name] = _value(name, value)
    return match[1], named


def _value(name: str, text: str) -> Any:
    """`x.npy`, `float32*8192` or `float32*64x128` (zeros), `2048`, `1.5`, `true`, `none`, or the name of a dtype."""
    np = numpy()
    if text.endswith(".npy"):
        return _loaded(text)
    if zeros := re.fullmatch(r"(\w+)\*(\d+(?:x\d+)*)", text):
        try:
            return np.zeros(tuple(map(int, zeros[2].split("x"))), zeros[1])
        except TypeError:
            raise HostError(f"--run: '{name}': {zeros[1]} is no dtype of NumPy") from None
    if text.lower() in _WORDS:
        return _WORDS[text.lower()]
    for number in (lambda: int(text, 0), lambda: float(text)):
        try:
            return number()
        except ValueError:
            continue
    return text.strip("\"'")


def _loaded(path: str) -> Any:
    np = numpy()
    try:
        return np.load(path, allow_pickle=False)
    except (OSError, ValueError, EOFError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "not a .npy file without objects"
        raise HostError(f"{path}: {reason}") from None


# -------------------------------------------------------------------------------------------------------------- results


def _expected(text: str | None) -> Iterator[tuple[str, str]]:
    """Output -> file; "" stands for the only output."""
    for part in filter(str.strip, (text or "").split(",")):
        name, equals, path = part.strip().partition("=")
        yield (name.strip(), path.strip()) if equals else ("", part.strip())


def _compared(result: Result, expected: Mapping[str, str], tolerance: float | None) -> Iterator[tuple[str, bool]]:
    for name, path in expected.items():
        output = name or next(iter(result.outputs), "")
        if output not in result.outputs or (not name and len(result.outputs) > 1):
            written = ", ".join(result.outputs) or "nothing"
            raise HostError(f"--expect: say which output {path} is for, NAME={path}; the kernel wrote {written}")
        yield _difference(output, result.outputs[output], _loaded(path), tolerance)


def _difference(name: str, got: Any, wanted: Any, tolerance: float | None) -> tuple[str, bool]:
    """Compares element by element, whatever the shapes are as long as they have as many: a text, and if they agree."""
    np = numpy()
    if got.size != wanted.size:
        raise HostError(f"--expect: '{name}' has {got.size} elements, but {wanted.size} are expected")
    limit = _TOLERANCES.get(str(got.dtype), 0.0) if tolerance is None else tolerance
    first, second = got.reshape(-1), wanted.reshape(-1)
    with np.errstate(all="ignore"):
        apart = np.abs(first.astype(np.float64) - second.astype(np.float64))
    wrong = np.flatnonzero(~np.isclose(first, second, rtol=limit, atol=limit, equal_nan=True))
    if not wrong.size:
        return f"{name}: as expected (tolerance {limit:g})", True
    at = int(wrong[0])
    text = (
        f"{name}: {wrong.size} of {first.size} elements are not as expected (tolerance {limit:g}); the first is "
        f"{at}: {first[at]}, expected {second[at]}"
    )
    numbers = apart[wrong][~np.isnan(apart[wrong])]  # nothing is that far from NaN
    return text + (f"; the largest difference is {numbers.max():g}" if numbers.size else ""), False


def _saved(folder: Path, name: str, array: Any) -> Path:
    path = folder / f"{name}.npy"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        numpy().save(path, array)
    except OSError as error:
        raise HostError(f"{path}: {error.strerror}") from None
    return path
