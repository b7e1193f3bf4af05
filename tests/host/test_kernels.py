"""Emitted kernels compute what NumPy computes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from pyasc_lint import host

CLEAN = Path(__file__).parents[1] / "fixtures/acceptance/clean"
KERNELS = Path(__file__).with_name("kernels")
Array = npt.NDArray[Any]


def normal(*shape: int, dtype: type = np.float32, seed: int = 0) -> Array:
    return np.random.default_rng(seed).standard_normal(shape).astype(dtype)


def outputs(file: Path, kernel: str, *arguments: Any, cores: int = 1, allow_errors: bool = False) -> dict[str, Array]:
    """What a kernel writes; it must have nothing wrong with it."""
    result = host.run(str(file), kernel, *arguments, cores=cores, allow_errors=allow_errors)
    assert [str(finding) for finding in result.findings] == []
    return result.outputs


# ----------------------------------------------------------------------------------------------------- clean kernels


def test_vadd_on_eight_cores() -> None:
    x, y = normal(8 * 4096), normal(8 * 4096, seed=1)
    z = outputs(CLEAN / "vadd_alloc.py", "vadd", x, y, np.zeros_like(x), 4096, cores=8)["z"]
    assert np.array_equal(z, x + y)


@pytest.mark.parametrize("tiles", [0, 1, 2, 5])
def test_vadd_pingpong(tiles: int) -> None:
    x, y = normal(2 * 5 * 4096), normal(2 * 5 * 4096, seed=1)
    made = outputs(CLEAN / "vadd_pingpong.py", "vadd_pingpong", x, y, np.zeros_like(x), tiles, cores=2)
    used = 2 * tiles * 4096
    expected = np.concatenate([(x + y)[:used], np.zeros(x.size - used, np.float32)])
    assert ("z" in made) == (tiles > 0)
    assert np.array_equal(made.get("z", np.zeros_like(x)), expected)


def test_softmax() -> None:
    x = normal(4, 1024)
    y = outputs(CLEAN / "softmax_row.py", "softmax_row", x, np.zeros_like(x), 4, 1024)["y"]
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    assert np.allclose(y, powers / powers.sum(axis=1, keepdims=True), rtol=1e-5)


@pytest.mark.parametrize("with_relu", [False, True])
def test_cast_and_scale(with_relu: bool) -> None:
    x = normal(3 * 2048, dtype=np.float16)
    y = outputs(CLEAN / "cast_and_scale.py", "cast_and_scale", x, np.zeros_like(x), x.size, 1.7, with_relu)["y"]
    scaled = x.astype(np.float32) * np.float32(1.7)
    assert np.array_equal(y, (np.maximum(scaled, 0) if with_relu else scaled).astype(np.float16))


def test_leaky_relu_with_helpers() -> None:
    x = normal(3 * 1024, dtype=np.float16)
    y = outputs(CLEAN / "helper_functions.py", "leaky_relu_kernel", x, np.zeros_like(x), 3, 0.1)["y"]
    assert np.array_equal(y, np.where(x > 0, x, x * np.float16(0.1)))


def test_buffer_reuse() -> None:
    x = normal(8192)
    made = outputs(CLEAN / "buffer_reuse.py", "square_then_negate", x, np.zeros_like(x), np.zeros_like(x))
    assert np.array_equal(made["y"], x * x) and np.array_equal(made["z"], -(x * x))


def test_a_wait_that_is_issued_before_its_set() -> None:
    x = normal(1024)
    y = outputs(CLEAN / "wait_issued_before_set.py", "wait_issued_before_set", x, np.zeros_like(x))["y"]
    assert np.array_equal(y, x * 2)


def test_a_full_memory() -> None:
    x = normal(2, 11760)
    y = outputs(CLEAN / "full_ub.py", "full_ub", x, np.zeros_like(x))["y"]
    assert np.array_equal(y, [np.maximum(*x), np.minimum(*x)])


def test_a_length_of_the_run() -> None:
    x = normal(640)
    y = outputs(CLEAN / "dynamic_guarded.py", "scale_dynamic", x, np.zeros_like(x), 64, 10)["y"]
    assert np.array_equal(y, x / 2)


def test_two_kernels_of_one_file() -> None:
    x = normal(16384)
    for kernel, expected in (("negate", -x), ("square", x * x)):
        assert np.array_equal(outputs(CLEAN / "two_kernels.py", kernel, x, np.zeros_like(x))["y"], expected)


def test_matmul() -> None:
    a, b = normal(128, 128, dtype=np.float16), normal(128, 128, dtype=np.float16, seed=1)
    c = outputs(CLEAN / "matmul_cube.py", "matmul_cube", a, b, np.zeros((128, 128), np.float32))["c"]
    assert np.allclose(c, a.astype(np.float32) @ b.astype(np.float32), rtol=1e-4, atol=1e-4)


# ------------------------------------------------------------------------------------------------------------- vectors


@pytest.mark.parametrize(("length", "cores"), [(1, 1), (255, 1), (1000, 3), (2049, 4), (5, 8)])
def test_lengths_that_are_no_multiple_of_anything(length: int, cores: int) -> None:
    x, y = normal(length), normal(length, seed=1)
    made = outputs(KERNELS / "vectors.py", "vadd_any_length", x, y, np.zeros_like(x), length, cores=cores)
    assert np.array_equal(made["z"], x + y)


def test_select_by_a_comparison_with_a_number() -> None:
    """The linter calls select wrong in static-Tensor kernels of this chip; what it computes is known all the same."""
    x = normal(256)
    y = outputs(KERNELS / "vectors.py", "relu_by_select", x, np.ones_like(x), 0.25, allow_errors=True)["y"]
    assert np.array_equal(y, np.where(x > 0.25, x, 0))


def test_select_by_a_comparison_of_tensors() -> None:
    x, y = normal(256, dtype=np.float16), normal(256, dtype=np.float16, seed=1)
    z = outputs(KERNELS / "vectors.py", "largest_of_two", x, y, np.zeros_like(x), allow_errors=True)["z"]
    assert np.array_equal(z, np.maximum(x, y))


def test_reductions() -> None:
    x = normal(4, 64)
    rows = outputs(KERNELS / "vectors.py", "reductions", x, np.zeros((8, 64), np.float32))["y"]
    assert np.allclose(rows[0, :4], x.sum(axis=1), rtol=1e-5, atol=1e-5)
    assert np.array_equal(rows[1, :8:2], x.max(axis=1))
    assert np.array_equal(rows[1, 1:8:2].view(np.uint32), x.argmax(axis=1))
    assert np.array_equal(rows[2, :4], x.min(axis=1))
    blocks = x.reshape(4 * 8, 8)
    assert np.array_equal(rows[3, :32], blocks.max(axis=1))
    assert np.allclose(rows[4, :32], blocks.sum(axis=1), rtol=1e-5, atol=1e-5)
    assert np.allclose(rows[5:7].reshape(-1), x.reshape(-1, 2).sum(axis=1), rtol=1e-5, atol=1e-5)
    assert np.allclose(rows[7, :4], x[:, :40].sum(axis=1), rtol=1e-5, atol=1e-5)


def test_gather() -> None:
    x = normal(256)
    where = np.random.default_rng(2).permutation(256).astype(np.uint32)
    made = outputs(KERNELS / "vectors.py", "gathered", x, where * 4, np.zeros_like(x), np.zeros(64, np.float32))
    assert np.array_equal(made["y"], x[where])
    assert np.array_equal(made["picked"], x[1::4] + np.float32(64))


def test_transpose() -> None:
    x = normal(16, 16, dtype=np.float16)
    assert np.array_equal(outputs(KERNELS / "vectors.py", "transposed", x, np.zeros_like(x))["y"], x.T)


def test_sort() -> None:
    x = normal(128)
    pairs = outputs(
        KERNELS / "vectors.py", "sorted_pairs", x, np.arange(128, dtype=np.uint32), np.zeros((128, 2), np.float32)
    )["y"]
    order = np.argsort(-x, kind="stable")
    assert np.array_equal(pairs[:, 0], x[order]) and np.array_equal(pairs[:, 1].view(np.uint32), order)


# ---------------------------------------------------------------------------------------------------------------- cube


def test_tiled_matmul_on_three_cores() -> None:
    rows, columns, depth = 3 * 64, 128, 192
    a, b = normal(rows, depth, dtype=np.float16), normal(depth, columns, dtype=np.float16, seed=1)
    c = np.zeros((rows, columns), np.float32)
    made = outputs(KERNELS / "cube.py", "matmul_tiled", a, b, c, columns, depth, 64, cores=3)
    assert np.allclose(made["c"], a.astype(np.float32) @ b.astype(np.float32), rtol=1e-4, atol=1e-4)


def test_a_convolution() -> None:
    image, weights = normal(6, 7, 16, dtype=np.float16), normal(3, 3, 16, 16, dtype=np.float16, seed=1)
    out = outputs(KERNELS / "cube.py", "convolution", image, weights, np.zeros((6, 7, 16), np.float32))["out"]
    padded = np.pad(image.astype(np.float32), ((1, 1), (1, 1), (0, 0)))
    windows = np.lib.stride_tricks.sliding_window_view(padded, (3, 3), axis=(0, 1))  # type: ignore[call-overload]
    expected = np.einsum("yxcij,ijco->yxo", windows, weights.astype(np.float32))
    assert np.allclose(out, expected, rtol=1e-4, atol=1e-4)


def test_results_as_halves() -> None:
    a, b = normal(16, 16, dtype=np.float16), normal(16, 16, dtype=np.float16, seed=1)
    c = outputs(KERNELS / "cube.py", "small_product", a, b, np.ones((16, 16), np.float16))["c"]
    expected = np.maximum(a.astype(np.float32) @ b.astype(np.float32), 0)
    assert np.allclose(c, expected, rtol=1e-3, atol=1e-3)


def test_products_of_bytes() -> None:
    random = np.random.default_rng(4)
    a, b = (random.integers(-128, 128, (16, 64)).astype(np.int8) for _ in range(2))
    c = outputs(KERNELS / "cube.py", "product_of_bytes", a, b, np.zeros((16, 16), np.int32))["c"]
    assert np.array_equal(c, a.astype(np.int32) @ b.astype(np.int32).T)


# ------------------------------------------------------------------------------------ what other compilers get wrong


@pytest.mark.parametrize("n", [0, 1, 10, 101])
def test_a_while_condition_is_tested_every_turn(n: int) -> None:
    (turns,) = set(outputs(KERNELS / "traps.py", "while_condition", np.zeros(8, np.float32), n)["y"])
    assert turns == np.ceil(np.sqrt(n))


def test_what_a_loop_carries() -> None:
    y = outputs(KERNELS / "traps.py", "carried", np.zeros(16, np.float32), 5)["y"]
    p, q, before, total = 1.0, 2.0, 0, 1
    for _ in range(5):
        before, total = total, before + total
        p, q = q, p
        p += total
    assert (y[0], y[8]) == (p, q)


@pytest.mark.parametrize(("n", "m"), [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 3)])
def test_division(n: int, m: int) -> None:
    y = outputs(KERNELS / "traps.py", "division", np.zeros((4, 8), np.float32), n, m)["y"]
    assert y[:, 0].tolist() == [n / m, n // m, n % m, -(-n // m)]


@pytest.mark.parametrize("n", [0, 1, 6, 7])
def test_a_loop_variable_that_the_body_sets(n: int) -> None:
    (total,) = set(outputs(KERNELS / "traps.py", "loop_variable", np.zeros(8, np.float32), n)["y"])
    assert total == sum(i * 10 for i in range(n, 0, -2))
