"""`host.run`: arguments, limits, what is printed, and everything that can go wrong around a run."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import numpy as np
import pytest

from pyasc_lint import host
from pyasc_lint.host import compiler

CLEAN = Path(__file__).parents[1] / "fixtures/acceptance/clean"
HEAD = """
import asc

@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 64)
"""


def written(folder: Path, statements: str, head: str = HEAD) -> str:
    """The path of a file with a kernel."""
    path = folder / "kernels.py"
    body = indent(dedent(statements).strip("\n"), "    ")
    path.write_text(f"{head}{body}\n    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n", encoding="utf-8")
    return str(path)


def ones(count: int = 64) -> Any:
    return np.ones(count, np.float32)


# ----------------------------------------------------------------------------------------------------------- arguments


def test_arguments_are_left_as_they_are() -> None:
    x, z = ones(2048), np.zeros(2048, np.float32)
    result = host.run(str(CLEAN / "vadd_alloc.py"), "vadd", x, x, z, 2048)
    assert result.clean and list(result.outputs) == ["z"]
    assert not z.any() and (result.outputs["z"] == 2).all()


def test_an_array_that_is_passed_twice_is_one_array() -> None:
    x = ones(8192)
    result = host.run(str(CLEAN / "buffer_reuse.py"), "square_then_negate", x, x, x)
    assert all((array == -1).all() for array in result.outputs.values())


@pytest.mark.parametrize("name", ["fma", "index", "read", "sqrt"])
def test_a_kernel_may_be_named_like_a_function_of_c(tmp_path: Path, name: str) -> None:
    text = HEAD.replace("def kernel", f"def {name}")
    statements = """
        asc.duplicate(t, 2.0, 64)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(g, t, 64)
    """
    result = host.run(written(tmp_path, statements, text), name, ones(), 1)
    assert result.clean and (result.outputs["x"] == 2).all()


def test_an_array_whose_bytes_do_not_stand_in_a_row() -> None:
    x = np.arange(4096, dtype=np.float32)[::2]
    assert np.array_equal(
        host.run(str(CLEAN / "vadd_alloc.py"), "vadd", x, x, np.zeros_like(x), np.int64(2048)).outputs["z"], x * 2
    )


def test_a_struct(tmp_path: Path) -> None:
    head = """
import asc
from asc.language.core.struct import Field, Struct

class Tiling(Struct):
    count = Field(asc.int16)
    scale = Field(asc.float32)

@asc.jit
def kernel(x: asc.GlobalAddress, tiling: Tiling):
    asc.init_soc_state()
    g = asc.GlobalTensor()
    g.set_global_buffer(x, 64)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 64)
