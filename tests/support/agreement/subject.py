"""One kernel as the product and the reference interpreter see it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.profiles import Profile, load_profile
from tests.support.interpreter.events import Run
from tests.support.interpreter.machine import run_kernel
from tests.support.lowering import lower

TARGET = "Ascend910B1"

Inputs = Mapping[str, int]


@dataclass(frozen=True)
class Subject:
    """A kernel as both sides see it: the product's findings, and a run for each of the inputs."""

    kernel: Kernel
    findings: tuple[Diagnostic, ...]
    runs: tuple[tuple[Inputs, Run], ...]

    def of(self, *codes: str) -> list[Diagnostic]:
        return [finding for finding in self.findings if finding.code in codes]

    def lines(self, *codes: str) -> set[int]:
        return {finding.span.line for finding in self.of(*codes)}


def profile() -> Profile:
    return load_profile(TARGET)


def subject(text: str, inputs: Iterable[Inputs]) -> Subject:
    """Run both sides on a source with one kernel, the last function in it."""
    report = check_source(text, "kernels.py", Settings(target=(TARGET,)))
    assert not report.internal_error, [item.message for item in report.diagnostics if item.code == "ASC008"]
    kernel = lower(text).kernels[-1][0]
    chip = profile()
    runs = tuple((values, run_kernel(kernel, chip, values)) for values in inputs)
    return Subject(kernel, tuple(report.diagnostics), runs)
