"""What the tutorial says comes true."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from pyasc_lint import check_source

ROOT = Path(__file__).parents[2]
BROKEN = (ROOT / "examples" / "faulty" / "tile_overflow.py").read_text(encoding="utf-8")


def codes(tile: str) -> list[str]:
    return [found.code for found in check_source(BROKEN.replace("20 * 1024", tile)).diagnostics]


@pytest.mark.parametrize(
    ("tile", "found"), [("20 * 1024", ["ASC101"]), ("16384", ["ASC116"]), ("15680", []), ("8192", [])]
)
def test_the_sizes_that_it_names(tile: str, found: list[str]) -> None:
    assert sorted(set(codes(tile))) == found


def test_the_message_that_it_quotes() -> None:
    (found,) = check_source(BROKEN).diagnostics
    for number in ("81,920 bytes at 163,840 end at 245,760", "196,608", "6,080", "15,680"):
        assert number in found.message


@pytest.mark.skipif(
    not (shutil.which("g++") or shutil.which("clang++")) and os.environ.get("CI") != "true", reason="no C++ compiler"
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_mended_kernel_runs_on_the_cpu(tmp_path: Path, language: str) -> None:
    text = (ROOT / "docs" / "pages" / language / "tutorial.md").read_text(encoding="utf-8")
    program = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[-1]
    (tmp_path / "mended.py").write_text(BROKEN.replace("20 * 1024", "15680"), encoding="utf-8")
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("[] True\n", "")
    assert "`[] True`" in text
