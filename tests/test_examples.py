"""The kernels of `examples/`, which README and `make demo` show: the marked lines are found, nothing else is."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.expect import expectations

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"


def lint(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pyasc_lint", "--no-cache", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(
    "example", sorted(EXAMPLES.glob("*/*.py")), ids=lambda path: path.relative_to(EXAMPLES).as_posix()
)
def test_an_example_gets_what_it_is_marked_with(example: Path) -> None:
    expected = expectations(example.read_text(encoding="utf-8"))
    assert bool(expected) == (example.parent.name == "faulty")
    result = lint("--output-format", "json", str(example))
    diagnostics = json.loads(result.stdout)["diagnostics"]
    assert {(item["range"]["start"]["line"], item["code"]) for item in diagnostics} == expected
    assert result.returncode == bool(expected)


def test_readme_shows_what_is_really_printed() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    block = re.search(r"^```console\n\$ pyasc-lint (examples/.+)\n((?:.*\n)*?)```$", readme, re.MULTILINE)
    assert block is not None
    assert lint(*block[1].split()).stdout == block[2]
