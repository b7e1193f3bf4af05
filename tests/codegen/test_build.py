"""`--build`, the launch function and the loader, with a stand-in for CANN: no part of the real one is needed."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from pyasc_lint import cli
from tests.support.standin_cann import StandIn, install, needs_tools

KERNELS = """
import asc
from asc.language.core.struct import Field, Struct, StructField

class Shape(Struct):
    rows = Field(asc.uint16)

class Tiling(Struct):
    n = Field(asc.int32)
    scale = Field(asc.float32)
    shape = StructField(Shape)

@asc.jit
def scale(x: asc.GlobalAddress, n: int, cores: int, flag: bool, s: float, h, big, tile: asc.ConstExpr[int]):
    asc.init_soc_state()
    t = asc.LocalMemAllocator().alloc(asc.TPosition.VECIN, asc.float32, tile)
    asc.duplicate(t, n * 1.5, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)

@asc.jit
def tiled(x: asc.GlobalAddress, t: Tiling):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 64)
    asc.duplicate(a, t.scale, t.shape.rows)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
SIGNATURE = "scale(x=float32*, h=float16, big=uint64, tile=64); tiled(x=float16*)"

pytestmark = needs_tools


@pytest.fixture(scope="module")
def standin(tmp_path_factory: pytest.TempPathFactory) -> StandIn:
    return install(tmp_path_factory.mktemp("cann"))


def emit(folder: Path, *options: str) -> int:
    source = folder / "kernels.py"
    source.write_text(KERNELS)
    return cli.main([str(source), "--emit", "--signature", SIGNATURE, "--out", str(folder / "made"), *options])


