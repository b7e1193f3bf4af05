"""Random kernels: what the product says about order and flags is what the reference interpreter sees.

Compared are ASC501 to ASC505 and ASC507, in both directions, as `tests.support.agreement` describes. The interpreter
runs every kernel on all its inputs, which take its loops from no times to many. A disagreement is shrunk to a small
kernel that still shows one.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.agreement import SYNCHRONISATION, synchronisation_disagreements
from tests.support.random_kernels import synchronisation_kernel
from tests.support.random_kernels.sample import BATCHES, SCALE, SYNCHRONISATION_KERNELS, batch, compared, wanted_hits


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BATCHES))
def test_product_and_interpreter_agree_on_order_and_flags(
    number: int, record_property: Callable[[str, object], None]
) -> None:
    seeds = batch(SYNCHRONISATION_KERNELS, number, BATCHES)
    hits = compared(map(synchronisation_kernel, seeds), synchronisation_disagreements)
    record_property("statistics", {"kernels": dict(hits)})
    assert hits["clean"] >= 0.4 * len(seeds) or SCALE < 1
    assert min(hits[code] for code in SYNCHRONISATION) >= wanted_hits(BATCHES)
