"""One call of a flag is forgotten in a kernel with two slots: `--fix` puts back what was there."""

from __future__ import annotations

from pathlib import Path

import pytest

from pyasc_lint import cli

ROOT = Path(__file__).parents[2]
LINES = (ROOT / "examples" / "clean" / "vector_add.py").read_text(encoding="utf-8").splitlines(keepends=True)
FLAGS = [number for number, line in enumerate(LINES) if "_flag(" in line]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def without(number: int) -> Path:
    """The example without one line."""
    path = Path("kernel.py")
    path.write_text("".join(LINES[:number] + LINES[number + 1 :]), encoding="utf-8")
    return path


@pytest.mark.parametrize("number", FLAGS, ids=lambda number: f"line {number + 1}")
def test_a_forgotten_flag_comes_back(number: int, capsys: pytest.CaptureFixture[str]) -> None:
    path = without(number)
    assert cli.main(["kernel.py"]) == 1
    assert cli.main(["--fix", "kernel.py"]) == 0, capsys.readouterr().out
    assert path.read_text(encoding="utf-8").count("_flag(") >= len(FLAGS)


def test_a_set_that_nothing_waits_for_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    without(next(number for number in FLAGS if "wait_flag(asc.HardEvent.MTE2_V" in LINES[number]))
    cli.main(["--select", "ASC501", "kernel.py"])
    line = next(number for number in FLAGS if "set_flag(asc.HardEvent.MTE2_V" in LINES[number]) + 1
    told = f"line {line} sets asc.HardEvent.MTE2_V, but nothing waits for it before this call"
    assert told in capsys.readouterr().out
