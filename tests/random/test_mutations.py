"""Mutants of clean kernels: whatever the interpreter finds wrong with one, the product reports as well.

All mutants of the clean kernels among the fixtures are tried, and one of every random kernel without a defect, each of
another kind. The summary of the run says for each kind how many mutants there were, how many of them the product
reports and how many the interpreter finds wrong: the rest are as right as the original, or wrong only where no run
goes. A mutant that is wrong for some value of an input without bounds must be reported where the input has bounds.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random

import pytest

from tests.support.clean_kernels import CleanKernel, clean_fixtures, clean_random, findings, violations
from tests.support.interpreter.values import NotConcrete
from tests.support.lowering import lower
from tests.support.mutations import BYTES, ORDER, Mutation, Source
from tests.support.random_kernels import bytes_kernel, synchronisation_kernel
from tests.support.random_kernels.sample import BATCHES, BYTES_KERNELS, SYNCHRONISATION_KERNELS, batch

KINDS = BYTES | ORDER
Record = Callable[[str, object], None]
Mutant = tuple[CleanKernel, str, str]
"""The kernel, the kind of the mutation, and the text."""


@pytest.fixture(scope="module")
def fixtures() -> list[CleanKernel]:
    return list(clean_fixtures())


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_mutants_of_fixtures(kind: str, fixtures: list[CleanKernel], record_property: Record) -> None:
    counts = detected((kernel, kind, text) for kernel in fixtures for text in KINDS[kind](Source(kernel.text)))
    record_property("statistics", counts)
    assert counts[kind]["killed"]


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BATCHES))
def test_mutants_of_random_kernels_about_bytes(number: int, record_property: Record) -> None:
    kernels = clean_random(map(bytes_kernel, batch(BYTES_KERNELS, number, BATCHES)))
    record_property("statistics", detected(one_each(kernels, BYTES)))


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BATCHES))
def test_mutants_of_random_kernels_about_order(number: int, record_property: Record) -> None:
    kernels = clean_random(map(synchronisation_kernel, batch(SYNCHRONISATION_KERNELS, number, BATCHES)))
    record_property("statistics", detected(one_each(kernels, ORDER)))


def one_each(kernels: Iterable[CleanKernel], kinds: Mapping[str, Mutation]) -> Iterator[Mutant]:
    """One mutant of each kernel; every kind is as likely as the others, where a kernel has something to change."""
    for kernel in kernels:
        random = Random(kernel.text)
        made = {kind: list(mutation(Source(kernel.text))) for kind, mutation in kinds.items()}
        kind = random.choice([kind for kind, texts in made.items() if texts])
        yield kernel, kind, random.choice(made[kind])


def detected(mutants: Iterable[Mutant]) -> dict[str, dict[str, int]]:
    """Counts by kind; fails where the interpreter kills a mutant that the product does not report."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for kernel, kind, text in mutants:
        wrong = killed(kernel, text)
        told = bool(findings(text, kernel.target) - kernel.told)
        counts[kind].update({"mutants": 1, "detected": told, "killed": bool(wrong)})
        if wrong and not told:
            bounds = [findings(bounded(kernel, each), kernel.target) for each in (text, kernel.text)]
            assert bounds[0] - bounds[1], f"{kernel.name} ({kernel.target}), {kind}: {wrong}\n{text}"
            counts[kind]["detected only with bounds on the inputs"] += 1
    return {kind: dict(count) for kind, count in counts.items()}


def killed(kernel: CleanKernel, text: str) -> list[str]:
    """What the interpreter finds wrong with a mutant."""
    lowered = lower(text).kernels[-1][0]
    found = []
    for inputs in kernel.inputs:
        try:
            found += violations(lowered, inputs, kernel.target)
        except NotConcrete:
            continue
    return found


def bounded(kernel: CleanKernel, text: str) -> str:
    """With bounds on the inputs, those it is run on: without any, nothing is reported as possible."""
    values = {name: [inputs[name] for inputs in kernel.inputs] for name in kernel.inputs[0]}
    bounds = ", ".join(f"{min(given)} <= {name} <= {max(given)}" for name, given in values.items())
    head, start, body = text.rpartition("    asc.init_soc_state()\n")
    return f"{head}    # pyasc-lint: assume {bounds}\n{start}{body}" if bounds and start else text
