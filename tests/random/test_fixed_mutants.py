"""Mutants of clean kernels after `--fix`: what the product then calls clean is right for the interpreter as well."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

from pyasc_lint import Settings, fix_sources
from pyasc_lint import Source as Text
from pyasc_lint.config import ConfigFinder
from tests.random.test_mutations import killed
from tests.support.clean_kernels import clean_fixtures, findings
from tests.support.mutations import ORDER, Source

MUTANTS = 3
"""Of each kernel and kind."""

SPEED = ("ASC506", "ASC6")


@pytest.mark.slow
@pytest.mark.parametrize("kind", ORDER)
def test_fixed_mutants_are_right(kind: str, record_property: Callable[[str, object], None]) -> None:
    counts: Counter[str] = Counter()
    for kernel in clean_fixtures():
        configs = ConfigFinder(Settings(target=(kernel.target,), ignore=SPEED))
        for mutant in islice(ORDER[kind](Source(kernel.text)), MUTANTS):
            if not findings(mutant, kernel.target) - kernel.told:
                continue
            outcome = fix_sources([Text.from_text("mutant.py", mutant)], configs)
            text = outcome.changed[0][1].text if outcome.changed else mutant
            mended = not findings(text, kernel.target) - kernel.told
            counts.update(reported=1, mended=mended)
            if mended:
                assert killed(kernel, text) == [], f"{kernel.name} ({kernel.target})\n{text}"
    record_property("statistics", {kind: dict(counts)})
    assert counts["mended"] > 0.75 * counts["reported"] > 0
