"""Kernels in which nothing is wrong run without a finding: those of the fixtures, and random ones."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import numpy as np

from pyasc_lint.host import HostError
from pyasc_lint.host.runs import Options
from tests.host.libraries import compiled
from tests.support.agreement.subject import profile
from tests.support.clean_kernels import CleanKernel, clean_fixtures, clean_random
from tests.support.random_kernels import bytes_kernel, synchronisation_kernel

RANDOM = 60
"""Seeds of each kind of random kernel."""

TRUE = {"asc112_uninitialized_read.transposed"}
"""Kernels of which only a run tells that they are wrong: where a transposition puts what was never written."""


def findings(kernels: Iterable[CleanKernel]) -> tuple[int, list[str]]:
    """How many kernels were run, and all that was found in them."""
    wanted = [each for each in kernels if profile(each.target).arch == 2201 and each.name not in TRUE]
    library = compiled((number, each.text, each.target) for number, each in enumerate(wanted))
    array = np.linspace(-2, 2, 1 << 18, dtype=np.float32)
    found, count = [], 0
    for number in library.kernels:
        clean = wanted[number]
        try:
            result = library.run(number, dict(clean.inputs[0]), array, Options(seconds=30))
        except HostError as error:
            assert "a kernel for cube and vector cores together is not modelled" in str(error)
            continue
        count += 1
        found += [f"{clean.name}: {finding}" for finding in result.findings]
    return count, found


def test_kernels_of_the_fixtures() -> None:
    count, found = findings(clean_fixtures())
    assert found == [] and count > 40


def test_random_kernels() -> None:
    kernels = chain(map(bytes_kernel, range(RANDOM)), map(synchronisation_kernel, range(200, 200 + RANDOM)))
    count, found = findings(clean_random(kernels))
    assert found == [] and count > 30
