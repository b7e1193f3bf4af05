"""`--fix`, `--unsafe-fixes` and `--diff`: what they write, say and return."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pyasc_lint import cli

FAULTY = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.muls(tile, tile, 2.0, 1024)
"""

FIXED = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

FLAG = """\
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
"""
LEAN = FIXED.replace(FLAG, "    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n")
REDUNDANT = FIXED.replace(FLAG, "    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n" * 2)
"""Its only finding has an unsafe fix."""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]) -> Any:
    """Runs the command line in an empty folder: exit status, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run_it(*arguments: str, text: bytes = b"") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        status = cli.main(list(arguments))
        out, err = capsysbinary.readouterr()
        return status, out.decode(errors="replace"), err.decode()

    return run_it


def written(name: str, text: str | bytes) -> Path:
    path = Path(name)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def test_fix_writes_what_it_fixed_and_reports_what_is_left(run: Any) -> None:
    path = written("a.py", FAULTY)
    status, out, err = run("--fix", "a.py")
    assert (status, path.read_text(), err) == (0, FIXED, "Fixed 3 findings in 1 file\n")
    assert out == "No findings in 1 file (1 kernel); target Ascend910B1\n"
    assert run("--fix", "a.py") == (0, out, "Fixed nothing\n")


def test_what_has_no_fix_is_reported_after_fixing(run: Any) -> None:
    written("a.py", FAULTY.replace("0, 1024)\n    asc.data", "0, 99)\n    asc.data"))
    status, out, err = run("--fix", "--output-format=concise", "a.py")
    assert status == 1
    assert "Fixed 2 findings" in err or "Fixed 3 findings" in err
    assert "ASC107" in out and "ASC203" not in out


def test_diff_shows_the_change_and_writes_nothing(run: Any) -> None:
    path = written("a.py", FAULTY)
    status, out, err = run("--diff", "a.py")
    assert (status, path.read_text(), err) == (1, FAULTY, "Would fix 3 findings in 1 file\n")
    assert out.startswith("--- a.py\n+++ a.py\n@@ -3,8 +3,12 @@\n")
    assert [line for line in out.splitlines()[2:] if line[0] in "+-"] == [
        "+    asc.init_soc_state()",
        "+    asc.set_flag(asc.HardEvent.MTE2_V, 0)",
        "+    asc.wait_flag(asc.HardEvent.MTE2_V, 0)",
        "+    asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
    ]
    assert run("--diff", "--fix", "a.py") == (status, out, err)
    assert path.read_text() == FAULTY


def test_a_diff_of_nothing_is_empty(run: Any) -> None:
    written("a.py", FIXED)
    assert run("--diff", "a.py") == (0, "", "Would fix nothing\n")


@pytest.mark.parametrize("end", ["\n", ""])
def test_patch_applies_the_diff(run: Any, end: str) -> None:
    path = written("a.py", FAULTY.rstrip("\n") + end)
    _, out, _ = run("--diff", "a.py")
    try:
        subprocess.run(["patch", "-p0", "--quiet"], input=out, text=True, check=True)
    except FileNotFoundError:
        pytest.skip("no patch")
    assert path.read_text() == FIXED.rstrip("\n") + end


def test_unsafe_fixes_are_applied_only_when_asked_for(run: Any) -> None:
    path = written("a.py", REDUNDANT)
    assert run("--fix", "a.py")[0] == 0
    assert path.read_text() == REDUNDANT
    assert run("--unsafe-fixes", "a.py")[0] == 0
    assert path.read_text() == REDUNDANT
    assert run("--fix", "--unsafe-fixes", "a.py")[0] == 0
    assert path.read_text() == LEAN


def test_the_summary_says_what_can_be_fixed(run: Any) -> None:
    written("a.py", FAULTY)
    assert run("a.py")[1].endswith("\n3 fixable with --fix\n")
    written("a.py", REDUNDANT)
    assert run("a.py")[1].endswith("\n1 fixable with --fix --unsafe-fixes\n")
    written("b.py", FAULTY.replace("kernel", "other"))
    assert run("a.py", "b.py")[1].endswith("\n3 fixable with --fix, 1 more with --unsafe-fixes\n")
    assert run("a.py", "b.py", "--language=zh")[1].endswith("\n3 个可用 --fix 修复，另有 1 个需加 --unsafe-fixes\n")
    summary = json.loads(run("a.py", "b.py", "--output-format=json")[1])["summary"]
    assert (summary["fixable"], summary["fixable_unsafe"]) == (3, 1)


def test_the_fix_of_a_finding_in_json(run: Any) -> None:
    written("a.py", FAULTY)
    found = json.loads(run("--output-format=json", "a.py")[1])["diagnostics"]
    (flag,) = [each["fix"] for each in found if each["code"] == "ASC501"]
    assert flag == {
        "title": "set and wait for a flag of asc.HardEvent.MTE2_V with id 0",
        "applicability": "safe",
        "edits": [
            {
                "path": "a.py",
                "range": {"start": {"line": 10, "column": 1}, "end": {"line": 10, "column": 1}},
                "text": "    asc.set_flag(asc.HardEvent.MTE2_V, 0)\n    asc.wait_flag(asc.HardEvent.MTE2_V, 0)\n",
            }
        ],
    }


def test_of_standard_input_the_fixed_text_comes_out(run: Any) -> None:
    status, out, err = run("--fix", "-", "--stdin-filename=a.py", text=FAULTY.encode())
    assert (status, out) == (0, FIXED)
    assert "No findings" in err and "Fixed 3 findings" in err
    assert run("--diff", "-", text=FIXED.encode())[:2] == (0, "")


@pytest.mark.parametrize("text", ["def broken(:\n", "plain = 1\n", "\0", FAULTY.replace("1024)\n", "1024\n", 1)])
def test_what_cannot_be_fixed_comes_out_as_it_went_in(run: Any, text: str) -> None:
    assert run("--fix", "-", text=text.encode())[1] == text


def test_emitting_and_fixing_are_two_steps(run: Any) -> None:
    written("a.py", FAULTY)
    status, out, err = run("--fix", "--emit", "a.py")
    assert (status, out) == (2, "") and "fix first" in err


# ---------------------------------------------------------------------------------------------------------- the files


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: b"\xef\xbb\xbf" + text.encode(),
        lambda text: text.replace("    ", "\t").encode(),
        lambda text: ("# -*- coding: latin-1 -*-\n# \u00fc\n" + text).encode("latin-1"),
        lambda text: ("# -*- coding: gbk -*-\n# 张量\n" + text).encode("gbk"),
        lambda text: text.replace("\n", "\r\n").rstrip().encode(),
        lambda text: text.replace("import asc\n", "import asc  # 标注\f\n").encode(),
    ],
    ids=["crlf", "bom", "tabs", "latin-1", "gbk", "no end", "other characters"],
)
def test_the_bytes_of_a_file_stay_what_they_are(run: Any, encode: Any) -> None:
    path = written("a.py", encode(FAULTY))
    assert run("--fix", "a.py")[0] == 0
    assert path.read_bytes() == encode(FIXED)
    assert run("--fix", "-", text=encode(FAULTY))[0] == 0


def test_mode_and_links_stay(run: Any) -> None:
    path = written("real.py", FAULTY)
    path.chmod(0o750)
    os.symlink("real.py", "link.py")
    assert run("--fix", "link.py")[0] == 0
    assert Path("link.py").is_symlink() and path.read_text() == FIXED
    assert stat.S_IMODE(path.stat().st_mode) == 0o750
    assert sorted(os.listdir()) == [".pyasc_lint_cache", "link.py", "real.py"]


def test_a_file_that_changed_meanwhile_is_left_alone(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("a.py", FAULTY)
    from pyasc_lint.fixing import run as fixing

    fix_result = fixing.fix_result

    def slow(*arguments: Any, **options: Any) -> Any:
        path.write_text("saved = 1\n")
        return fix_result(*arguments, **options)

    monkeypatch.setattr("pyasc_lint.fixing.run.fix_result", slow)
    status, _, err = run("--fix", "a.py")
    assert (status, path.read_text()) == (2, "saved = 1\n")
    assert "a.py: not fixed: changed since it was read; run it again" in err


@pytest.mark.skipif(os.name != "posix", reason="modes of POSIX")
def test_a_write_protected_file_is_an_error_that_says_what_to_do(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written("a.py", FAULTY)
    path.chmod(0o444)
    monkeypatch.setattr("os.access", lambda *_: False)  # root may write everything
    status, _, err = run("--fix", "a.py")
    assert (status, path.read_text()) == (2, FAULTY)
    assert "a.py: not fixed: it is write-protected; --diff shows the change" in err


def test_the_real_command_fixes(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text(FAULTY)
    done = subprocess.run([sys.executable, "-m", "pyasc_lint", "--fix", str(path)], capture_output=True, text=True)
    assert (done.returncode, path.read_text()) == (0, FIXED)
