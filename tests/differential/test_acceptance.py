"""Acceptance: pyasc-lint objects to a kernel where pyasc 1.1.1 rejects it, and only there."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from pyasc_lint import api
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.ir.nodes import Remark
from tests.differential.kernels import ARGUMENTS, KernelGenerator
from tests.support.pyasc import Outcome, Traced, ask_pyasc

pytestmark = pytest.mark.requires_pyasc

COUNT = int(os.environ.get("PYASC_LINT_DIFFERENTIAL_KERNELS", "800"))
"""How many kernels are tried."""

BATCHES = 4
"""Parts that pytest-xdist shares out."""

SEED = int(os.environ.get("PYASC_LINT_DIFFERENTIAL_SEED", "1"))

ERRORS = frozenset({"syntax", "unknown-api", "bad-call", "bad-helper-call", "bad-launch", "not-a-dtype"})
"""Remarks that ASC002, ASC003, ASC004 and ASC302 report."""

NEVER_ACCEPTED = frozenset({"reject", "crash"})
"""Severities of the known traps that pyasc does not survive."""

OUT_OF_RANGE = re.compile(r"\bget_u?i\d+\(\): incompatible|arguments: .*Builder object")
"""A Python constant does not fit the integer that an argument becomes. That is about values: ASC404 and ASC701."""


def remarks_of(source: str) -> list[Remark]:
    file = Source.from_text("kernels.py", source)
    module = Frontend([file]).lower(file)
    assert module is not None
    return [*module.remarks, *(remark for forms in module.kernels for kernel in forms for remark in kernel.remarks)]


@dataclass(frozen=True)
class Objections:
    """What is said of a kernel: why pyasc does not take it, and what it may or may not notice that Ascend C rejects."""

    certain: list[str]
    unchecked: list[str]


def objections(remarks: list[Remark]) -> Objections:
    said = Objections([], [])
    for remark in remarks:
        data = remark.data
        if remark.kind in ERRORS:
            unchecked = remark.kind == "bad-call" and data["failure"].accepted_by_pyasc
            text = f"line {remark.span.line}: {remark.kind} {data.get('construct') or dict(data)}"
            (said.unchecked if unchecked else said.certain).append(text)
        elif remark.kind == "trap" and api.table().traps[data["id"]].severity in NEVER_ACCEPTED:
            said.certain.append(f"line {remark.span.line}: {data['id']}")
    return said


def disagreement(outcome: Outcome, said: Objections) -> str:
    """What is wrong, "" if nothing is."""
    if outcome.accepted:
        return f"pyasc accepts it, but pyasc-lint says {said.certain}" if said.certain else ""
    if said.certain or said.unchecked or OUT_OF_RANGE.search(outcome.message):
        return ""
    return f"pyasc-lint is silent, but pyasc: {outcome.status} {outcome.error}: {outcome.message[-300:]}"


@pytest.mark.parametrize("number", range(BATCHES))
def test_random_kernels(number: int, record_property: Callable[[str, object], None]) -> None:
    seeds = range(SEED + number * COUNT // BATCHES, SEED + (number + 1) * COUNT // BATCHES)
    sources = [KernelGenerator(seed).kernel() for seed in seeds]
    outcomes = ask_pyasc([Traced(source, ARGUMENTS) for source in sources])
    accepted = sum(outcome.accepted for outcome in outcomes)
    record_property("statistics", {"kernels": {"kernels": len(seeds), "accepted by pyasc": accepted}})
    assert len(seeds) * 0.2 < accepted < len(seeds) * 0.8, "the generator has lost its balance"
    wrong = [
        f"seed {seed}: {problem}\n{source}"
        for seed, source, outcome in zip(seeds, sources, outcomes, strict=True)
        if (problem := disagreement(outcome, objections(remarks_of(source))))
    ]
    assert wrong == []
