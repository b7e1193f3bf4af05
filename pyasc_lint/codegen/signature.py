"""What a kernel is emitted for: the dtypes of its arrays and numbers, the values of its ConstExpr parameters.

They come from `--signature` (text such as `vadd(x=float32*, n=int32, tile=2048)`, or a JSON file), and where it is
silent from annotations, copies and launches.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from pyasc_lint.analysis.usage import copied_dtypes
from pyasc_lint.api import find_dtype
from pyasc_lint.codegen.words import did_you_mean, joined
from pyasc_lint.ir.nodes import Kernel, Launch, LaunchValue, Param
from pyasc_lint.ir.types import DTYPES, AddressType, DType, DTypeOf, ObjectType, ScalarOf

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
    """Signatures by kernel; `files` holds those that a JSON file gives for one source file.

    `selects`: only these kernels are to be emitted.
    """

    kernels: dict[str, Signature] = field(default_factory=dict)
    files: dict[str, dict[str, Signature]] = field(default_factory=dict)
    selects: bool = False

    def of(self, kernel: Kernel) -> Signature | None:
        """What is said of a kernel; None where nothing is."""
        path = PurePath(kernel.path)
        for name, kernels in self.files.items():
            if path.parts[-len(PurePath(name).parts) :] == PurePath(name).parts and kernel.name in kernels:
                return kernels[kernel.name]
        return self.kernels.get(kernel.name)


# ------------------------------------------------------------------------------------------------------------- reading


def read_signatures(text: str) -> Signatures:
    """Reads `--signature`: a JSON file, or signatures separated by semicolons. Raises SignatureError."""
    if "(" not in text:
        return _read_file(text)
    result = Signatures(selects=True)
    for part in _split(text, ";"):
        match = re.fullmatch(r"\s*([^\W\d]\w*)\s*\((.*)\)\s*", part, re.DOTALL)
        if match is None:
            raise SignatureError(f"--signature: {part.strip()!r} is no signature such as {EXAMPLE}")
        if match[1] in result.kernels:
            raise SignatureError(f"--signature: two signatures for {match[1]}")
        result.kernels[match[1]] = dict(_arguments(match[1], match[2]))
    return result


def _arguments(kernel: str, text: str) -> Iterator[tuple[str, Given]]:
    seen = set()
    for part in _split(text, ","):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals or not name.isidentifier() or not value:
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
        if not isinstance(value, dict):
            raise SignatureError(f"--signature: {path}: {key}: must be an object")
        if key.endswith(".py"):
            result.files[key] = {name: _json_signature(f"{path}: {name}", inner) for name, inner in value.items()}
        else:
            result.kernels[key] = _json_signature(f"{path}: {key}", value)
    return result


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


# ------------------------------------------------------------------------------------------------------------- fitting


@dataclass(frozen=True, slots=True)
class Missing:
    """A kernel that is not known well enough. `gaps` say what is missing, `example` a signature that has it all."""

    kernel: Kernel
    gaps: tuple[str, ...]
    example: str


class Requests:
    """Asks for each static kernel in the form that the signatures, or else the sources, tell; notes what is missing.

    Called with the general form of each kernel. Raises nothing: what is wrong is in `problems` and `missing`.
    """

    def __init__(self, signatures: Signatures) -> None:
        self.signatures = signatures
        self.problems: list[str] = []
        self.missing: list[Missing] = []
        self.unselected: list[Kernel] = []
        self.seen: list[Kernel] = []

    def __call__(self, kernel: Kernel) -> Launch | None:
        self.seen.append(kernel)
        said = self.signatures.of(kernel)
        if said is None and self.signatures.selects:
            self.unselected.append(kernel)
            return None
        names = [param.var.name for param in kernel.params]
        for name in said or ():
            if name.partition(".")[0] not in names:
                hint = did_you_mean(name, names)
                self.problems.append(f"--signature: {kernel.name} has no parameter '{name}'{hint}")
        copied = copied_dtypes(kernel)
        values: dict[str, LaunchValue] = {}
        gaps, texts = [], []
        for param in kernel.params:
            try:
                value = _value(param, (said or {}).get(param.var.name), kernel, copied)
            except SignatureError as problem:
                self.problems.append(f"--signature: {kernel.name}: {problem}")
                continue
            if isinstance(value, _Gap):
                gaps.append(value.text)
                texts.append(f"{param.var.name}={value.example}")
                continue
            values[param.var.name] = value
            texts.append(f"{param.var.name}={spelled(value, param)}")
        text = f"{kernel.name}({', '.join(texts)})"
        if gaps:
            self.missing.append(Missing(kernel, tuple(gaps), text))
            return None
        return Launch(kernel.span, values, text=text)

    def unknown_kernels(self) -> list[str]:
        """What signatures name that no file has."""
        names = [kernel.name for kernel in self.seen]
        wrong = [name for name in self.signatures.kernels if name not in names]
        return [f"--signature: there is no static kernel '{name}'{did_you_mean(name, names)}" for name in wrong]


@dataclass(frozen=True, slots=True)
class _Gap:
    text: str
    example: str


def _value(param: Param, given: Given | None, kernel: Kernel, copied: Mapping[str, list[str]]) -> LaunchValue | _Gap:
    """What a parameter is in the emitted form. Raises SignatureError where what is given does not fit."""
    name, kind = param.var.name, param.var.type
    if param.constexpr:
        return _constant(param, given, kernel)
    if isinstance(kind, AddressType):
        if given is not None and not isinstance(given, Array):
            raise SignatureError(f"'{name}' is an array: give its dtype with a star, such as float32*")
        if isinstance(given, Array):
            return given.dtype
        return _array_dtype(param, kind, kernel, copied)
    match given:
        case Array() if isinstance(kind, DType):
            raise SignatureError(f"'{name}' is a number ({param.annotation}): give {kind} without the star")
        case Array():
            return given.dtype
        case Named():
            return ScalarOf(given.dtype)
        case Value(value=bool() | int() | float() as number):
            return number
        case Value():
            raise SignatureError(f"'{name}' is no ConstExpr: give a dtype")
    if isinstance(kind, DType):
        return ScalarOf(kind)
    launched = _launched(kernel, name)
    if len(launched) == 1 and not isinstance(launched[0], str | None):
        return launched[0]
    if isinstance(kind, ObjectType) and kind.name.startswith("struct:"):
        return _Gap(f"'{name}' is a struct, which cannot be emitted yet", "float32*")
    return _Gap(f"what '{name}' is (it has no annotation)", "float32*")


def _array_dtype(param: Param, kind: AddressType, kernel: Kernel, copied: Mapping[str, list[str]]) -> DType | _Gap:
    name = param.var.name
    if isinstance(kind.element, DType):
        return kind.element
    launched = [value for value in _launched(kernel, name) if isinstance(value, DType)]
    known = copied.get(name, []) if isinstance(kind.element, DTypeOf) else []
    if len(launched) == 1:
        return launched[0]
    if not launched and len(known) == 1:
        return DTYPES[known[0]]
    seen = [dtype.name for dtype in launched] or known
    why = f" (it is {joined(seen, 'or')})" if seen else ""
    return _Gap(f"the dtype of '{name}'{why}", f"{seen[0] if seen else 'float32'}*")


def _constant(param: Param, given: Given | None, kernel: Kernel) -> LaunchValue | _Gap:
    name, kind = param.var.name, param.var.type
    match given:
        case Named():
            if isinstance(kind, DType):
                raise SignatureError(f"'{name}' is {param.annotation}: give a value, such as {_sample(kind)}")
            return given.dtype
        case Array():
            raise SignatureError(f"'{name}' is {param.annotation}, not an array")
        case Value():
            return given.value
    launched = _launched(kernel, name)
    if len(launched) == 1:
        return launched[0]
    why = f" (launched with {joined([spelled(value, param) for value in launched], 'and')})" if launched else ""
    example = spelled(launched[0], param) if launched else _sample(kind)
    return _Gap(f"the value of '{name}', {param.annotation}{why}", example)


def _sample(kind: object) -> str:
    if isinstance(kind, DType):
        return {"bool": "true", "float": "1.0"}.get(kind.kind, "1024")
    return "1024"


def _launched(kernel: Kernel, name: str) -> list[LaunchValue]:
    """The different values that launches give a parameter, in order; none where some launch's is not known."""
    if any(name not in launch.values for launch in kernel.launches):
        return []
    return list({repr(launch.values[name]): launch.values[name] for launch in kernel.launches}.values())


def spelled(value: LaunchValue, param: Param) -> str:
    """A value as a signature writes it."""
    match value:
        case DType():
            return value.name if param.constexpr else f"{value.name}*"
        case ScalarOf():
            return value.dtype.name
        case bool() | None:
            return str(value).lower()
        case str():
            return json.dumps(value)
    return repr(value)
