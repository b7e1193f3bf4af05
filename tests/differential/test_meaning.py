"""Meaning: where the C++ that pyasc 1.1.1 makes of a kernel prints something else than Python does, a trap is told."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from pyasc_lint import check_source
from tests.differential.integers import ARGUMENTS, IntegerKernels
from tests.support.meaning import Undecided, run_as_cpp, run_as_python
from tests.support.pyasc import Traced, ask_pyasc

pytestmark = [
    pytest.mark.requires_pyasc,
    pytest.mark.skipif(shutil.which("g++") is None and "CI" not in os.environ, reason="no C++ compiler"),
]

COUNT = int(os.environ.get("PYASC_LINT_DIFFERENTIAL_KERNELS", "150"))
SEED = int(os.environ.get("PYASC_LINT_DIFFERENTIAL_SEED", "1"))
SAMPLES = [(0, 1), (1, 2), (5, 3), (2, 7), (4, 4), (9, 0)]


def difference(source: str, shown: list[list[int]]) -> str:
    """Where Python prints something else, "" if it never does."""
    for sample, printed in zip(SAMPLES, shown, strict=True):
        try:
            meant = run_as_python(source, *sample)
        except Undecided:
            continue
        if meant != printed:
            return f"k{sample} prints {printed}, not {meant}"
    return ""


def test_what_pyasc_gets_wrong_is_told(tmp_path: Path) -> None:
    sources = [IntegerKernels(seed).kernel() for seed in range(SEED, SEED + COUNT)]
    outcomes = ask_pyasc([Traced(source, ARGUMENTS) for source in sources])
    taken = [(source, outcome.text) for source, outcome in zip(sources, outcomes, strict=True) if outcome.accepted]
    assert len(taken) > COUNT / 2, "the generator has lost its balance"
    shown = run_as_cpp([text for _, text in taken], SAMPLES, tmp_path)
    wrong = {source: told for (source, _), printed in zip(taken, shown, strict=True)
             if (told := difference(source, printed))}  # fmt: skip
    assert len(wrong) > COUNT / 20, "the generator has lost its bite"
    silent = [f"{told}\n{source}" for source, told in wrong.items() if not warned(source)]
    assert silent == []


def warned(source: str) -> bool:
    return any(found.code in ("ASC701", "ASC002") for found in check_source(source, "kernels.py").diagnostics)