"""
    path = written(
        tmp_path,
        """
        asc.duplicate(t, tiling.scale, 64)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.data_copy(g, t, 64)
        if tiling.count > 3:
            asc.printf("%d\\n", tiling.count)
        """,
        head,
    )
    result = host.run(path, "kernel", ones(), {"count": 7, "scale": 2.5})
    assert (result.outputs["x"] == 2.5).all() and result.printed == "7\n"
    with pytest.raises(host.HostError, match="'tiling' is a struct with the fields count, scale"):
        host.run(path, "kernel", ones(), {"count": 7})
    with pytest.raises(host.HostError, match="'tiling.scale' is float32: give a number"):
        host.run(path, "kernel", ones(), {"count": 7, "scale": "much"})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([ones()], r"^kernel takes 2 arguments \(x, n\), 1 are given"),
        ([ones(), "3"], "^'n' of kernel is str: give an array or a number"),
        ([3, 3], "'x' is an array"),
        ([ones(), ones()], "'n' is a number"),
        ([np.array(["a"]), 3], "'x' has dtype <U1, which no kernel takes"),
    ],
)
def test_arguments_that_do_not_fit(tmp_path: Path, arguments: list[Any], message: str) -> None:
    path = written(tmp_path, "asc.duplicate(t, 1.0, n)")
    with pytest.raises(host.HostError, match=message):
        host.run(path, "kernel", *arguments)


def test_files_that_cannot_be_run(tmp_path: Path) -> None:
    with pytest.raises(host.HostError, match=r"none\.py"):
        host.run(str(tmp_path / "none.py"), "kernel")
    with pytest.raises(host.HostError, match="ASC001"):
        host.run(written(tmp_path, "asc.duplicate(t,"), "kernel", ones(), 1)
    with pytest.raises(host.HostError, match="no static-Tensor kernel 'other'; there are: kernel"):
        host.run(written(tmp_path, "asc.duplicate(t, 1.0, 64)"), "other")
    with pytest.raises(host.Refused, match="ASC107"):
        host.run(written(tmp_path, "asc.duplicate(t, 1.0, 640)"), "kernel", ones(), 1)
    with pytest.raises(host.HostError, match="a launch has at least 1"):
        host.run(written(tmp_path, "asc.duplicate(t, 1.0, 64)"), "kernel", ones(), 1, cores=0)


# ---------------------------------------------------------------------------------------------------------------- runs


def test_what_a_kernel_prints(tmp_path: Path) -> None:
    path = written(tmp_path, 'asc.printf("%d of %d\\n", asc.get_block_idx(), asc.get_block_num())')
    assert host.run(path, "kernel", ones(), 1, cores=3).printed == "0 of 3\n1 of 3\n2 of 3\n"


def test_a_run_that_does_not_end(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        """
        i = n + 0
        while i < 100:
            asc.duplicate(t, 1.0, 64)
            i = i * 1
        """,
    )
    (found,) = host.run(path, "kernel", ones(), 1, seconds=5).findings
    assert "still running after 5 s; it was in line 12" in found.message and found.line == 12


def test_an_instruction_that_the_model_has_not(tmp_path: Path) -> None:
    path = written(tmp_path, "asc.cross_core_set_flag(1, 2, asc.PipeID.PIPE_MTE3)")
    with pytest.raises(host.HostError, match=r"kernels\.py:10: CrossCoreSetFlag.* is not modelled"):
        host.run(path, "kernel", ones(), 1, allow_errors=True)


def test_an_instruction_of_the_other_kind_of_core(tmp_path: Path) -> None:
    path = written(tmp_path, "asc.mmad(t, t, t, asc.MmadParams(16, 16, 16))")
    (found,) = host.run(path, "kernel", ones(), 1, allow_errors=True).findings
    assert (found.rule, found.line) == ("ASC206", 10) and "a vector core has no pipe M" in found.message


def test_findings_of_a_value_that_the_linter_does_not_know(tmp_path: Path) -> None:
    path = written(tmp_path, "asc.duplicate(t, 1.0, n)")
    assert host.run(path, "kernel", ones(), 64).clean
    (found,) = host.run(path, "kernel", ones(), 65).findings
    assert (found.rule, found.line, found.core) == ("ASC107", 10, 0)
    assert "'dst' writes bytes 256 to 260 of a tensor of 256 bytes" in found.message


# ------------------------------------------------------------------------------------------------------------ compiling


def test_no_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CXX", "no-such-compiler")
    path = written(tmp_path, "asc.duplicate(t, 1.0, 64)")
    code = f"import numpy, pyasc_lint.host as h; h.run({path!r}, 'kernel', numpy.ones(64, 'float32'), 1)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "HostError: there is no C++ compiler (no-such-compiler); install one, or name it in CXX" in done.stderr


def test_without_numpy(tmp_path: Path) -> None:
    path = written(tmp_path, "asc.duplicate(t, 1.0, 64)")
    code = f"import sys; sys.modules['numpy'] = None; import pyasc_lint.host as h; h.run({path!r}, 'kernel')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "HostError: running kernels needs NumPy: pip install numpy" in done.stderr


def test_a_library_is_built_once_whoever_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiler, "_prepared", lambda: [])
    text = 'extern "C" int answer() { return 42; }\n'
    with ThreadPoolExecutor(4) as pool:
        (path,) = set(pool.map(compiler.library, [text] * 4))
    before = path.stat().st_ino
    assert compiler.library(text) == path and path.stat().st_ino == before
    assert os.listdir(tmp_path) == [path.name]


def test_what_was_of_no_use_for_long_is_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiler, "_prepared", lambda: [])
    used, unused = (compiler.library(f'extern "C" int answer() {{ return {number}; }}\n') for number in (1, 2))
    for path in (used, unused, tmp_path / "not-ours.so"):
        path.touch()
        os.utime(path, (0, 0))
    assert compiler.library('extern "C" int answer() { return 1; }\n') == used
    new = compiler.library('extern "C" int answer() { return 3; }\n')
    assert sorted(os.listdir(tmp_path)) == sorted([used.name, new.name, "not-ours.so"])


def test_a_text_that_the_compiler_does_not_take(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path)
    monkeypatch.setattr(compiler, "_prepared", lambda: [])
    with pytest.raises(host.HostError, match=r"(?s)does not take the emitted text.*no_such_name"):
        compiler.library("int answer() { return no_such_name; }\n")
    assert os.listdir(tmp_path) == []


def test_a_folder_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(compiler, "cache_folder", lambda: tmp_path / "file")
    with pytest.raises(host.HostError, match="PYASC_LINT_CACHE names another folder"):
        compiler.library("int answer();\n", prepared=False)
