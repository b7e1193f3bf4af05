"""Numbers as the model computes them: half by IEEE, conversions by every rounding mode, saturation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pyasc_lint import host

Array = npt.NDArray[Any]
COUNT = 2048
"""Elements of every array here."""

MODES = ("NONE", "RINT", "FLOOR", "CEIL", "ROUND", "TRUNC")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("numbers")


def applied(folder: Path, call: str, source: Array, dtype: str) -> Array:
    """What one vector instruction makes of an array; `call` names dst and src."""
    kind = str(source.dtype)
    text = f"""
import asc

@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, {COUNT})
    y_gm.set_global_buffer(y, {COUNT})
    src = asc.LocalTensor(asc.{kind}, asc.TPosition.VECIN, 0, {COUNT})
    dst = asc.LocalTensor(asc.{dtype}, asc.TPosition.VECOUT, 65536, {COUNT})
    asc.data_copy(src, x_gm, {COUNT})
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    {call}
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, dst, {COUNT})
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    path = folder / "kernel.py"
    path.write_text(text, encoding="utf-8")
    result = host.run(str(path), "kernel", source, np.zeros(COUNT, dtype), allow_errors=True)
    assert result.findings == []
    return result.outputs["y"]


def converted(folder: Path, source: Array, dtype: str, mode: str) -> Array:
    return applied(folder, f"asc.cast(dst, src, asc.RoundMode.CAST_{mode}, {COUNT})", source, dtype)


def floats() -> Array:
    """Numbers of all sizes, halves of whole numbers, ties and edges of half, and what is no number."""
    random = np.random.default_rng(3)
    edges = [0.0, -0.0, 65504.0, 65519.0, 65520.0, -65536.0, 2.0**-24, 2.0**-25, 3 * 2.0**-26, 6.1e-5, 1e30, np.inf]
    ties = [1 + k * 2.0**-11 for k in range(16)] + [k + 0.5 for k in range(-20, 20)] + [2.0**-14 - 2.0**-26]
    sizes = random.standard_normal(COUNT - len(edges) - len(ties)) * 10.0 ** random.integers(-9, 6, COUNT - 69)
    return np.array([*edges, *ties, *sizes], np.float32)


def rounded(values: Array, mode: str) -> Array:
    """Whole numbers near values."""
    wide = values.astype(np.float64)
    away = np.trunc(wide + np.copysign(0.5, wide))
    ways = {"FLOOR": np.floor(wide), "CEIL": np.ceil(wide), "TRUNC": np.trunc(wide), "ROUND": away}
    return np.asarray(ways.get(mode, np.rint(wide)))


def test_rounding_to_half(folder: Path) -> None:
    source = floats()
    with np.errstate(over="ignore"):
        expected = source.astype(np.float16)
    assert np.array_equal(converted(folder, source, "float16", "RINT").view(np.uint16), expected.view(np.uint16))
    assert np.array_equal(converted(folder, expected, "float32", "NONE"), expected.astype(np.float32))


@pytest.mark.parametrize("mode", ["FLOOR", "CEIL", "TRUNC", "ROUND", "ODD"])
def test_rounding_to_half_in_a_direction(folder: Path, mode: str) -> None:
    source = floats()[12:]
    source = np.resize(source[np.abs(source) < 60000], COUNT)
    got = converted(folder, source, "float16", mode)
    exponent = np.floor(np.log2(np.maximum(np.abs(source.astype(np.float64)), 2.0**-40)))
    unit = np.maximum(2.0 ** (exponent - 10), 2.0**-24)
    parts = source.astype(np.float64) / unit
    wanted = rounded(parts, mode)
    if mode == "ODD":
        below = np.floor(parts)
        wanted = np.where((below == parts) | (below % 2 != 0), below, below + 1)
    assert np.array_equal(got, (wanted * unit).astype(np.float16))


@pytest.mark.parametrize("mode", ["RINT", "FLOOR", "CEIL", "ROUND", "TRUNC"])
@pytest.mark.parametrize("dtype", ["int32", "int16", "int64"])
def test_floats_to_whole_numbers(folder: Path, dtype: str, mode: str) -> None:
    limits = np.iinfo(dtype)
    got = converted(folder, floats(), dtype, mode)
    wanted = rounded(floats(), mode)
    assert np.array_equal(got, [int(min(max(value, limits.min), limits.max)) for value in wanted])


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
def test_halves_to_bytes(folder: Path, dtype: str, mode: str) -> None:
    source = (np.arange(COUNT) / 4 - 256).astype(np.float16)
    limits = np.iinfo(dtype)
    got = converted(folder, source, dtype, mode)
    assert np.array_equal(got, np.clip(rounded(source, mode), limits.min, limits.max).astype(dtype))


def test_whole_numbers_to_whole_numbers(folder: Path) -> None:
    source = np.random.default_rng(1).integers(-(2**31), 2**31, COUNT).astype(np.int32)
    assert np.array_equal(converted(folder, source, "int64", "NONE"), source)
    assert np.array_equal(converted(folder, source, "int16", "NONE"), np.clip(source, -(2**15), 2**15 - 1))


def test_what_is_no_number(folder: Path) -> None:
    source = np.full(COUNT, np.nan, np.float32)
    assert (converted(folder, source, "int32", "RINT") == 0).all()
    assert np.isnan(converted(folder, source, "float16", "RINT")).all()


@pytest.mark.parametrize("name", ["adds", "muls"])
def test_halves_are_computed_as_numpy_does(folder: Path, name: str) -> None:
    with np.errstate(over="ignore"):
        source = floats().astype(np.float16)
        number = np.float16(1.7)
        expected = source + number if name == "adds" else source * number
    got = applied(folder, f"asc.{name}(dst, src, 1.7, {COUNT})", source, "float16")
    assert np.array_equal(got.view(np.uint16), expected.view(np.uint16))


@pytest.mark.parametrize("name", ["exp", "ln", "sqrt", "rsqrt", "reciprocal", "abs"])
def test_functions(folder: Path, name: str) -> None:
    source = (np.abs(np.random.default_rng(5).standard_normal(COUNT)) + 0.01).astype(np.float32)
    ways = {"exp": np.exp(source), "ln": np.log(source), "sqrt": np.sqrt(source), "abs": source}
    expected = ways.get(name, 1 / np.sqrt(source) if name == "rsqrt" else 1 / source)
    assert np.allclose(applied(folder, f"asc.{name}(dst, src, {COUNT})", source, "float32"), expected, rtol=1e-6)


@pytest.mark.parametrize(("dtype", "number"), [("int16", 3), ("uint16", 3), ("int32", 5), ("uint32", 20)])
def test_shifts(folder: Path, dtype: str, number: int) -> None:
    limits = np.iinfo(dtype)
    source = np.random.default_rng(7).integers(limits.min, limits.max, COUNT).astype(dtype)
    assert np.array_equal(
        applied(folder, f"asc.shift_right(dst, src, {number}, {COUNT})", source, dtype), source >> number
    )
    assert np.array_equal(
        applied(folder, f"asc.shift_left(dst, src, {number}, {COUNT})", source, dtype), source << number
    )
