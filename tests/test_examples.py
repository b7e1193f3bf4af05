"""The kernels of `examples/`, which README and `make demo` show: the marked lines are found, nothing else is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"
EXPECT = re.compile(r"# expect: (ASC\d{3})$")


@pytest.mark.parametrize(
    "example", sorted(EXAMPLES.glob("*/*.py")), ids=lambda path: path.relative_to(EXAMPLES).as_posix()
)
def test_an_example_gets_what_it_is_marked_with(example: Path) -> None:
    expected = {
        (number, found[1])
        for number, line in enumerate(example.read_text(encoding="utf-8").splitlines(), start=1)
        if (found := EXPECT.search(line))
    }
    assert bool(expected) == (example.parent.name == "faulty")
    result = subprocess.run(
        [sys.executable, "-m", "pyasc_lint", "--no-cache", "--output-format", "json", str(example)],
        capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    diagnostics = json.loads(result.stdout)["diagnostics"]
    assert {(item["range"]["start"]["line"], item["code"]) for item in diagnostics} == expected
    assert result.returncode == bool(expected)
