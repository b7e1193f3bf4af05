"""How often the answer is UNKNOWN although brute force proves or refutes: a floor under the precision."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pytest

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.values import Answer, Cond, Facts, Poly, Symbol

TOP = 24
"""Parameters lie between 0 and this: too many values for the domain itself to enumerate."""

n, m, i = Symbol("n"), Symbol("m"), Symbol("i", "loop")
AXES = dict(zip((n, m, i), np.meshgrid(*[np.arange(-1, TOP + 8)] * 3, indexing="ij"), strict=True))


class Case(NamedTuple):
    facts: Facts
    runs: npt.NDArray[np.bool_]
    """Which points of the grid are runs."""


def on_grid(p: Poly) -> npt.NDArray[Any]:
    total = np.full(AXES[n].shape, p.constant)
    for monomial, factor in p.terms.items():
        total = total + factor * np.prod([AXES[symbol] for symbol in monomial], axis=0)
    return total


def affine(random: Random, symbols: list[Symbol], size: int) -> Poly:
    result = Poly.of(random.randint(-8, 8))
    for symbol in symbols:
        if random.random() < 0.7:
            result = result + symbol * random.randint(-size, size)
    return result


def case(random: Random) -> Case:
    facts, runs = Facts(), np.ones(AXES[n].shape, dtype=bool)
    for symbol in (n, m):
        facts = facts.assume(v.And(v.ge(symbol, 0), v.le(symbol, TOP)))
        runs &= (AXES[symbol] >= 0) & (AXES[symbol] <= TOP)
        if random.random() < 0.4:
            step = random.choice([2, 4, 8])
            facts = facts.assume(v.eq(v.floor_mod(symbol, step), 0))
            runs &= AXES[symbol] % step == 0
    start, stop = Poly.of(random.choice([0, 0, 1])), random.choice([n.poly, m + 1, n + 2, Poly.of(13)])
    step = random.choice([1, 1, 2, 3])
    facts = facts.with_loop(i, start, stop, step)
    runs &= (AXES[i] >= start.constant) & (AXES[i] < on_grid(stop)) & ((AXES[i] - start.constant) % step == 0)
    for _ in range(random.randint(0, 2)):
        guard = affine(random, [n, m, i], 3)
        facts = facts.assume(v.ge(guard, 0))
        runs &= on_grid(guard) >= 0
    return Case(facts, runs)


def tight_question(random: Random, drawn: Case, product: bool) -> tuple[Cond, Answer]:
    """A comparison close to the extreme of its left side, and its true answer."""
    left = affine(random, [n, m, i], 8)
    if product:
        left = left + random.choice([n * i, m * i, n * m]) * random.randint(-2, 2)
    values = on_grid(left)[drawn.runs]
    limit = int(random.choice([values.min(), values.max()])) + random.choice([-1, 0, 1])
    truths = values <= limit
    truth = Answer.PROVED if truths.all() else Answer.UNKNOWN if truths.any() else Answer.REFUTED
    return v.le(left, limit), truth


@pytest.mark.parametrize(("product", "most"), [(False, 0.03), (True, 0.06)], ids=["affine", "with products"])
def test_few_decidable_questions_stay_unknown(product: bool, most: float) -> None:
    random = Random(1)
    decidable = unknown = 0
    while decidable < 200:
        drawn = case(random)
        if not drawn.runs.any():
            continue
        cond, truth = tight_question(random, drawn, product)
        answer = drawn.facts.ask(cond)
        assert answer in (truth, Answer.UNKNOWN)
        decidable += truth is not Answer.UNKNOWN
        unknown += truth is not answer
    assert unknown / decidable <= most
