"""Gathering and spreading. What run-time offsets name is any byte of the source."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.operands import blocks, exact, only, run, touched
from tests.support.vectors import MASKS, Mask, lanes, spread, text_of

SIZES = {"half": 2, "float": 4}
TENSOR = 1024
"""Elements of every tensor of these kernels."""


@given(dtype=st.sampled_from(sorted(SIZES)), mask=MASKS, repeats=st.integers(0, 4), stride=st.integers(0, 10))
def test_gather_by_repeats(dtype: str, mask: Mask, repeats: int, stride: int) -> None:
    size = SIZES[dtype]
    ran = run(f"asc.gather(ub_{dtype}_1, ub_{dtype}_2, ub_uint_3, 64, {text_of(mask)}, {repeats}, {stride})")
    only(ran)
    elements = lanes(mask, size)
    assert touched(ran, "write", "dst") == spread(elements, repeats, size, 1, stride)
    offsets = {repeat * 256 // size + element for repeat in range(repeats) for element in elements}
    assert touched(ran, "read", "src_offset") == {4 * number + byte for number in offsets for byte in range(4)}
    assert touched(ran, "read", "src") == set(range(64, TENSOR * size))
    assert not exact(ran, "src")


@given(count=st.integers(0, 500), size=st.sampled_from([2, 4]))
def test_gather_by_count(count: int, size: int) -> None:
    ran = run("asc.gather(ub_x_1, ub_x_2, ub_uint_3, 0, n)")
    assert touched(ran, "write", "dst", n=count, x=size) == set(range(count * size))
    assert touched(ran, "read", "src_offset", n=count, x=size) == set(range(count * 4))


@given(repeats=st.integers(0, 5), block=st.integers(0, 4), stride=st.integers(0, 12))
def test_gather_blocks(repeats: int, block: int, stride: int) -> None:
    ran = run(f"asc.gatherb(ub_ushort_1, ub_ushort_2, ub_uint_3, {repeats}, asc.GatherRepeatParams({block}, {stride}))")
    only(ran)
    step = (block or 1) * 32  # 0 means 1
    assert touched(ran, "write", "dst") == blocks(32, (repeats, stride * 32), (8, step))
    assert touched(ran, "read", "offset") == set(range(repeats * 8 * 4))
    assert not exact(ran, "src0")


@given(repeats=st.integers(0, 5), block=st.integers(1, 4), stride=st.integers(0, 12))
def test_brcb_spreads_eight_elements_a_repeat(repeats: int, block: int, stride: int) -> None:
    ran = run("asc.brcb(ub_half_1, ub_half_2, n, asc.BrcbRepeatParams(m, p))")
    only(ran)
    values = {"n": repeats, "m": block, "p": stride}
    assert touched(ran, "write", "dst", **values) == blocks(32, (repeats, stride * 32), (8, block * 32))
    assert touched(ran, "read", "src0", **values) == set(range(repeats * 8 * 2))


KEPT = {1: lambda e: e % 2 == 0, 2: lambda e: e % 2 == 1, 3: lambda e: e % 4 == 0, 4: lambda e: e % 4 == 1,
        5: lambda e: e % 4 == 2, 6: lambda e: e % 4 == 3, 7: lambda e: True}  # fmt: skip
"""The elements of a repeat that a built-in pattern keeps."""


@given(
    pattern=st.sampled_from(sorted(KEPT)),
    counted=st.booleans(),
    mask=st.integers(1, 128),
    repeats=st.integers(0, 4),
    strides=st.tuples(st.integers(1, 3), st.integers(0, 16)),
)
def test_gather_mask_with_a_pattern(
    pattern: int, counted: bool, mask: int, repeats: int, strides: tuple[int, int]
) -> None:
    ran = run(
        f"asc.gather_mask(ub_half_1, ub_half_2, {pattern}, {counted}, {mask},"
        f" asc.GatherMaskParams({strides[0]}, {repeats}, {strides[1]}, 0))"
    )
    assert only(ran).scalar_result
    used = mask if counted else 128
    assert touched(ran, "read", "src0") == spread(list(range(used)), repeats, 2, *strides)
    kept = sum(map(KEPT[pattern], range(used))) * repeats
    assert touched(ran, "write", "dst") == set(range(kept * 2))
    assert exact(ran, "dst")


@given(mask=st.integers(1, 64), repeats=st.integers(1, 4), step=st.integers(0, 3))
def test_gather_mask_with_bits(mask: int, repeats: int, step: int) -> None:
    ran = run("asc.gather_mask(ub_float_1, ub_float_2, ub_uint_3, True, n, asc.GatherMaskParams(1, m, 8, p))")
    only(ran)
    values = {"n": mask, "m": repeats, "p": step}
    assert touched(ran, "read", "src1_pattern", **values) == blocks(-(-mask // 8), (repeats, step * 32))
    assert touched(ran, "write", "dst", **values) == set(range(repeats * mask * 4)) and not exact(ran, "dst")


# -------------------------------------------------------------------------------------------------------------- sorting


@given(repeats=st.integers(0, 5), dtype=st.sampled_from(sorted(SIZES)))
def test_sort32(repeats: int, dtype: str) -> None:
    ran = run(f"asc.sort32(ub_{dtype}_1, ub_{dtype}_2, ub_uint_3, n)")
    only(ran)
    assert touched(ran, "read", "src0", n=repeats) == set(range(repeats * 32 * SIZES[dtype]))
    assert touched(ran, "read", "src1", n=repeats) == set(range(repeats * 32 * 4))
    assert touched(ran, "write", "dst", n=repeats) == set(range(repeats * 32 * 8))


QUEUES = "asc.MrgSortSrcList(asc.float32, ub_float_2, ub_float_3, ub_float_4, ub_float_5)"


@given(lengths=st.lists(st.integers(0, 100), min_size=4, max_size=4), bits=st.sampled_from([3, 7, 15]))
def test_merging_queues(lengths: list[int], bits: int) -> None:
    ran = run(f"asc.mrg_sort(ub_float_1, {QUEUES}, asc.MrgSort4Info({lengths}, False, {bits}, 1))")
    only(ran)
    merged = lengths[: bits.bit_length()]
    for number, length in enumerate(lengths, 1):
        want = set(range(length * 8)) if number <= len(merged) else set()
        assert touched(ran, "read", f"sort_list.src{number}") == want
    assert touched(ran, "write", "dst") == set(range(sum(merged) * 8))


def test_repeated_merges_of_four_equal_queues() -> None:
    ran = run(f"asc.mrg_sort(ub_float_1, {QUEUES}, asc.MrgSort4Info([8, 8, 8, 8], False, 15, 3))")
    assert touched(ran, "read", "sort_list.src2") == blocks(64, (3, 4 * 64))
    assert touched(ran, "write", "dst") == set(range(3 * 4 * 64))


@pytest.mark.parametrize(
    "info", ["[8, 8, 8, 16], False, 15, 2", "[8, 8, 8, 8], False, 3, 2", "[8, 8, 8, 8], False, 5, 1"]
)
def test_merges_that_hardware_does_not_define(info: str) -> None:
    assert run(f"asc.mrg_sort(ub_float_1, {QUEUES}, asc.MrgSort4Info({info}))").instructions[-1].unsized


# -------------------------------------------------------------------------------------------------------------- layout


def test_transpose_of_a_square() -> None:
    ran = run("asc.transpose(ub_ushort_1, ub_ushort_2)")
    assert touched(ran, "read", "src") == touched(ran, "write", "dst") == set(range(512))


TENSORS = [", ".join(f"ub_{{dtype}}_{first + number}" for number in range(16)) for first in (1, 20)]


@given(
    dtype=st.sampled_from(["half", "float", "byte"]),
    repeats=st.integers(0, 4),
    strides=st.tuples(st.integers(0, 20), st.integers(0, 20)),
    halves=st.tuples(st.booleans(), st.booleans()),
)
def test_trans_data_to_5hd(dtype: str, repeats: int, strides: tuple[int, int], halves: tuple[bool, bool]) -> None:
    dst, src = (names.format(dtype=dtype) for names in TENSORS)
    ran = run(
        f"asc.trans_data_to_5hd([{dst}], [{src}],"
        f" asc.TransDataTo5HDParams({halves[0]}, {halves[1]}, {repeats}, {strides[0]}, {strides[1]}))"
    )
    only(ran)
    length = 16 if dtype == "byte" else 32
    start = (strides[0] * 32 if repeats == 1 else 0) + (16 if halves[0] and dtype == "byte" else 0)
    for number in (0, 15):
        want = blocks(length, (repeats, strides[0] * 32), start=start)
        assert touched(ran, "write", f"dst_list[{number}]") == want
    start = (strides[1] * 32 if repeats == 1 else 0) + (16 if halves[1] and dtype == "byte" else 0)
    assert touched(ran, "read", "src_list[7]") == blocks(length, (repeats, strides[1] * 32), start=start)
