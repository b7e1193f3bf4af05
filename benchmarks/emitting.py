"""Emitting a kernel against linting it in one process, and against the front end of pyasc as a whole process.

    python benchmarks/emitting.py

Goals: emitting costs at most 1.3 times linting, and the whole process at most 0.9 times that of pyasc's front end (if
pyasc is installed). Both run on the examples and on the clean acceptance kernels; ratios only, from one run.
"""

from __future__ import annotations

import importlib.util
import sys
import time
from pathlib import Path

from measure import fastest

from pyasc_lint.codegen import Requests, Signatures, read_signatures
from pyasc_lint.config import ConfigFinder, Settings
from pyasc_lint.emission import emission
from pyasc_lint.runner import run_text

ROOT = Path(__file__).resolve().parents[1]
ACCEPTANCE = ROOT / "tests" / "fixtures" / "acceptance"
SIGNATURES = ACCEPTANCE / "signatures.json"
ROUNDS = 7


def in_one_process(file: Path) -> tuple[float, float]:
    """Seconds of the fastest run of linting a file, and of emitting it, taken in turns."""
    text, configs = file.read_text(encoding="utf-8"), ConfigFinder(Settings())
    signatures = read_signatures(str(SIGNATURES)) if SIGNATURES.exists() else Signatures()
    best = [float("inf"), float("inf")]
    for _ in range(ROUNDS):
        start = time.process_time()
        run_text(text, str(file), configs)
        best[0] = min(best[0], time.process_time() - start)
        start = time.process_time()
        requests = Requests(signatures)
        made = emission([run_text(text, str(file), configs, wanted=requests)], requests, configs)
        best[1] = min(best[1], time.process_time() - start)
        if made.problems or made.refusals:
            raise RuntimeError(f"{file.name}: {made.problems or made.refusals}")
    return best[0], best[1]


def whole_processes(file: Path) -> dict[str, float]:
    emit = [sys.executable, "-m", "pyasc_lint", "--emit", "--no-cache", "--signature", str(SIGNATURES), str(file)]
    commands = {"emitting": emit}
    if importlib.util.find_spec("asc") is not None:
        commands["pyasc front end"] = [sys.executable, str(ROOT / "benchmarks" / "pyasc_front_end.py"), str(file)]
    return fastest(commands, rounds=5)


def main() -> int:
    files = [*sorted((ROOT / "examples" / "clean").glob("*.py")), *sorted((ACCEPTANCE / "clean").glob("*.py"))]
    print("emitting / linting, in one process (goal: at most 1.3)")
    totals = [0.0, 0.0]
    for file in files:
        lint, emit = in_one_process(file)
        totals = [totals[0] + lint, totals[1] + emit]
        print(f"  {file.name}: {emit / lint:.2f}")
    print(f"  all: {totals[1] / totals[0]:.2f}")
    print("whole processes (goal: at most 0.9)")
    for file in (ROOT / "examples" / "clean" / "vector_add.py", ACCEPTANCE / "clean" / "vadd_pingpong.py"):
        best = whole_processes(file)
        if "pyasc front end" in best:
            print(f"  {file.name}: emitting / pyasc front end: {best['emitting'] / best['pyasc front end']:.2f}")
        else:
            print(f"  {file.name}: pyasc is not installed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
