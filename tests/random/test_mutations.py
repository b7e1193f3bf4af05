"""Mutants of clean kernels: whatever the interpreter finds wrong with one, the product reports as well.

For each kind of mutation the summary of the run says how many mutants the product reports, of how many, and how many
of them the interpreter finds wrong: the rest are as right as the original, or wrong only where no run goes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Severity
from tests.support.agreement.subject import TARGET
from tests.support.clean_kernels import CleanKernel, clean_kernels, random_clean_kernels, violations
from tests.support.interpreter.values import NotConcrete
from tests.support.lowering import lower
from tests.support.mutations import BYTES, ORDER, Source
from tests.support.random_kernels.sample import SCALE

KINDS = BYTES | ORDER
MUTANTS = 25 if SCALE < 1 else 300
"""The most mutants of one kind that are tried."""
RANDOM = 20
"""How many random kernels of each flavour are mutated, besides all clean kernels of the fixtures."""


@pytest.fixture(scope="module")
def kernels() -> list[CleanKernel]:
    return [*clean_kernels(), *random_clean_kernels(RANDOM)]


def mutants(kind: str, kernels: list[CleanKernel]) -> Iterator[tuple[CleanKernel, str]]:
    made = [(kernel, text) for kernel in kernels for text in KINDS[kind](Source(kernel.text))]
    yield from Random(kind).sample(made, min(MUTANTS, len(made)))


def killed(kernel: CleanKernel, text: str) -> list[str]:
    """What the interpreter finds wrong with a mutant."""
    lowered = lower(text).kernels[-1][0]
    found = []
    for inputs in kernel.inputs:
        try:
            found += violations(lowered, inputs)
        except NotConcrete:
            continue
    return found


def findings(text: str) -> set[tuple[str, int]]:
    report = check_source(text, "kernels.py", Settings(target=(TARGET,)))
    assert not report.internal_error
    return {(item.code, item.span.line) for item in report.diagnostics if item.severity >= Severity.WARNING}


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_what_the_interpreter_kills_is_detected(
    kind: str, kernels: list[CleanKernel], record_property: Callable[[str, object], None]
) -> None:
    count: Counter[str] = Counter()
    missed = []
    for kernel, text in mutants(kind, kernels):
        wrong = killed(kernel, text)
        detected = bool(findings(text) - findings(kernel.text))
        count.update({"all": 1, "detected": detected, "killed": bool(wrong)})
        if wrong and not detected:
            missed.append(f"{kernel.name}: {wrong}\n{text}")
    record_property("statistics", f"{count['detected']}/{count['all']} detected, {count['killed']} killed")
    assert not missed, f"{len(missed)} missed, the first:\n{missed[0]}"
    assert count["killed"]
