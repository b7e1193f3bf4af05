"""Whatever stands in a file: no traceback, no hang, no failure of the tool, and nothing in it is run.

The quick sample is fixed; `make test-long` takes the whole standard library and fresh random texts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pyasc_lint import cli
from tests.support.fuzzing import as_kernels, library_files, mutants
from tests.support.random_kernels.sample import SEED

FIXTURES = sorted((Path(__file__).parents[1] / "fixtures").rglob("*.py"))
LIMIT = 60
"""Seconds that a file may take, far more than any needs: a file that does not end is found, a slow machine is not."""

Survives = Callable[[dict[str, str]], None]


@pytest.fixture
def survives(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Survives:
    """Lints texts by file name. Everything but a clean end or findings is a failure."""
    monkeypatch.chdir(tmp_path)

    def lint(texts: dict[str, str]) -> None:
        for name, text in texts.items():
            (tmp_path / name).write_text(text, encoding="utf-8", errors="surrogatepass")
        (tmp_path / "pyasc-lint.toml").write_text(f"time-limit = {LIMIT}\n")
        status = cli.main(["--no-cache", "--jobs=2", "--output-format=json", *texts])
        out, err = capsys.readouterr()
        assert status in (0, 1), (err, [each for each in json.loads(out)["diagnostics"] if each["code"] == "ASC008"])
        failed = [each for each in json.loads(out)["diagnostics"] if each["code"] == "ASC008"]
        assert [each for each in failed if "nests too deeply" not in each["message"]] == []

    return lint


def batches(items: list[Path], size: int) -> list[list[Path]]:
    return [items[start : start + size] for start in range(0, len(items), size)]


LIBRARY = library_files()
SAMPLE = LIBRARY if SEED else Random("library").sample(LIBRARY, 24)


@pytest.mark.parametrize("files", batches(SAMPLE, 12), ids=lambda files: files[0].stem)
@pytest.mark.parametrize("change", ["as it is", "as kernels"])
def test_the_standard_library(survives: Survives, files: list[Path], change: str) -> None:
    texts = {}
    for number, path in enumerate(files):
        text = path.read_bytes().decode("utf-8", "replace")
        texts[f"{number}_{path.name}"] = as_kernels(text) if change == "as kernels" else f"import asc\n{text}"
    survives(texts)


@pytest.mark.parametrize("seed", range(SEED, SEED + (200 if SEED else 8)))
def test_mutated_kernels(survives: Survives, seed: int) -> None:
    random = Random(seed)
    texts = {}
    for number, path in enumerate(random.sample(FIXTURES, 8)):
        for index, text in enumerate(mutants(path.read_text(encoding="utf-8"), random, 2)):
            texts[f"m{number}_{index}.py"] = text
    survives(texts)


ANY_TEXT = st.text(max_size=200)
HEADS = st.sampled_from(["", "import asc\n", "import asc\n@asc.jit\ndef f(x: asc.GlobalAddress, n: int):\n    "])


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(HEADS, ANY_TEXT)
def test_any_text(survives: Survives, head: str, text: str) -> None:
    survives({"a.py": head + text})


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: bytes) -> None:
    for name in ("a.py", "b.ipynb", "pyasc-lint.toml", "known.json"):
        path = tmp_path / name
        path.write_bytes(data + b" asc")
        option = {"pyasc-lint.toml": "--config", "known.json": "--baseline"}.get(name)
        arguments = [str(path)] if option is None else [f"{option}={path}", str(tmp_path / "a.py")]
        assert cli.main(["--no-cache", *arguments]) in (0, 1, 2)
        assert "internal error" not in capsys.readouterr().err
        path.unlink()
        (tmp_path / "a.py").touch()


SIDE_EFFECTS = """\
import asc
import os, pathlib, sys
from trap import TILE
__import__("trap")
MARK = pathlib.Path(__file__).with_name("planted")
MARK.touch()
os.system("touch planted")
exec("open('planted', 'w')")

class Meta(type):
    def __new__(cls, *a):
        MARK.touch()
        return super().__new__(cls, *a)
    def __getattr__(self, name):
        MARK.touch()

class Thing(metaclass=Meta):
    SIZE = MARK.touch() or 64
    def __index__(self):
        MARK.touch()
        return 8

def decorate(f):
    MARK.touch()
    return f

@decorate
@asc.jit(auto_sync=bool(MARK.touch()))
def kernel(x: asc.GlobalAddress, n: int = MARK.touch(), m: asc.ConstExpr = (MARK.touch(), 8)[1]):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE + Thing.SIZE + [MARK.touch(), 64][1] + int(Thing()))
    asc.duplicate(tile, eval("MARK.touch()") or 0.0, 64)
    asc.static_assert(MARK.touch() is None)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)

kernel[MARK.touch() or 8](MARK.touch(), Thing(), f"{MARK.touch()}")
assert not MARK.exists()
sys.exit(7)
"""


@pytest.mark.parametrize("arguments", [[], ["--fix", "--unsafe-fixes"], ["--emit", "--out=out"], ["--memory-map"]])
def test_nothing_in_a_file_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """Neither the file, nor what it imports, nor what a folder names like a module of Python or of the tool."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONSAFEPATH", "")
    plant = "import pathlib\npathlib.Path(__file__).with_name('planted').touch()\nTILE = 64\n"
    (tmp_path / "kernel.py").write_text(SIDE_EFFECTS)
    for name in ("trap.py", "asc.py", "json.py", "astroid.py", "conftest.py", "setup.py", "sitecustomize.py"):
        (tmp_path / name).write_text(plant)
    cli.main(["kernel.py", *arguments])
    cli.main([".", *arguments])
    assert not (tmp_path / "planted").exists()
    assert not list(tmp_path.rglob("__pycache__"))


def test_the_tool_started_in_a_folder_of_traps_runs_none(tmp_path: Path) -> None:
    import subprocess
    import sys

    for name in ("json.py", "astroid.py", "argparse.py", "pydantic.py", "trap.py"):
        (tmp_path / name).write_text("import pathlib\npathlib.Path(__file__).with_name('planted').touch()\n")
    (tmp_path / "kernel.py").write_text(SIDE_EFFECTS)
    command = [str(Path(sys.executable).with_name("pyasc-lint")), "--output-format=json", "--jobs=2", "."]
    done = subprocess.run(command, cwd=tmp_path, env=dict(os.environ), capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    assert not (tmp_path / "planted").exists()
