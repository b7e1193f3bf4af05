"""Kernels about order: copies, vector instructions and scalars on several pipes, with flags and barriers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.support.random_kernels import forms, slots, vector
from tests.support.random_kernels.cube import cube_kernel
from tests.support.random_kernels.defects import spoil
from tests.support.random_kernels.model import RandomKernel, Writer
from tests.support.random_kernels.statements import barrier
from tests.support.source_tree import Tree

PATTERNS: list[Callable[[Writer], Tree]] = [
    vector.staged, vector.straight, vector.barriers, vector.overwritten, vector.scalars, vector.scalars,
    vector.branches, vector.decided, vector.accumulated, vector.nested, vector.at_the_ends,
    slots.primed, slots.primed, slots.guarded, slots.prefetch, slots.helpers, slots.chosen, slots.deep,
    slots.successive, slots.early,
    forms.interleaved, forms.halves, forms.reduced, forms.moved,
]  # fmt: skip


TARGETS = ("Ascend910B1", "Ascend910B1", "Ascend910B4", "Ascend910_9392")
"""Chips whose auto-sync is published."""


def synchronisation_kernel(seed: int) -> RandomKernel:
    """The kernel of a seed: one or two patterns of the vector core, or products on the cube core.

    More than half of them have no defect.
    """
    random = Random(f"synchronisation {seed}")
    writer = Writer(random, tile=random.choice([64, 128]), auto_sync=random.random() < 0.85)
    writer.allocates = writer.chance(0.4)
    if writer.chance(0.12):
        tree = cube_kernel(writer)
    else:
        for number in range(random.choice([1, 1, 1, 2])):
            writer.body += barrier("ALL") if number and writer.chance(0.5) else []
            writer.body += random.choice(PATTERNS)(writer)
        tree = writer.finish("xy")
    defects = spoil(tree, random, random.choice([0, 0, 0, 1, 1, 2]))
    return RandomKernel(seed, tree, writer.domains, defects, random.choice(TARGETS))
