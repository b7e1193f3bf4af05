"""How many random kernels a test run tries, in batches that pytest-xdist shares out, and what it says of a failure."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable

import pytest

from pyasc_lint.diagnostics import Severity
from tests.support.agreement import Subject, subject
from tests.support.random_kernels.model import RandomKernel
from tests.support.source_tree import Tree, render, shrink

SCALE = float(os.environ.get("PYASC_LINT_RANDOM_KERNELS", "1"))
"""The part of the full numbers to try."""

SEED = int(os.environ.get("PYASC_LINT_RANDOM_SEED", "0"))
"""The first seed. The same kernels each time, unless another one is asked for: `make test-long` does."""

SYNCHRONISATION_KERNELS = 2000
BYTES_KERNELS = 1000
BATCHES = 4
LEAST = 20
"""How often each rule must be hit in a full run."""


def batch(kernels: int, number: int = 0, batches: int = 1) -> range:
    """The seeds of one of some batches, of a run that would try so many kernels in full."""
    size = round(kernels * SCALE) // batches
    return range(SEED + number * size, SEED + (number + 1) * size)


def wanted_hits(batches: int = 1) -> float:
    """How often each rule must be hit in one batch. A small run may miss one, and one of other kernels by bad luck."""
    return LEAST / batches if SCALE >= 1 and SEED == 0 else 0


def compared(kernels: Iterable[RandomKernel], disagreements: Callable[[Subject], list[str]]) -> Counter[str]:
    """How many kernels each code is reported in; "clean" are those without an error or a warning.

    Fails at the first kernel on which the two sides disagree, or that has a finding but no defect.
    """
    hits: Counter[str] = Counter()
    for random in kernels:
        both = subject(random.text, random.inputs(), random.target)
        if disagreements(both):
            pytest.fail(smallest(random, disagreements), pytrace=False)
        serious = (each for each in both.findings if each.severity >= Severity.WARNING)
        wrong = [each for each in serious if not each.code.startswith("ASC7")]  # those are about pyasc
        assert random.defects or not wrong, f"seed {random.seed}: {wrong[0].message}\n{random.text}"
        hits.update({finding.code for finding in both.findings} | {"kernels"} | ({"clean"} if not wrong else set()))
    return hits


def smallest(random: RandomKernel, disagreements: Callable[[Subject], list[str]]) -> str:
    """The smallest kernel like this one on which the two sides disagree, and what about."""

    def found(tree: Tree) -> list[str]:
        try:
            return disagreements(subject(render(tree), random.inputs(), random.target))
        except Exception:  # a candidate may be no kernel any more, or use a name that nothing defines
            return []

    tree = shrink(random.tree, lambda candidate: bool(found(candidate)))
    head = f"seed {random.seed}, defects {random.defects}, {random.target}:"
    return "\n".join([head, *found(tree), render(tree)])
