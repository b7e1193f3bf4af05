"""The reference interpreter itself: its graph against all interleavings, its verdicts on kernels known to be buggy."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyasc_lint.ir.nodes import Kernel
from tests.support.agreement import BYTES, SYNCHRONISATION
from tests.support.agreement.bytes import CODES
from tests.support.agreement.subject import Inputs, core_of, profile
from tests.support.expect import expectations
from tests.support.interpreter.interleavings import TooLarge, explore
from tests.support.interpreter.machine import run_kernel
from tests.support.interpreter.memory import defects
from tests.support.interpreter.order import conflicts, hazards, order_of, repeated, stuck, unpaired
from tests.support.lowering import lower
from tests.support.random_kernels import synchronisation_kernel

FIXTURES = Path(__file__).parents[1] / "fixtures" / "acceptance"


def disagreements(kernel: Kernel, inputs: Inputs) -> list[str] | None:
    """What the graph and the interleavings of a run disagree about; None for a run with too many interleavings."""
    run = run_kernel(kernel, profile(), inputs, core_of(kernel, profile()))
    if len(run.events) > 26:
        return None
    order = order_of(run)
    try:
        outcomes = explore(run)
    except TooLarge:
        return None
    sets = {event.index for event in repeated(order)}
    wrong = [f"set {index} can meet a flag" for index in outcomes.repeated - sets]
    if sets and not outcomes.repeated:
        wrong.append(f"no set meets a flag, not even {sets}")
    if outcomes.repeated:
        return wrong  # what happens after that is not defined
    if outcomes.hangs != bool(stuck(order)):
        wrong.append(f"hangs: {outcomes.hangs}")
    for conflict in conflicts(run):
        for first, second in ((conflict.earlier, conflict.later), (conflict.later, conflict.earlier)):
            if order.happens(first) and order.happens(second, "begin"):
                if order.ordered(first, second) == ((first.index, second.index) in outcomes.early):
                    wrong.append(f"{first.index} before {second.index}")
    return wrong


def test_the_graph_is_what_all_interleavings_of_tiny_random_kernels_show() -> None:
    tried = broken = 0
    for seed in range(60):
        random = synchronisation_kernel(seed)
        kernel = lower(random.text).kernels[-1][0]
        for inputs in random.inputs():
            if inputs.get("n", 1) in (1, 2):
                found = disagreements(kernel, inputs)
                if found is not None:
                    assert not found, (seed, inputs, found, random.text)
                    tried += 1
                    broken += bool(random.defects)
    assert tried > 40 and broken > 15, (tried, broken)


@pytest.mark.parametrize("name", ["clean/wait_issued_before_set.py", "clean/buffer_reuse.py", "clean/full_ub.py"])
def test_the_graph_is_what_all_interleavings_of_acceptance_kernels_show(name: str) -> None:
    kernel = lower((FIXTURES / name).read_text(encoding="utf-8")).kernels[0][0]
    assert disagreements(kernel, {}) == []


@pytest.mark.parametrize("name", ["synchronisation.py", "memory_layout.py"])
def test_what_the_buggy_acceptance_kernels_are_marked_with_is_seen(name: str) -> None:
    text = (FIXTURES / "buggy" / name).read_text(encoding="utf-8")
    seen: set[tuple[int, str]] = set()
    for kernels in lower(text).kernels:
        run = run_kernel(kernels[0], profile(), {param.var.name: 3 for param in kernels[0].params})
        order = order_of(run)
        for conflict in hazards(order):
            seen.add((conflict.later.line, "ASC507" if conflict.earlier.pipe == conflict.later.pipe else "ASC501"))
        seen |= {(event.line, "ASC502") for event in unpaired(order)}
        seen |= {(event.line, "ASC504") for event in repeated(order)}
        seen |= {(event.line, "ASC505") for event in stuck(order) if event.pipe == "S"}
        seen |= {(event.line, "ASC503") for event in run.events if event.flag is not None and event.flag.id > 5}
        seen |= {(defect.line, code) for defect in defects(run, profile()) for code in CODES[defect.rule]}
    wanted = {(line, code) for line, code in expectations(text) if code in (*SYNCHRONISATION, *BYTES)}
    assert len(wanted) > 5 and wanted <= seen
