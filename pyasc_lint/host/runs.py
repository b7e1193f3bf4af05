"""`run`: from a kernel of a file and its arguments to a result."""

from __future__ import annotations

from typing import Any

from pyasc_lint.config import ConfigFinder
from pyasc_lint.deferred import dataclass
from pyasc_lint.host.arguments import Bind, Values, by_name, in_order, numpy, passed, signature_of
from pyasc_lint.host.compiler import library
from pyasc_lint.host.emitted import Emitted, Launchable, emit
from pyasc_lint.host.errors import HostError
from pyasc_lint.host.launch import Job, launch
from pyasc_lint.host.result import Result
from pyasc_lint.host.unit import entry, unit
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.settings import Settings

SECONDS = 60.0
"""The time limit of a run, where nothing else is said."""


@dataclass(frozen=True)
class Options:
    """How a kernel is run: on so many cores, for at most so many seconds.

    `go_on`: past the first finding. `trace`: every instruction is noted with its bytes.
    """

    cores: int = 1
    seconds: float = SECONDS
    go_on: bool = False
    trace: bool = False


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
        given: the arguments in order: NumPy arrays, numbers, dicts for structs, and values (or dtypes) of ConstExpr
            parameters. Arrays are copied in; what the kernel writes is in the result.
        seconds: the time limit.
        go_on: do not stop at the first finding.
        trace: note every instruction with its bytes.
        target: the chip, as for the linter.
        allow_errors: for tests: run what the linter calls wrong.

    Raises:
        HostError: the kernel cannot be run: no compiler, errors in the file (`Refused`), arguments that do not fit, or
            something that is not modelled.
    """
    configs = ConfigFinder(Settings(**({} if target is None else {"target": target})))
    options = Options(cores, seconds, go_on, trace)
    return _run(path, kernel, in_order(given), configs, options, allow_errors)


def run_named(path: str, kernel: str, given: Values, configs: ConfigFinder, cores: int, seconds: float) -> Result:
    """The same with the arguments by name, under the configuration of a command line."""
    return _run(path, kernel, by_name(given), configs, Options(cores, seconds))


def _run(
    path: str, kernel: str, bind: Bind, configs: ConfigFinder, options: Options, allow_errors: bool = False
) -> Result:
    numpy()
    if options.cores < 1:
        raise HostError(f"cores is {options.cores}; a launch has at least 1")
    values: dict[str, Any] = {}

    def signature(found: Kernel) -> Any:
        values.update(bind(found))
        return signature_of(found, values)

    emitted = emit(path, kernel, signature, configs, allow_errors)
    return run_emitted(emitted, emitted.kernel, path, values, options)


def run_emitted(emitted: Emitted, kernel: Launchable, path: str, values: Values, options: Options) -> Result:
    """Compiles what was emitted and runs one of its kernels; `path` is the file for what has no line of its own."""
    arguments = passed(kernel.parameters, values)
    job = Job(
        library(unit(emitted)), entry(kernel), list(arguments.values()), options.cores, kernel.auto_sync,
        emitted.profile, options.seconds, options.go_on, options.trace,
    )  # fmt: skip
    outcome = launch(job, (path, kernel.line))
    outputs = {name: after for name, after in zip(arguments, outcome.arrays, strict=True) if after is not None}
    return Result(outputs, outcome.findings, outcome.printed, outcome.instructions)
