"""How many random kernels a test run tries, in batches that pytest-xdist shares out, and what it says of a failure."""

from __future__ import annotations

import os
from collections.abc import Callable

from pyasc_lint.frontend.grammar import SyntaxIssue
from tests.support.agreement import Subject, subject
from tests.support.interpreter.values import NotConcrete
from tests.support.random_kernels.model import RandomKernel
from tests.support.source_tree import Tree, render, shrink

SCALE = float(os.environ.get("PYASC_LINT_RANDOM_KERNELS", "0.1"))
"""The part of the full numbers to try: 1 in `make test-long`."""

SYNCHRONISATION_KERNELS = 2000
BYTES_KERNELS = 1000
BATCHES = 4
LEAST = 20
"""How often each rule must be hit in a full run."""


def batch(kernels: int, number: int) -> range:
    """The seeds of one batch, of a run that would try so many kernels in full."""
    size = round(kernels * SCALE) // BATCHES
    return range(number * size, (number + 1) * size)


def wanted_hits() -> float:
    """How often each rule must be hit in one batch; a small run may miss one."""
    return LEAST / BATCHES if SCALE >= 1 else 0


def smallest(random: RandomKernel, disagreements: Callable[[Subject], list[str]]) -> str:
    """The smallest kernel like this one on which the two sides disagree, and what about."""

    def found(tree: Tree) -> list[str]:
        try:
            return disagreements(subject(render(tree), random.inputs()))
        except (NotConcrete, SyntaxIssue):  # a candidate may use a name that nothing defines, or have an empty body
            return []

    tree = shrink(random.tree, lambda candidate: bool(found(candidate)))
    return "\n".join([f"seed {random.seed}, defects {random.defects}:", *found(tree), render(tree)])
