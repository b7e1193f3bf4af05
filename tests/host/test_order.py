"""Random kernels about order and flags: a run on the CPU finds what the reference interpreter finds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

import numpy as np
import pytest

from pyasc_lint.host.runs import Options
from pyasc_lint.ir.nodes import Kernel
from tests.host.libraries import compiled
from tests.support.agreement.subject import core_of, profile
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.order import hazards, order_of, repeated, stuck, unpaired
from tests.support.interpreter.values import NotConcrete
from tests.support.random_kernels import synchronisation_kernel

KERNELS = 20
"""Kernels of one library."""
INPUTS = 2
"""Inputs that each is run on."""
ROOM = 1 << 18
"""Elements of each array."""


def runs(inputs: Mapping[str, int]) -> bool:
    """Whether a run of one block on negative data, as all are here, is one with these inputs."""
    return not any(value for name, value in inputs.items() if not name.isidentifier())


def told(kernel: Kernel, inputs: Mapping[str, int]) -> dict[str, set[int]]:
    """What the interpreter finds in a run: lines by rule. "stuck" are waits that never return."""
    order = order_of(run_kernel(kernel, profile(), inputs, core_of(kernel, profile())))
    return {
        "hazards": {conflict.later.line for conflict in hazards(order)},
        "repeated": {event.line for event in repeated(order)},
        "unpaired": {event.line for event in unpaired(order)},
        "stuck": {event.line for event in stuck(order)},
    }


def wrong(wanted: dict[str, set[int]], found: dict[str, set[int]]) -> Iterator[str]:
    """Where a run and the interpreter do not agree.

    A run takes what it has told of for ordered; the interpreter also names what follows from the same missing flag:
    more hazards, and flags that are set too early.
    After a flag that is set twice, or a wait that does not return, nothing is certain.
    """
    told_hazards = found["ASC501"] | found["ASC507"]
    if wanted["stuck"]:
        if not (found["ASC502"] | found["ASC505"]) & (wanted["stuck"] | wanted["unpaired"]):
            yield f"stuck in {wanted['stuck']}"
        return
    missed = not told_hazards and wanted["repeated"] and not found["ASC504"]
    if missed or not found["ASC504"] <= wanted["repeated"]:
        yield f"repeated {wanted['repeated']}, but {found['ASC504']}"
    if wanted["unpaired"] != found["ASC502"]:
        yield f"unpaired {wanted['unpaired']}, but {found['ASC502']}"
    if not wanted["repeated"]:
        if bool(wanted["hazards"]) != bool(told_hazards) or not told_hazards <= wanted["hazards"]:
            yield f"hazards in {wanted['hazards']}, but {told_hazards}"


@pytest.mark.parametrize("number", range(4))
def test_runs_agree_with_the_interpreter(number: int) -> None:
    kernels = {seed: synchronisation_kernel(seed) for seed in range(number * KERNELS, (number + 1) * KERNELS)}
    library = compiled((seed, random.text, random.target) for seed, random in kernels.items())
    assert set(library.kernels) == set(kernels)
    x = np.linspace(-2, 2, ROOM, dtype=np.float32)
    disagreements, seen = [], set()
    for seed, random in kernels.items():
        possible = [each for each in random.inputs() if runs(each)]
        for inputs in islice(possible, 0, None, max(1, len(possible) // INPUTS)):
            try:
                wanted = told(library.kernels[seed], inputs)
            except NotConcrete:
                continue
            result = library.run(seed, dict(inputs), x, Options(go_on=True))
            found: dict[str, set[int]] = {
                rule: {each.line for each in result.findings if each.rule == rule}
                for rule in ("ASC501", "ASC502", "ASC504", "ASC505", "ASC507")
            }
            seen |= {rule for rule, lines in found.items() if lines} or {"clean"}
            disagreements += [f"seed {seed} {inputs}: {each}" for each in wrong(wanted, found)]
    assert disagreements == []
    assert {"clean", "ASC501"} <= seen
