"""One kernel as the product and the reference interpreter see it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic
from pyasc_lint.ir.nodes import Kernel
from pyasc_lint.profiles import Core, Profile, load_profile
from tests.support.interpreter.events import Run
from tests.support.interpreter.machine import run_kernel
from tests.support.lowering import lower

TARGET = "Ascend910B1"

MUTING = ("ASC001", "ASC002", "ASC003", "ASC004", "ASC008")
"""Findings that mute others: nothing could be compared."""

Inputs = Mapping[str, int]


@dataclass(frozen=True)
class Subject:
    """A kernel as both sides see it: the product's findings, and a run for each of the inputs."""

    target: str
    kernel: Kernel
    findings: tuple[Diagnostic, ...]
    runs: tuple[tuple[Inputs, Run], ...]

    def of(self, *codes: str) -> list[Diagnostic]:
        return [finding for finding in self.findings if finding.code in codes]

    def lines(self, *codes: str) -> set[int]:
        return {finding.span.line for finding in self.of(*codes)}

    @cached_property
    def pipes(self) -> Mapping[int, set[str]]:
        """The pipes of the instructions of each line."""
        found: dict[int, set[str]] = defaultdict(set)
        for _, run in self.runs:
            for event in run.events:
                found[event.line].add(event.pipe)
        return found


def core_of(kernel: Kernel, chip: Profile) -> Core:
    """The core that a kernel runs on, where that is one."""
    if chip.coupled:
        return "AICORE"
    return "AIC" if kernel.options.kernel_type == "AIC_ONLY" else "AIV"


def orders(chip: Profile) -> bool:
    """Whether it is known which pipes do what on a chip: else nothing is said of order, nor of what bytes hold."""
    return chip.paths is not None


def profile(target: str = TARGET) -> Profile:
    return load_profile(target)


def subject(text: str, inputs: Iterable[Inputs], target: str = TARGET) -> Subject:
    """Run both sides on a source with one kernel, the last function in it."""
    report = check_source(text, "kernels.py", Settings(target=(target,), extend_select=("ASC603",)))
    mute = [item.message for item in report.diagnostics if item.code in MUTING]
    assert not report.internal_error and not mute, mute
    kernel = lower(text).kernels[-1][0]
    assert kernel.is_static
    chip = profile(target)
    runs = tuple((values, run_kernel(kernel, chip, values, core_of(kernel, chip))) for values in inputs)
    return Subject(target, kernel, tuple(report.diagnostics), runs)
