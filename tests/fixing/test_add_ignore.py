"""`--add-ignore`: findings become comments, and the program stays what it was."""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from pyasc_lint import cli

HEAD = """\
import asc

@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
"""
TAIL = """\
    asc.duplicate(tile, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
ALLOC = "    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, 1000000)"
WRAPPED = ALLOC.replace("VECIN,", "VECIN, \\\n       ")
SPREAD = "    tile = ub.alloc(asc.TPosition.VECIN,{}\n                    asc.float32, 1000000){}"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)

    def lint(*arguments: str) -> tuple[int, str, str]:
        status = cli.main(["--output-format=concise", *arguments])
        return status, *capsys.readouterr()

    return lint


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (ALLOC, ALLOC + "  # noqa: ASC101"),
        (ALLOC + "  # the tile", ALLOC + "  # the tile  # noqa: ASC101"),
        (ALLOC + "   ", ALLOC + "  # noqa: ASC101"),
        (ALLOC + "  # noqa: E501", ALLOC + "  # noqa: E501, ASC101"),
        (ALLOC + "  # noqa: E501 too long", ALLOC + "  # noqa: E501, ASC101 too long"),
        (SPREAD.format("", ""), SPREAD.format("  # noqa: ASC101", "")),
        (SPREAD.format("  # here", ""), SPREAD.format("  # here  # noqa: ASC101", "")),
        (WRAPPED, WRAPPED + "  # noqa: ASC101"),
        (ALLOC + "; '''a\nb'''", ALLOC + "; '''a\nb'''  # noqa: ASC101"),
    ],
)
def test_the_finding_is_hidden_where_it_stands(run: Run, before: str, after: str) -> None:
    path = Path("a.py")
    path.write_text(f"{HEAD}{before}\n{TAIL}")
    status, out, err = run("a.py", "--add-ignore")
    assert path.read_text() == f"{HEAD}{after}\n{TAIL}"
    assert ast.dump(ast.parse(path.read_text())) == ast.dump(ast.parse(f"{HEAD}{before}\n{TAIL}"))
    assert status == 0, out
    assert "comments added for 1 findings in 1 files" in err


def test_several_findings_of_a_line_share_a_comment(run: Run) -> None:
    Path("a.py").write_text(f"import asc\n\n@asc.jit\ndef kernel():\n    ub = asc.LocalMemAllocator()\n{ALLOC}\n"
                            "    asc.duplicate(tile, 0.0, 64)\n")  # fmt: skip
    assert run("a.py", "--add-ignore")[0] == 0
    assert "def kernel():  # noqa: ASC203, ASC204\n" in Path("a.py").read_text()


def test_encoding_and_line_ends_stay(run: Run) -> None:
    text = f"# -*- coding: gbk -*-\n# 张量\n{HEAD}{ALLOC}\n{TAIL}".replace("\n", "\r\n")
    Path("a.py").write_bytes(text.encode("gbk"))
    assert run("a.py", "--add-ignore")[0] == 0
    changed = text.replace("1000000)", "1000000)  # noqa: ASC101")
    assert Path("a.py").read_bytes() == changed.encode("gbk")


def test_a_trap_is_named(run: Run) -> None:
    Path("a.py").write_text(HEAD.replace("@asc.jit", "@asc.jit(insert_sync=True)"))
    run("a.py", "--add-ignore")
    assert "@asc.jit(insert_sync=True)  # noqa: ASC701[sync-09]\n" in Path("a.py").read_text()


def test_what_does_not_fail_gets_no_comment(run: Run) -> None:
    text = f"{HEAD}{ALLOC}\n    unused = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)\n{TAIL}X = 1  # noqa: ASC101\n"
    Path("a.py").write_text(text)
    status, out, _ = run("a.py", "--add-ignore")
    assert Path("a.py").read_text() == text.replace("1000000)", "1000000)  # noqa: ASC101")
    assert status == 1 and "ASC005" in out and "ASC113" in out


@pytest.mark.parametrize("text", ["import asc\ndef f(:\n", "import asc\nx = '\\\n"])
def test_a_file_that_does_not_parse_stays(run: Run, text: str) -> None:
    Path("a.py").write_text(text)
    assert run("a.py", "--add-ignore")[0] == 1
    assert Path("a.py").read_text() == text


def test_a_new_finding_is_told_afterwards(run: Run) -> None:
    path = Path("a.py")
    path.write_text(f"{HEAD}{ALLOC}\n{TAIL}")
    assert run("--add-ignore")[0] == run()[0] == 0
    path.write_text(path.read_text().replace("64)\n", "64000000)\n"))
    assert run()[0] == 1


@pytest.mark.parametrize("other", ["--fix", "--diff", "--emit", "--write-baseline=b", "-"])
def test_it_goes_alone(run: Run, other: str) -> None:
    status, _, err = run("--add-ignore", other)
    assert status == 2 and "--add-ignore cannot be combined with" in err
