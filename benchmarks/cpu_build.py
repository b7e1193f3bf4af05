"""Building a kernel for this machine with the header and the model that were compiled before, and without.

    python benchmarks/cpu_build.py

Prints the ratio (goal: below 0.5). Both are compiled from text that the compiler has not seen.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from pyasc_lint.config import ConfigFinder
from pyasc_lint.host.arguments import in_order, signature_of
from pyasc_lint.host.compiler import library
from pyasc_lint.host.emitted import emit
from pyasc_lint.host.unit import unit

ROOT = Path(__file__).resolve().parents[1]
KERNEL = ROOT / "tests" / "fixtures" / "acceptance" / "clean" / "softmax_row.py"
ROUNDS = 5


def seconds(text: str, prepared: bool, number: int) -> float:
    """One build; the number makes the text another one."""
    start = time.perf_counter()
    library(f"{text}// {number}\n", prepared)
    return time.perf_counter() - start


def main() -> int:
    bind = in_order([np.zeros(1024, np.float32), np.zeros(1024, np.float32), 1, 1024])
    made = emit(str(KERNEL), "softmax_row", lambda kernel: signature_of(kernel, bind(kernel)), ConfigFinder())
    text = unit(made)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["PYASC_LINT_CACHE"] = folder
        first = seconds(text, True, -1)  # compiles the header and the model
        best = {how: min(seconds(text, how, number) for number in range(ROUNDS)) for how in (True, False)}
    print(f"building {KERNEL.name}: the first time {first:.2f} s")
    print(f"  prepared / from scratch: {best[True] / best[False]:.2f}  ({best[True]:.3f} s / {best[False]:.3f} s)")
    return 0


if __name__ == "__main__":
    sys.exit(main())
