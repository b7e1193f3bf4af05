"""Time over many copies of a kernel file: it should grow about linearly.

    python benchmarks/scaling.py

Prints, for 100 and 200 copies, the time per file relative to 50 copies (goal: at most 1.3).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from measure import fastest

ROOT = Path(__file__).resolve().parents[1]


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


if __name__ == "__main__":
    copies()
