"""Cold lint of one kernel file against other tools on the same file.

    python benchmarks/cold_start.py [FILE]

Prints ratios: pylint on the file (goal: at most 0.5), a process that only runs `astroid.parse`, and the front end of
pyasc on the same kernel (where pyasc is installed).
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

from measure import fastest, report

ROOT = Path(__file__).resolve().parents[1]
DEFAULT = ROOT / "examples" / "clean" / "vector_add.py"


def main() -> int:
    path = str(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
    python = sys.executable
    commands = {
        "pyasc-lint": [python, "-m", "pyasc_lint", "--no-cache", "--output-format", "concise", path],
        "pylint": [python, "-m", "pylint", path],
        "astroid.parse": [python, "-c", "import astroid, sys; astroid.parse(open(sys.argv[1]).read())", path],
    }
    if importlib.util.find_spec("asc") is not None:
        commands["pyasc front end"] = [python, str(ROOT / "benchmarks" / "pyasc_front_end.py"), path]
    print(f"cold lint of {Path(path).name}")
    report(fastest(commands), "pyasc-lint")
    return 0


if __name__ == "__main__":
    sys.exit(main())
