"""Reductions: how many results, of which size, how far apart."""

from __future__ import annotations

from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.operands import exact, only, run, touched
from tests.support.vectors import MASKS, STRIDES, Mask, lanes, spread, text_of

SIZES = {"half": 2, "float": 4}
DTYPES = st.sampled_from(sorted(SIZES))


def grouped(elements: list[int], group: int) -> list[int]:
    """The groups that have an element."""
    return [number for number, _ in groupby(elements, lambda element: element // group)]


def results(numbers: list[int], repeats: int, size: int, stride: int) -> set[int]:
    """The bytes of results by their number within a repeat, `stride` bytes between repeats."""
    return {
        repeat * stride + number * size + byte
        for repeat in range(repeats)
        for number in numbers
        for byte in range(size)
    }


ARGUMENTS = {
    "dtype": DTYPES,
    "mask": MASKS,
    "repeats": st.integers(0, 4),
    "dst_stride": st.integers(1, 9),
    "strides": st.tuples(STRIDES, STRIDES),
}


@given(**ARGUMENTS)
def test_block_reduce(dtype: str, mask: Mask, repeats: int, dst_stride: int, strides: tuple[int, int]) -> None:
    size = SIZES[dtype]
    ran = run(
        f"asc.block_reduce_sum(ub_{dtype}_1, ub_{dtype}_2, {repeats}, {text_of(mask)}, {dst_stride},"
        f" {strides[0]}, {strides[1]})"
    )
    only(ran)
    elements = lanes(mask, size)
    assert touched(ran, "read", "src") == spread(elements, repeats, size, *strides)
    want = results(grouped(elements, 32 // size), repeats, size, dst_stride * 8 * size)
    assert touched(ran, "write", "dst") == want
    assert exact(ran, "dst")


@given(**ARGUMENTS)
def test_pair_reduce(dtype: str, mask: Mask, repeats: int, dst_stride: int, strides: tuple[int, int]) -> None:
    size = SIZES[dtype]
    ran = run(
        f"asc.pair_reduce_sum(ub_{dtype}_1, ub_{dtype}_2, {repeats}, {text_of(mask)}, {dst_stride},"
        f" {strides[0]}, {strides[1]})"
    )
    only(ran)
    elements = lanes(mask, size)
    assert touched(ran, "read", "src") == spread(elements, repeats, size, *strides)
    assert touched(ran, "write", "dst") == results(grouped(elements, 2), repeats, size, dst_stride * 128)


@given(order=st.sampled_from(["VALUE_INDEX", "INDEX_VALUE", "ONLY_VALUE", "ONLY_INDEX"]), **ARGUMENTS)
def test_whole_reduce(
    order: str, dtype: str, mask: Mask, repeats: int, dst_stride: int, strides: tuple[int, int]
) -> None:
    size = SIZES[dtype]
    ran = run(
        f"asc.whole_reduce_max(ub_{dtype}_1, ub_{dtype}_2, {text_of(mask)}, {repeats}, {dst_stride},"
        f" {strides[0]}, {strides[1]}, asc.ReduceOrder.ORDER_{order})"
    )
    only(ran)
    elements = lanes(mask, size)
    assert touched(ran, "read", "src") == spread(elements, repeats, size, *strides)
    unit = {"ONLY_VALUE": size, "ONLY_INDEX": 4}.get(order, 2 * size)
    number = repeats if elements else 0
    assert touched(ran, "write", "dst") == results([0], number, unit, dst_stride * unit)


@given(mask=st.integers(1, 64), repeats=st.integers(0, 4), dst_stride=st.integers(1, 4), stride=STRIDES)
def test_sums_of_repeats(mask: int, repeats: int, dst_stride: int, stride: int) -> None:
    ran = run("asc.whole_reduce_sum(ub_float_1, ub_float_2, n, m, p, 1, q)")
    values = {"n": mask, "m": repeats, "p": dst_stride, "q": stride}
    assert touched(ran, "write", "dst", **values) == results([0], repeats, 4, dst_stride * 4)
    assert touched(ran, "read", "src", **values) == spread(list(range(mask)), repeats, 4, 1, stride)


@given(count=st.integers(1, 600), size=st.sampled_from([2, 4]))
def test_sum_of_a_tensor(count: int, size: int) -> None:
    ran = run("asc.reduce_sum(ub_x_1, ub_x_2, ub_x_3, n)")
    assert touched(ran, "read", "src", n=count, x=size) == set(range(count * size))
    assert touched(ran, "write", "dst", n=count, x=size) == set(range(size))


@pytest.mark.parametrize("with_index", [False, True])
@pytest.mark.parametrize(("dtype", "size"), [("half", 2), ("float", 4)])
def test_extremum_of_a_tensor(dtype: str, size: int, with_index: bool) -> None:
    for repeats in (1, 3, 100):
        count = repeats * 256 // size
        ran = run(f"asc.reduce_max(ub_{dtype}_1, ub_{dtype}_2, ub_{dtype}_3, {count}, {with_index})")
        only(ran)
        assert touched(ran, "read", "src") == set(range(count * size))
        assert touched(ran, "write", "dst") == set(range(2 * size if with_index else size))
        assert touched(ran, "write", "shared_tmp_buffer") == set(range(work_bytes(repeats, size, with_index)))
        assert not exact(ran, "shared_tmp_buffer")


def work_bytes(repeats: int, size: int, with_index: bool) -> int:
    """The documented work buffer: value and index of each repeat, then of these, until one is left."""
    per_block, per_repeat = 32 // size, 256 // size
    first = repeats * 2
    total = -(-first // per_block) * per_block
    if with_index:
        second = -(-first // per_repeat) * 2
        total += -(-second // per_block) * per_block
        if second > 2:
            total += -(-(-(-second // per_repeat) * 2) // per_block) * per_block
    return total * size


def test_extremum_by_repeats() -> None:
    ran = run("asc.reduce_min(ub_float_1, ub_float_2, ub_float_3, 40, 3, 10, False)")
    assert touched(ran, "read", "src") == spread(list(range(40)), 3, 4, 1, 10)
    assert touched(ran, "write", "dst") == set(range(4))
