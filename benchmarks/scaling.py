"""Time over many copies of a kernel file, and over kernels of growing length: both should grow about linearly.

    python benchmarks/scaling.py

Prints, for 50, 100 and 200 copies, the time per file relative to 50 copies (goal: at most 1.3), and for kernels of 100
to 800 statements the time per statement of parsing and of analysis relative to the shortest.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from measure import fastest

from pyasc_lint.analysis.analyse import analyse
from pyasc_lint.analysis.instructions import instructions_of
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.frontend.frontend import Frontend
from pyasc_lint.frontend.source import Source
from pyasc_lint.frontend.syntax import parse
from pyasc_lint.profiles import load_profile

ROOT = Path(__file__).resolve().parents[1]

_HEAD = """import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, tiles: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, tiles * 1024)
    y_gm.set_global_buffer(y, tiles * 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 1024)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 1024)
    for i in range(tiles):
        for j in range(2):
            for k in range(2):
                asc.data_copy(a, x_gm[i * 1024:], 1024)
                asc.set_flag(asc.HardEvent.MTE2_V, 0)
                asc.wait_flag(asc.HardEvent.MTE2_V, 0)
"""
_STEP = "                asc.muls(b, a, {factor}.0, 1024)\n"
_TAIL = """                asc.set_flag(asc.HardEvent.V_MTE3, 0)
                asc.wait_flag(asc.HardEvent.V_MTE3, 0)
                asc.data_copy(y_gm[i * 1024:], b, 1024)
                asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)
                asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


def copies() -> None:
    text = (ROOT / "examples" / "clean" / "vector_add.py").read_text(encoding="utf-8")
    with tempfile.TemporaryDirectory() as folder:
        commands = {}
        for number in (50, 100, 200):
            target = Path(folder, str(number))
            target.mkdir()
            for index in range(number):
                (target / f"kernel_{index:03d}.py").write_text(text, encoding="utf-8")
            commands[str(number)] = [
                sys.executable,
                "-m",
                "pyasc_lint",
                "--no-cache",
                "--output-format",
                "json",
                str(target),
            ]
        best = fastest(commands, rounds=3)
    for number in (100, 200):
        print(f"  {number} copies, per file, against 50: {best[str(number)] / number / (best['50'] / 50):.2f}")


def lengths() -> None:
    profile = load_profile("Ascend910B1")
    first: tuple[float, float] | None = None
    for number in (100, 200, 400, 800):
        source = Source.from_text(
            "kernel.py", _HEAD + "".join(_STEP.format(factor=n % 7) for n in range(number)) + _TAIL
        )
        tree, whole = [], []
        for _ in range(3):
            start = time.perf_counter()
            parse(source)
            tree.append(time.perf_counter() - start)
            module = Frontend([source]).lower(source)
            assert module is not None
            start = time.perf_counter()
            facts = analyse(module.kernels[0][0], profile, "AIV")
            instructions_of(facts)
            trace(facts)
            whole.append(time.perf_counter() - start)
        each = (min(tree) / number, min(whole) / number)
        first = first or each
        print(
            f"  {number} statements: analysis / tree {min(whole) / min(tree):.2f}; per statement against the shortest: "
            f"tree {each[0] / first[0]:.2f}, analysis {each[1] / first[1]:.2f}"
        )


if __name__ == "__main__":
    print("many files")
    copies()
    print("long kernels, three nested loops")
    lengths()
