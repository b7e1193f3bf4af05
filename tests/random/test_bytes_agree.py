"""Random kernels: what the product says about bytes is what the reference interpreter sees.

Compared are the rules on places (ASC101, 102, 104, 106, 107, 109, 114 to 116, 405), on contents (ASC105, ASC112), on
what a call may do at all (ASC202, ASC403) and on what is slow (ASC602, ASC603): a defect that some run reaches and the
product does not report is a failure, and so is a certain finding that a run does not show, or any other that no run
shows. `tests.support.agreement.bytes` says how they are matched. A disagreement is shrunk to a small kernel that still
shows one.

`PYASC_LINT_RANDOM_SEED` chooses other kernels than those that all runs try, `PYASC_LINT_RANDOM_KERNELS=0.1` fewer.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.agreement import bytes_disagreements
from tests.support.random_kernels import bytes_kernel
from tests.support.random_kernels.sample import BYTES_KERNELS, SCALE, batch, compared, wanted_hits

REQUIRED = (
    "ASC101", "ASC102", "ASC104", "ASC105", "ASC106", "ASC107", "ASC109", "ASC112", "ASC114", "ASC115", "ASC202",
    "ASC403", "ASC405", "ASC602", "ASC603",
)  # fmt: skip


@pytest.mark.slow
def test_product_and_interpreter_agree_on_bytes(record_property: Callable[[str, object], None]) -> None:
    seeds = batch(BYTES_KERNELS)
    hits = compared(map(bytes_kernel, seeds), bytes_disagreements)
    record_property("statistics", {"kernels": dict(hits)})
    assert hits["clean"] >= 0.4 * len(seeds) or SCALE < 1
    assert min(hits[code] for code in REQUIRED) >= wanted_hits()
