"""What `--signature` says: text such as `vadd(x=float32*, n=int32, tile=2048)`, or a JSON file.

It gives the dtypes of arrays and numbers, and the values of ConstExpr parameters.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import field
from pathlib import Path, PurePath

from pyasc_lint.api import find_dtype
from pyasc_lint.codegen.words import did_you_mean
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.ir.types import DTYPES, DType

EXAMPLE = "vadd(x=float32*, n=int32, tile=2048)"


class SignatureError(Exception):
    """A signature cannot be read, or does not fit the kernels."""


@dataclass(frozen=True, slots=True)
class Array:
    """An array in global memory."""

    dtype: DType


@dataclass(frozen=True, slots=True)
class Named:
    """A dtype without a star: that of a number, or the value of a ConstExpr parameter."""

    dtype: DType


@dataclass(frozen=True, slots=True)
class Value:
    """A constant."""

    value: int | float | bool | str | None


Given = Array | Named | Value
Signature = Mapping[str, Given]


@dataclass(slots=True)
class Signatures:
    """Signatures by kernel, several for one that is wanted in several forms; `files` holds those that a JSON file gives
    for one source file.

    `selects`: only these kernels are to be emitted.
    """

    kernels: dict[str, list[Signature]] = field(default_factory=dict)
    files: dict[str, dict[str, list[Signature]]] = field(default_factory=dict)
    selects: bool = False

    def of(self, kernel: Kernel) -> list[Signature]:
        """What is said of a kernel; nothing where it is not named."""
        path = PurePath(kernel.path)
        for name, kernels in self.files.items():
            if path.parts[-len(PurePath(name).parts) :] == PurePath(name).parts and kernel.name in kernels:
                return kernels[kernel.name]
        return self.kernels.get(kernel.name, [])


def read_signatures(text: str) -> Signatures:
    """Reads `--signature`: a JSON file, or signatures separated by semicolons. Raises SignatureError."""
    if "(" not in text:
        return _read_file(text)
    result = Signatures(selects=True)
    for part in _split(text, ";"):
        match = re.fullmatch(r"\s*([^\W\d]\w*)\s*\((.*)\)\s*", part, re.DOTALL)
        if match is None:
            raise SignatureError(f"--signature: {part.strip()!r} is no signature such as {EXAMPLE}")
        signature = dict(_arguments(match[1], match[2]))
        if signature in result.kernels.setdefault(match[1], []):
            raise SignatureError(f"--signature: {match[1]}({match[2].strip()}) is given twice")
        result.kernels[match[1]].append(signature)
    return result


def _arguments(kernel: str, text: str) -> Iterator[tuple[str, Given]]:
    seen = set()
    for part in _split(text, ","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not all(each.isidentifier() for each in name.split(".")) or not value:
            raise SignatureError(f"--signature: {kernel}: {part.strip()!r} is not parameter=type or parameter=value")
        if name in seen:
            raise SignatureError(f"--signature: {kernel}: '{name}' is given twice")
        seen.add(name)
        yield name, _given(f"{kernel}({name})", value)


def _given(where: str, text: str) -> Given:
    """`float32*`, `int32`, `2048`, `1.5`, `true`, `none` or `"text"`."""
    words = {"true": True, "false": False, "none": None}
    if text.lower() in words:
        return Value(words[text.lower()])
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'":
        return Value(text[1:-1])
    try:
        return Value(int(text, 0))
    except ValueError:
        pass
    try:
        return Value(float(text))
    except ValueError:
        return _dtype(where, text)


def _dtype(where: str, text: str) -> Array | Named:
    name = text.removesuffix("*").strip().removeprefix("asc.")
    info = find_dtype(name)
    dtype = DTYPES.get(info.canonical if info is not None else {"bool": "int1"}.get(name, name))
    if dtype is None:
        hint = did_you_mean(name, DTYPES)
        raise SignatureError(f"--signature: {where}: {text!r} is no dtype{hint}")
    return Array(dtype) if text.endswith("*") else Named(dtype)


def _read_file(path: str) -> Signatures:
    try:
        data = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise SignatureError(f"--signature: {path}: {reason}; a signature in place looks like {EXAMPLE}") from None
    except ValueError as error:
        raise SignatureError(f"--signature: {path} is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise SignatureError(f"--signature: {path}: must be an object from files or kernels to signatures")
    result = Signatures()
    for key, value in data.items():
        if not key.endswith(".py"):
            result.kernels[key] = _json_signatures(f"{path}: {key}", value)
        elif isinstance(value, dict):
            result.files[key] = {name: _json_signatures(f"{path}: {name}", inner) for name, inner in value.items()}
        else:
            raise SignatureError(f"--signature: {path}: {key}: must be an object")
    return result


def _json_signatures(where: str, data: object) -> list[Signature]:
    """One signature, or a list of them."""
    return [_json_signature(where, each) for each in data] if isinstance(data, list) else [_json_signature(where, data)]


def _json_signature(where: str, data: object) -> Signature:
    if not isinstance(data, dict):
        raise SignatureError(f"--signature: {where}: must be an object from parameters to types or values")
    found: dict[str, Given] = {}
    for name, value in data.items():
        if isinstance(value, str):
            found[name] = _dtype(f"{where}({name})", value)
        elif value is None or isinstance(value, bool | int | float):
            found[name] = Value(value)
        else:
            raise SignatureError(f"--signature: {where}: '{name}' must be a dtype or a number")
    return found


def _split(text: str, separator: str) -> list[str]:
    """Parts at separators outside of quotes and parentheses; empty ones are left out."""
    parts, start, depth, quote = [], 0, 0, ""
    for index, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in "\"'":
            quote = char
        elif char in "()":
            depth += 1 if char == "(" else -1
        elif char == separator and depth == 0:
            parts.append(text[start:index])
            start = index + 1
    return [part for part in [*parts, text[start:]] if part.strip()]
