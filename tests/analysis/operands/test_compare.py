"""Comparisons and selections: masks have one bit for each element, without gaps between repeats."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.operands import exact, only, run, touched
from tests.support.vectors import MASKS, STRIDES, Mask, lanes, spread, text_of

SIZES = {"half": 2, "float": 4}
DTYPES = st.sampled_from(sorted(SIZES))


def bits(elements: int) -> set[int]:
    """The bytes of so many bits."""
    return {element // 8 for element in range(elements)}


@given(dtype=DTYPES, repeats=st.integers(0, 5), mask=MASKS, strides=st.tuples(*[STRIDES] * 6))
def test_compare_writes_a_bit_for_every_element_of_a_repeat(
    dtype: str, repeats: int, mask: Mask, strides: tuple[int, ...]
) -> None:
    params = ", ".join(map(str, strides))
    ran = run(
        f"asc.compare(ub_ubyte_1, ub_{dtype}_2, ub_{dtype}_3, asc.CMPMODE.LT, {text_of(mask)}, {repeats},"
        f" asc.BinaryRepeatParams({params}))"
    )
    only(ran)
    size = SIZES[dtype]
    whole = 256 // size  # this architecture ignores the mask
    assert touched(ran, "write", "dst") == bits(whole * repeats)
    for position, operand in enumerate(("src0", "src1"), 1):
        want = spread(list(range(whole)), repeats, size, strides[position], strides[position + 3])
        assert touched(ran, "read", operand) == want
        assert exact(ran, operand)


@given(size=st.sampled_from([2, 4]), count=st.integers(0, 1000))
def test_compare_by_count_works_on_whole_repeats(size: int, count: int) -> None:
    ran = run("asc.compare(ub_ubyte_1, ub_x_2, ub_x_3, asc.CMPMODE.LT, n)")
    elements = count * size // 256 * 256 // size
    assert touched(ran, "write", "dst", n=count, x=size) == bits(elements)
    assert touched(ran, "read", "src0", n=count, x=size) == set(range(elements * size))
    assert exact(ran, "dst")


@pytest.mark.parametrize(("count", "used"), [(64, 64), (100, 64), (63, 0), (191, 128)])
def test_compare_drops_what_fills_no_repeat(count: int, used: int) -> None:
    ran = run(f"asc.compare_scalar(ub_ubyte_1, ub_float_2, 1.0, asc.CMPMODE.GE, {count})")
    assert touched(ran, "write", "dst") == bits(used)
    assert touched(ran, "read", "src0") == set(range(used * 4))
    assert exact(ran, "dst")


@given(mask=MASKS, strides=st.tuples(*[STRIDES] * 6))
def test_compare_into_the_register_reads_one_repeat(mask: Mask, strides: tuple[int, ...]) -> None:
    params = ", ".join(map(str, strides))
    ran = run(f"asc.compare(ub_half_1, ub_half_2, asc.CMPMODE.LT, {text_of(mask)}, asc.BinaryRepeatParams({params}))")
    assert {access.kind for access in only(ran).accesses} <= {"read"}
    assert touched(ran, "read", "src1") == spread(lanes(mask, 2), 1, 2, strides[2], strides[5])


@given(dtype=DTYPES, repeats=st.integers(0, 5), mask=MASKS, strides=st.tuples(*[STRIDES] * 6))
def test_select_with_mask(dtype: str, repeats: int, mask: Mask, strides: tuple[int, ...]) -> None:
    params = ", ".join(map(str, strides))
    ran = run(
        f"asc.select(ub_{dtype}_1, ub_ubyte_2, ub_{dtype}_3, ub_{dtype}_4, asc.SelMode.VSEL_TENSOR_TENSOR_MODE,"
        f" {text_of(mask)}, {repeats}, asc.BinaryRepeatParams({params}))"
    )
    only(ran)
    size = SIZES[dtype]
    assert touched(ran, "read", "sel_mask") == bits(256 // size * repeats)
    for position, (kind, operand) in enumerate((("write", "dst"), ("read", "src0"), ("read", "src1"))):
        want = spread(lanes(mask, size), repeats, size, strides[position], strides[position + 3])
        assert touched(ran, kind, operand) == want


@given(count=st.integers(0, 300), size=st.sampled_from([2, 4]))
def test_select_by_count(count: int, size: int) -> None:
    ran = run("asc.select(ub_x_1, ub_ubyte_2, ub_x_3, ub_x_4, asc.SelMode.VSEL_TENSOR_TENSOR_MODE, n)")
    assert touched(ran, "read", "sel_mask", n=count, x=size) == bits(count)
    assert touched(ran, "write", "dst", n=count, x=size) == set(range(count * size))
    scalar = run("asc.select(ub_x_1, ub_ubyte_2, ub_x_3, 1.0, asc.SelMode.VSEL_TENSOR_SCALAR_MODE, n)")
    assert touched(scalar, "read", "src0", n=count, x=size) == set(range(count * size))
    assert {access.param for access in only(scalar).accesses} == {"dst", "sel_mask", "src0"}


def test_one_mask_serves_all_repeats_of_a_selection_by_register() -> None:
    ran = run(
        "asc.select(ub_half_1, ub_ubyte_2, ub_half_3, ub_half_4, asc.SelMode.VSEL_CMPMASK_SPR, 128, 4,"
        " asc.BinaryRepeatParams())"
    )
    assert touched(ran, "read", "sel_mask") == set(range(16))


def test_the_mask_register_is_read_and_written_by_tensors() -> None:
    assert touched(run("asc.set_cmp_mask(ub_half_1)"), "read", "src") == set(range(16))
    ran = run("asc.get_cmp_mask(ub_half_1)")
    assert touched(ran, "write", "dst") == set(range(128)) and not exact(ran, "dst")
