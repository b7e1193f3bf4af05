"""The real engine through the real command: difficult files, and where they are reported."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pyasc_lint import cli

KERNEL = """\
import asc

@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, 1000000)  # expect
    asc.duplicate(tile, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


Run = Callable[..., tuple[int, Any]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the command line in the test's folder; returns the exit status and the findings, or the error message."""
    monkeypatch.chdir(tmp_path)

    def run_main(*arguments: str) -> tuple[int, Any]:
        status = cli.main(["--output-format=json", *arguments])
        out, err = capsys.readouterr()
        return status, json.loads(out)["diagnostics"] if out else err

    return run_main


def places(found: Any) -> list[tuple[str, str, int, int]]:
    return [
        (item["path"], item["code"], item["range"]["start"]["line"], item["range"]["start"]["column"]) for item in found
    ]


def column(line: str) -> int:
    return line.index("ub.alloc") + 1


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (KERNEL.encode(), 7),
        (b"\xef\xbb\xbf" + KERNEL.encode(), 7),
        (KERNEL.replace("\n", "\r\n").encode(), 7),
        (KERNEL.replace("\n", "\r").encode(), 7),
        (KERNEL.replace("    ", "\t").encode(), 7),
        (("# -*- coding: gbk -*-\n# 张量\n" + KERNEL).encode("gbk"), 9),
        (("\f\n" + KERNEL).encode(), 8),
        (KERNEL.replace("\n    tile", "\n    '张量'; tile").encode(), 7),
        (KERNEL.rstrip("\n").encode(), 7),
    ],
    ids=["plain", "BOM", "CRLF", "CR", "tabs", "GBK", "form feed", "wide", "no last newline"],
)
def test_a_defect_is_found_at_its_characters_however_the_file_is_written(
    tmp_path: Path, run: Run, data: bytes, line: int
) -> None:
    (tmp_path / "a.py").write_bytes(data)
    text = data.decode("gbk" if b"gbk" in data else "utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    status, found = run("a.py")
    assert status == 1
    assert places(found) == [("a.py", "ASC101", line, column(text.split("\n")[line - 1]))]


@pytest.mark.parametrize(
    ("name", "data", "code", "line"),
    [
        ("a.py", b"def f(:\n", "ASC001", 1),
        ("a.py", b"x = 1\ny = (\n", "ASC001", 2),
        ("a.py", b"x = '\xe9'\n", "ASC008", 1),
        ("a.py", b"a = 1\n" * 5 + b"x = '\xff'\n", "ASC008", 1),
        ("a.py", b"\xff\xfex\x00\n\x00", "ASC008", 1),
        ("a.py", b"# coding: utf-9\n", "ASC008", 1),
        ("a.py", b"# coding: rot13\nk = 1\n", "ASC008", 1),
        ("a.py", b"# " + b"x" * 2**22, "ASC008", 1),
        ("a.ipynb", b"asc", "ASC008", 1),
    ],
)
def test_a_file_that_cannot_be_analysed_is_a_finding_beside_the_others(
    tmp_path: Path, run: Run, name: str, data: bytes, code: str, line: int
) -> None:
    (tmp_path / name).write_bytes(data)
    (tmp_path / "b.py").write_text(KERNEL)
    status, found = run(name, "b.py")
    assert status == 1
    assert [(path, found_code, found_line) for path, found_code, found_line, _ in places(found)] == [
        (name, code, line), ("b.py", "ASC101", 7),
    ]  # fmt: skip


@pytest.mark.parametrize("depth", [200, 5000, 100_000])
@pytest.mark.parametrize(("opening", "closing"), [("-", ""), ("[", "]"), ("f(", ")"), ("1 + ", "")])
def test_deep_nesting_is_no_crash(tmp_path: Path, run: Run, depth: int, opening: str, closing: str) -> None:
    (tmp_path / "a.py").write_text(f"{KERNEL}\nx = {opening * depth}1{closing * depth}\n")
    status, found = run("a.py")
    assert status == 1
    assert {item["code"] for item in found} <= {"ASC001", "ASC008", "ASC101"}


@pytest.mark.parametrize("text", ["", "\n", "# only a comment", "\ufeff", "\f"])
def test_an_empty_file_is_clean(tmp_path: Path, run: Run, text: str) -> None:
    (tmp_path / "a.py").write_text(text, encoding="utf-8")
    assert run("a.py") == (0, [])


def test_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(KERNEL.encode())))
    status, found = run("-", "--stdin-filename", "kernels/k.py")
    assert status == 1
    assert places(found) == [("kernels/k.py", "ASC101", 7, 12)]


def test_an_unknown_chip_names_the_nearest(tmp_path: Path, run: Run) -> None:
    (tmp_path / "a.py").write_text(KERNEL)
    status, message = run("--target", "Ascend910B9", "a.py")
    assert status == 2
    assert 'unknown chip "Ascend910B9"; did you mean Ascend910B' in message


@pytest.mark.parametrize("named", ["mine.toml", "none.toml"])
@pytest.mark.parametrize("arguments", [["--profiles={}"], ["--profiles={}", "--target=Mine"], []])
def test_a_broken_or_missing_profile(tmp_path: Path, run: Run, named: str, arguments: list[str]) -> None:
    (tmp_path / "mine.toml").write_text("name = 'Mine'\narch = 2201\nunknown = 1\n")
    (tmp_path / "a.py").write_text(KERNEL)
    if not arguments:
        (tmp_path / "pyasc-lint.toml").write_text(f"profiles = ['{named}']\n")
    status, message = run(*(each.format(named) for each in arguments), "a.py")
    assert status == 2
    problem = ":3: unknown key unknown" if named == "mine.toml" else ": no such file or folder of profiles; "
    assert message.startswith("pyasc-lint: error: ") and f"{named}{problem}" in message


def test_the_summary_says_which_chip_and_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.py").write_text("# pyasc-lint: target=Ascend910B4\n" + KERNEL)
    platform = "config.set_platform(config.Backend.NPU, config.Platform.Ascend910B2)\n"
    (tmp_path / "b.py").write_text(f"{KERNEL}import asc.runtime.config as config\n{platform}")
    (tmp_path / "c.py").write_text(KERNEL)
    cli.main(["--output-format=concise"])
    (summary,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("Found ")]
    assert "Ascend910B4 (the target comment in a.py)" in summary
    assert "Ascend910B2 (config.Platform in b.py)" in summary
    assert summary.endswith("; Ascend910B1")


def test_two_runs_print_the_same(tmp_path: Path, run: Run) -> None:
    for name in ("b.py", "a.py", "c/d.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(KERNEL)
    assert run(".", "b.py") == run("b.py", ".")


def test_a_reader_that_stops_early_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(KERNEL)
    process = subprocess.Popen(
        [sys.executable, "-m", "pyasc_lint", "a.py"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None and process.stderr is not None
    process.stdout.close()
    message = process.stderr.read()
    process.stderr.close()
    process.wait(timeout=60)
    assert message == b""


def test_order_is_proved_of_no_kernel_that_is_wrong_otherwise(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    examples = Path(__file__).parents[2] / "examples"
    assert cli.main(["--statistics", "--no-cache", str(examples / "clean")]) == 0
    assert "proved free of hazards: 2" in capsys.readouterr().out
    assert cli.main(["--statistics", "--no-cache", str(examples / "faulty")]) == 1
    assert "proved free of hazards: 0" in capsys.readouterr().out
