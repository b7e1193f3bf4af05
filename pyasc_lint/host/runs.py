"""`run`: from a kernel of a file and its arguments to a result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pyasc_lint.codegen.signature import Array, Given, Named, Signature, Value
from pyasc_lint.config import Settings
from pyasc_lint.host.compiler import library
from pyasc_lint.host.emitted import Emitted, Launchable, emit
from pyasc_lint.host.errors import HostError
from pyasc_lint.host.launch import Job, launch
from pyasc_lint.host.result import Result
from pyasc_lint.host.structs import packed
from pyasc_lint.host.unit import entry, unit
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.ir.types import DTYPES, FLOAT32, INT32, DType, StructType

SECONDS = 60.0
"""The time limit of a run, where nothing else is said."""


def run(
    path: str,
    kernel: str,
    *given: Any,
    cores: int = 1,
    seconds: float = SECONDS,
    go_on: bool = False,
    trace: bool = False,
    target: str | None = None,
    allow_errors: bool = False,
) -> Result:
    """Runs a kernel of a Python file as `kernel[cores](*given)` would, without importing the file.

    Args:
        given: the arguments in order: NumPy arrays, numbers, and values (or dtypes) of ConstExpr parameters. Arrays
            are copied in; what the kernel writes is in the result.
        seconds: the time limit.
        go_on: do not stop at the first finding.
        trace: note every instruction with its bytes.
        target: the chip, as for the linter.
        allow_errors: for tests: run what the linter calls wrong.

    Raises:
        HostError: the kernel cannot be run: no compiler, errors in the file, arguments that do not fit, or something
            that is not modelled.
    """
    np = numpy()
    if cores < 1:
        raise HostError(f"cores is {cores}; a launch has at least 1")
    values = [_plain(np, value) for value in given]
    settings = Settings.model_validate({} if target is None else {"target": target})
    emitted = emit(path, kernel, lambda found: _signature(np, found, values), settings, allow_errors)
    return run_emitted(emitted, emitted.kernel, path, values, cores, seconds, go_on, trace)


def run_emitted(
    emitted: Emitted,
    kernel: Launchable,
    path: str,
    values: Sequence[Any],
    cores: int,
    seconds: float = SECONDS,
    go_on: bool = False,
    trace: bool = False,
) -> Result:
    """Compiles what was emitted and runs one of its kernels. `values` are those of all its parameters, in order."""
    np = numpy()
    wanted = {name for _, name in kernel.arguments}
    passed = {
        each["name"]: _argument(np, each, value)
        for each, value in zip(kernel.parameters, values, strict=True)
        if each["name"] in wanted
    }
    job = Job(
        library(unit(emitted)), entry(kernel), list(passed.values()), cores, kernel.auto_sync, emitted.profile, seconds,
        go_on, trace,
    )  # fmt: skip
    outcome = launch(job, (path, kernel.line))
    outputs = {name: after for name, after in zip(passed, outcome.arrays, strict=True) if after is not None}
    return Result(outputs, outcome.findings, outcome.printed, outcome.instructions)


def numpy() -> Any:
    """NumPy, which only those need who run kernels. Raises HostError."""
    try:
        import numpy as np
    except ImportError:
        raise HostError("running kernels needs NumPy: pip install numpy (or pyasc-lint[run])") from None
    return np


def _plain(np: Any, value: Any) -> Any:
    """NumPy scalars as Python numbers; anything else as it is."""
    return value.item() if isinstance(value, np.generic) else value


def _argument(np: Any, parameter: Mapping[str, Any], value: Any) -> Any:
    """Arrays as bytes in a row; numbers as they are; structs as bytes. Raises HostError where a field is missing."""
    if parameter["kind"] == "struct":
        return packed(parameter["name"], parameter["fields"], value)
    return np.ascontiguousarray(value) if isinstance(value, np.ndarray) else value


def _signature(np: Any, kernel: Kernel, values: list[Any]) -> Signature:
    """What arguments say of the parameters. Raises HostError where they do not fit."""
    names = [param.var.name for param in kernel.params]
    if len(names) != len(values):
        raise HostError(f"{kernel.name} takes {len(names)} arguments ({', '.join(names)}), {len(values)} are given")
    found: dict[str, Given] = {}
    for param, value in zip(kernel.params, values, strict=True):
        name, kind = param.var.name, param.var.type
        if isinstance(value, np.ndarray):
            found[name] = Array(_dtype(name, str(value.dtype)))
        elif param.constexpr:
            found[name] = _constant(name, value)
        elif isinstance(kind, StructType):
            if not isinstance(value, Mapping):
                raise HostError(f"'{name}' of {kernel.name} is a struct: give a dict of its fields")
        elif isinstance(value, bool | int | float):
            found[name] = Named(kind if isinstance(kind, DType) else FLOAT32 if isinstance(value, float) else INT32)
        else:
            raise HostError(f"'{name}' of {kernel.name} is {type(value).__name__}: give an array or a number")
    return found


def _constant(name: str, value: Any) -> Given:
    if isinstance(value, bool | int | float | str | None):
        return Named(DTYPES[value]) if isinstance(value, str) and value in DTYPES else Value(value)
    return Named(_dtype(name, getattr(value, "__name__", str(value))))


def _dtype(name: str, dtype: str) -> Any:
    found = DTYPES.get("int1" if dtype == "bool" else dtype)
    if found is None:
        raise HostError(f"'{name}' has dtype {dtype}, which no kernel takes")
    return found
