"""How many random kernels a test run tries, in batches that pytest-xdist can share out."""

from __future__ import annotations

import os

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
    """How often each rule must be hit in one batch."""
    return LEAST * SCALE / BATCHES if SCALE >= 1 else 0
