"""Times whole processes side by side, so that a ratio is measured in one run on one machine."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence


def fastest(commands: Mapping[str, Sequence[str]], rounds: int = 7) -> dict[str, float]:
    """Seconds of the fastest of `rounds` runs of each command, taken in turns. Exit statuses 0 and 1 count as done.

    All have their modules as bytecode from the second round on, as an installation does. Raises RuntimeError with the
    command's output where one fails.
    """
    best: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(rounds):
            for name, command in commands.items():
                start = time.perf_counter()
                done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
                seconds = time.perf_counter() - start
                if done.returncode not in (0, 1) and name != "pylint":
                    raise RuntimeError(f"{name} failed ({done.returncode}): {done.stderr or done.stdout}")
                best[name] = min(best.get(name, seconds), seconds)
    return best


def report(best: Mapping[str, float], subject: str) -> None:
    """Print the time of `subject` as ratios to every other command."""
    own = best[subject]
    for name, seconds in best.items():
        if name != subject:
            print(f"  {subject} / {name}: {own / seconds:.2f}  ({own:.3f} s / {seconds:.3f} s)")
