"""`--run` and `--backend cpu` on the command line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from pyasc_lint import cli

CLEAN = Path(__file__).parents[1] / "fixtures/acceptance/clean"
BUGGY = CLEAN.parent / "buggy"
VADD = str(CLEAN / "vadd_alloc.py")
CALL = "vadd(x=x.npy, y=y.npy, z=float32*2x2048, block_length=2048)"


@dataclass
class Outcome:
    status: int
    out: str
    err: str


Command = Callable[..., Outcome]


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Runs `pyasc-lint` in a folder with the inputs x.npy, y.npy and the sum sum.npy."""
    monkeypatch.chdir(tmp_path)
    x = np.arange(4096, dtype=np.float32)
    np.save("x.npy", x)
    np.save("y.npy", x / 2)
    np.save("sum.npy", x + x / 2)

    def run(*arguments: str) -> Outcome:
        status = cli.main(list(arguments))
        out, err = capsys.readouterr()
        return Outcome(status, out, err)

    return run


def test_a_result_as_expected(command: Command) -> None:
    result = command(VADD, "--run", CALL, "--cores=2", "--expect=sum.npy", "--out=made")
    assert (result.status, result.err) == (0, "")
    assert "z: float32[2x2048] -> made/z.npy\n" in result.out and "z: as expected (tolerance 1e-05)" in result.out
    assert "Not modelled: time and caches" in result.out
    assert np.array_equal(np.load("made/z.npy").reshape(-1), np.load("sum.npy"))


def test_another_result_than_expected(command: Command) -> None:
    result = command(VADD, "--run", CALL, "--expect", "z=sum.npy")  # on one core only
    assert result.status == 1
    assert "z: 2048 of 4096 elements are not as expected" in result.out
    assert "the first is 2048: 0.0, expected 3072.0; the largest difference is 6142.5" in result.out


def test_a_number_where_none_is_expected(command: Command) -> None:
    np.save("none.npy", np.full(4096, np.nan, np.float32))
    result = command(VADD, "--run", CALL, "--cores=2", "--expect=none.npy")
    assert (result.status, result.err) == (1, "")
    assert "z: 4096 of 4096 elements are not as expected (tolerance 1e-05); the first is 0: 0.0, expected nan\n" in (
        result.out
    )


def test_a_tolerance(command: Command) -> None:
    np.save("near.npy", np.load("sum.npy") * np.float32(1.001))
    assert command(VADD, "--run", CALL, "--cores=2", "--expect=near.npy").status == 1
    assert command(VADD, "--run", CALL, "--cores=2", "--expect=near.npy", "--tolerance=0.01").status == 0


def test_a_kernel_with_errors_is_refused(command: Command) -> None:
    call = "set_twice(x=float32*8192)"
    result = command(str(BUGGY / "synchronisation.py"), "--run", call)
    assert (result.status, result.out) == (1, "")
    assert "cannot be emitted" in result.err and ":128:" in result.err and "ASC504" in result.err


def test_a_finding_of_the_run(command: Command) -> None:
    """The linter knows nothing of the length of the array that is passed."""
    result = command(VADD, "--run", CALL.replace("2x2048", "2048"), "--cores=2")
    assert result.status == 1
    message = "ASC114 DataCopy: 'dst' writes bytes 8192 to 16384 of an array of 8192 bytes (core 1)"
    assert result.out.startswith(f"{VADD}:33: {message}\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--run", "vadd"], "is no call such as"),
        (["--run", "vadd(x)"], "'x' is not parameter=value"),
        (["--run", "vadd(x=1, x=2)"], "'x' is given twice"),
        (["--run", CALL.replace("x.npy", "none.npy")], "none.npy: No such file"),
        (["--run", CALL.replace("x=x.npy", "x=words.npy")], "words.npy: not a .npy file"),
        (["--run", CALL.replace("z=", "q=")], "vadd has no parameter 'q'"),
        (["--run", CALL.replace("block_length", "block_lenght")], "did you mean block_length?"),
        (["--run", CALL.replace(", block_length=2048", "")], "vadd needs a value for block_length"),
        (["--run", CALL.replace("float32*2x2048", "floatt*2")], "floatt is no dtype"),
        (["--run", CALL.replace("vadd(", "sub(")], "no static-Tensor kernel 'sub'; there are: vadd"),
        (["--run", CALL, "--emit"], "does not go with --emit"),
        (["--run", CALL, "--cores=0"], "'0' is not a number of cores"),
        (["--run", CALL, "--target=Ascend310P3"], "the model is of Atlas A2 and A3"),
        (["--run", CALL, "--expect=x=sum.npy"], "say which output sum.npy is for"),
        (["--run", CALL, "--expect=short.npy"], "'z' has 4096 elements, but 3 are expected"),
        (["--expect=sum.npy"], "--expect goes with --run"),
        (["--backend=cpu"], "--backend=cpu goes with --emit"),
        (["--backend=gpu"], "invalid choice"),
    ],
)
def test_what_cannot_be_run(command: Command, arguments: list[str], message: str) -> None:
    Path("words.npy").write_text("no array")
    np.save("short.npy", np.zeros(3))
    result = command(VADD, *arguments)
    assert result.status == 2 and message in result.err
    assert all(line.startswith("pyasc-lint: error: ") for line in result.err.splitlines())


def test_a_library_for_this_machine(command: Command) -> None:
    result = command(VADD, str(CLEAN / "vadd_pingpong.py"), "--emit", "--backend=cpu", "--out=made")
    assert result.status == 0 and result.out.endswith("made/kernels_cpu.so\n")
    code = "import ctypes, sys; lib = ctypes.CDLL(sys.argv[1]); lib.host_run_vadd, lib.host_run_vadd_pingpong"
    subprocess.run([sys.executable, "-c", code, "made/kernels_cpu.so"], check=True)
    assert Path(command(VADD, "--emit", "--backend=cpu").out.strip()).is_file()
