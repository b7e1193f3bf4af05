"""Random kernels: what the product says about bytes is what the reference interpreter sees.

Compared are the rules on places (ASC101, 102, 104, 106, 107, 114 to 116, 405) and on contents (ASC105, ASC112): a
defect that some run reaches and the product does not report is a failure, and so is a certain finding that a run does
not show, or any other that no run shows. `tests.support.agreement.bytes` says how they are matched. A disagreement is
shrunk to a small kernel that still shows one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from tests.support.agreement import BYTES, bytes_disagreements, subject
from tests.support.random_kernels import bytes_kernel
from tests.support.random_kernels.sample import BATCHES, BYTES_KERNELS, batch, smallest, wanted_hits

REQUIRED = ("ASC101", "ASC102", "ASC104", "ASC105", "ASC106", "ASC107", "ASC112", "ASC114", "ASC115", "ASC405")


@pytest.mark.slow
@pytest.mark.parametrize("number", range(BATCHES))
def test_product_and_interpreter_agree_on_bytes(number: int, record_property: Callable[[str, object], None]) -> None:
    hits: Counter[str] = Counter()
    seeds = batch(BYTES_KERNELS, number)
    for seed in seeds:
        random = bytes_kernel(seed)
        both = subject(random.text, random.inputs())
        if bytes_disagreements(both):
            pytest.fail(smallest(random, bytes_disagreements), pytrace=False)
        codes = {finding.code for finding in both.of(*BYTES)}
        assert random.defects or not codes, f"seed {seed}: the pattern itself is wrong\n{random.text}"
        hits.update(codes or {"clean"})
    record_property("statistics", ", ".join(f"{count} {code}" for code, count in sorted(hits.items())))
    assert hits["clean"] >= 0.4 * len(seeds)
    assert min(hits[code] for code in REQUIRED) >= wanted_hits()