@pytest.fixture(scope="module")
def made(standin: StandIn, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The projects of both kernels, built."""
    folder = tmp_path_factory.mktemp("kernels")
    (folder / "pyasc-lint.toml").write_text('cann-version = "8.5"\n')
    said = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(said):
        patch.setenv("ASCEND_HOME_PATH", str(standin.home))
        assert emit(folder, "--build") == 0
    assert all(str(folder / f"made/{name}/build/lib{name}.so") in said.getvalue() for name in ("scale", "tiled"))
    return folder / "made"


# ---------------------------------------------------------------------------------------------------------------- build


def test_every_project_is_built_with_its_options(made: Path, standin: StandIn) -> None:
    for name in ("scale", "tiled"):
        assert (made / name / "build" / f"lib{name}.so").is_file()
        (compiled,) = [each for each in standin.compiled() if str(made / name / f"{name}.asc") in each and "-c" in each]
        assert "--npu-arch=dav-2201" in compiled and "--cce-auto-sync" in compiled


def test_all_that_is_missing_is_told_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("ASCEND_HOME_PATH", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert emit(tmp_path, "--build") == 2
    err = capsys.readouterr().err
    assert "--build needs CANN" in err and "ASCEND_HOME_PATH is not set" in err and "set_env.sh" in err
    assert "cmake is not on the PATH" in err and "pip install cmake" in err
    assert (tmp_path / "made/scale/scale.asc").is_file()  # the text is of use without CANN


@pytest.mark.parametrize(
    ("home", "message"), [("nowhere", "which is no folder"), (".", "the compiler bisheng is not in")]
)
def test_a_home_without_cann(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: str, message: str
) -> None:
    monkeypatch.setenv("ASCEND_HOME_PATH", str(tmp_path / home))
    assert emit(tmp_path, "--build") == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("wanted", ["8.50", "8.4", "9"])
def test_the_version_of_cann_is_checked(
    standin: StandIn, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, wanted: str
) -> None:
    (tmp_path / "pyasc-lint.toml").write_text(f'cann-version = "{wanted}"\n')
    monkeypatch.setenv("ASCEND_HOME_PATH", str(standin.home))
    assert emit(tmp_path, "--build") == 2
    assert f"is 8.5.0, but cann-version asks for {wanted}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("file", "text", "version"),
    [
        ("x86_64-linux/ascend_toolkit_install.info", "package_name=x\nversion=8.2.RC1\n", "8.2.RC1"),
        ("include/version/cann_version.h", '#define CANN_VERSION_STR "8.3.0"\n', "8.3.0"),
        ("version.cfg", "runtime_running_version=[7.7.0.1.231:8.1.RC1]\n", "8.1.RC1"),
    ],
)
def test_where_releases_tell_their_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any, file: str, text: str, version: str
) -> None:
    home = install(tmp_path / "cann").home
    (home / "ascend_toolkit_install.info").unlink()
    (home / file).parent.mkdir(parents=True, exist_ok=True)
    (home / file).write_text(text)
    (tmp_path / "pyasc-lint.toml").write_text('cann-version = "1.0"\n')
    monkeypatch.setenv("ASCEND_HOME_PATH", str(home))
    assert emit(tmp_path, "--build") == 2
    assert f"is {version}, but cann-version asks for 1.0" in capsys.readouterr().err


def test_a_failing_build_shows_what_cmake_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    home = install(tmp_path / "cann").home
    (home / "include/kernel_operator.h").write_text("#error no such header\n")
    monkeypatch.setenv("ASCEND_HOME_PATH", str(home))
    assert emit(tmp_path, "--build") == 2
    err = capsys.readouterr().err
    assert "cmake --build" in err and "no such header" in err


def test_a_cann_without_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    home = install(tmp_path / "cann").home
    (home / "compiler/tikcpp/ascendc_kernel_cmake/ASCConfig.cmake").unlink()
    monkeypatch.setenv("ASCEND_HOME_PATH", str(home))
    assert emit(tmp_path, "--build") == 2
    assert "this CANN has no CMake package ASC" in capsys.readouterr().err


def test_build_needs_a_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["--emit", "--build", str(tmp_path)]) == 2
    assert "--build needs --out" in capsys.readouterr().err


# --------------------------------------------------------------------------------------------------------------- loader


@pytest.fixture
def load(made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    """Imports a loader; launches are noted in a file."""
    monkeypatch.setenv("STANDIN_LAUNCHES", str(tmp_path / "launches"))

    def load_module(name: str) -> ModuleType:
        spec = importlib.util.spec_from_file_location(name, made / name / f"{name}.py")
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module

    return load_module


def launches(tmp_path: Path) -> list[str]:
    file = tmp_path / "launches"
    return file.read_text().splitlines() if file.exists() else []


class Tensor:
    """What the loader asks of a tensor of torch-npu."""

    def __init__(
        self, address: int, dtype: str = "torch.float32", device: str = "npu", contiguous: bool = True
    ) -> None:
        self.address, self.dtype, self.contiguous = address, dtype, contiguous
        self.device = SimpleNamespace(type=device)

    def data_ptr(self) -> int:
        return self.address

    def is_contiguous(self) -> bool:
        return self.contiguous


def test_arguments_arrive_as_they_are(load: Callable[[str], ModuleType], tmp_path: Path) -> None:
    load("scale").launch(0x1000, -7, 3, True, 1.5, 0.25, 2**64 - 1, cores=8, stream=0x55)
    load("scale").launch(2**63, 2**31 - 1, -(2**31), 0, 2, -1.0, 0, cores=1)
    assert launches(tmp_path) == [
        "scale 8 0x55 0x1000 -7 3 1 1.5 0.25 18446744073709551615",
        "scale 1 (nil) 0x8000000000000000 2147483647 -2147483648 0 2 -1 0",
    ]


@pytest.mark.parametrize(
    ("position", "value", "error", "message"),
    [
        (0, "x", TypeError, "x must be a tensor of torch-npu or a device address, not str"),
        (0, Tensor(1, "torch.float16"), TypeError, "x is torch.float16, but the kernel is built for float32"),
        (0, Tensor(1, device="cpu"), ValueError, "x is on cpu: move it with .npu()"),
        (0, Tensor(1, contiguous=False), ValueError, "x is not contiguous"),
        (1, 2**31, ValueError, "n = 2147483648 does not fit int32"),
        (1, 1.5, TypeError, "n must be a number that fits int32, not 1.5"),
        (4, "x", TypeError, "s must be a number that fits float, not 'x'"),
        (6, -1, ValueError, "big = -1 does not fit uint64"),
    ],
)
def test_arguments_that_do_not_fit(
    load: Callable[[str], ModuleType], tmp_path: Path, position: int, value: object, error: type, message: str
) -> None:
    arguments: list[object] = [1, 1, 1, True, 1.0, 1.0, 1]
    arguments[position] = value
    with pytest.raises(error, match=message):
        load("scale").launch(*arguments, cores=8)
    assert launches(tmp_path) == []


@pytest.mark.parametrize("cores", [0, -1])
def test_a_launch_needs_a_core(load: Callable[[str], ModuleType], cores: int) -> None:
    with pytest.raises(ValueError, match="cores must be at least 1"):
        load("scale").launch(1, 1, 1, True, 1.0, 1.0, 1, cores=cores)


def test_tensors_are_launched_on_the_current_stream(
    load: Callable[[str], ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = ModuleType("torch_npu")
    stream = SimpleNamespace(npu_stream=0x77)
    module.npu = SimpleNamespace(current_stream=lambda: stream)  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "torch_npu", module)
    load("scale").launch(Tensor(0x2000), 1, 1, False, 0.5, 0.5, 1, cores=2)
    load("scale").launch(Tensor(0x2000), 1, 1, False, 0.5, 0.5, 1, cores=2, stream=0x99)
    assert [line.split()[1:4] for line in launches(tmp_path)] == [["2", "0x77", "0x2000"], ["2", "0x99", "0x2000"]]


def test_structs(load: Callable[[str], ModuleType], tmp_path: Path) -> None:
    tiled = load("tiled")
    shape = {"rows": 513}
    made = SimpleNamespace(n=-2, scale=1.0, shape=SimpleNamespace(**shape))
    own = tiled.Tiling(-2, 1.0, tiled.Shape(513))
    for value in ({"n": -2, "scale": 1.0, "shape": shape}, made, own):
        tiled.launch(16, value, cores=4)
    bytes_ = "feffffff" + "0000803f" + "0102"
    assert [line.split()[:5] for line in launches(tmp_path)] == [["tiled", "4", "(nil)", "0x10", f"0x{bytes_}0000"]] * 3


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"n": 1, "scale": 1.0}, "t has no field shape"),
        ({"n": 1, "scale": 1.0, "shape": {}}, "t.shape has no field rows"),
        ({"n": "x", "scale": 1.0, "shape": {}}, "t.n must be a number that fits int32, not 'x'"),
        ({"n": 2**31, "scale": 1.0, "shape": {"rows": 1}}, "t.n = 2147483648 does not fit int32"),
        ({"n": 1, "scale": 1.0, "shape": {"rows": 65536}}, "t.shape.rows = 65536 does not fit uint16"),
    ],
)
def test_structs_that_do_not_fit(load: Callable[[str], ModuleType], value: object, message: str) -> None:
    with pytest.raises((TypeError, ValueError), match=message):
        load("tiled").launch(16, value, cores=4)


def test_what_is_not_built_says_how(tmp_path: Path, load: Callable[[str], ModuleType], made: Path) -> None:
    scale = load("scale")
    scale.LIBRARY = tmp_path / "scale/build/libscale.so"  # type: ignore[attr-defined]
    with pytest.raises(FileNotFoundError, match="is not built: source set_env.sh of CANN, then run cmake -S"):
        scale.launch(1, 1, 1, True, 1.0, 1.0, 1, cores=1)


def test_the_loader_needs_nothing_but_python(made: Path) -> None:
    """Neither this package nor torch."""
    assert os.system(f"{sys.executable} -I -S -c 'import runpy; runpy.run_path(\"{made}/scale/scale.py\")'") == 0
