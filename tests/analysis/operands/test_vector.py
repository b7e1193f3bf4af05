"""Elementwise vector instructions against an enumeration of the documented formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.operands import exact, only, run, touched
from tests.support.vectors import MASKS, STRIDES, Mask, lanes, place, spread, text_of

SIZES = {"half": 2, "float": 4, "int": 4, "short": 2, "byte": 1, "ubyte": 1, "uint": 4}


def counted(count: int, widest: int, size: int, block_stride: int, repeat_stride: int) -> set[int]:
    """The bytes of the first elements of as many repeats as it takes."""
    limit = 256 // widest
    return {
        byte
        for element in range(count)
        for byte in place(element % limit, size, block_stride, element // limit, repeat_stride)
    }


# ------------------------------------------------------------------------------------------------------ constant masks


@given(
    dtype=st.sampled_from(["half", "float", "short", "int"]),
    mask=MASKS,
    repeats=st.integers(0, 4),
    strides=st.tuples(*[STRIDES] * 6),
)
def test_binary_with_mask(dtype: str, mask: Mask, repeats: int, strides: tuple[int, ...]) -> None:
    params = ", ".join(map(str, strides))
    tensors = f"ub_{dtype}_1, ub_{dtype}_2, ub_{dtype}_3"
    ran = run(f"asc.add({tensors}, {text_of(mask)}, {repeats}, asc.BinaryRepeatParams({params}))")
    assert only(ran).pipe == "V"
    elements, size = lanes(mask, SIZES[dtype]), SIZES[dtype]
    for position, (kind, operand) in enumerate((("write", "dst"), ("read", "src0"), ("read", "src1"))):
        want = spread(elements, repeats, size, strides[position], strides[position + 3])
        assert touched(ran, kind, operand) == want
        assert exact(ran, operand)
    assert not touched(ran, "read", "dst") and not touched(ran, "write", "src0")


@given(
    dtypes=st.sampled_from(
        [("float", "half"), ("half", "float"), ("half", "byte"), ("int", "float"), ("ubyte", "half"), ("half", "int")]
    ),
    mask=MASKS,
    repeats=st.integers(0, 4),
    strides=st.tuples(*[STRIDES] * 4),
)
def test_cast_between_sizes(
    dtypes: tuple[str, str], mask: Mask, repeats: int, strides: tuple[int, int, int, int]
) -> None:
    dst, src = dtypes
    params = ", ".join(map(str, strides))
    ran = run(
        f"asc.cast(ub_{dst}_1, ub_{src}_2, asc.RoundMode.CAST_NONE, {text_of(mask)}, {repeats},"
        f" asc.UnaryRepeatParams({params}))"
    )
    only(ran)
    elements = lanes(mask, max(SIZES[dst], SIZES[src]))
    assert touched(ran, "write", "dst") == spread(elements, repeats, SIZES[dst], strides[0], strides[2])
    assert touched(ran, "read", "src") == spread(elements, repeats, SIZES[src], strides[1], strides[3])
    assert exact(ran, "dst") and exact(ran, "src")


# -------------------------------------------------------------------------------------------------- run-time arguments


@given(
    mask=st.integers(0, 140), repeats=st.integers(0, 5), strides=st.tuples(*[STRIDES] * 4), size=st.sampled_from([2, 4])
)
def test_run_time_mask_strides_and_dtype(
    mask: int, repeats: int, strides: tuple[int, int, int, int], size: int
) -> None:
    ran = run("asc.exp(ub_x_1, ub_x_2, n, m, asc.UnaryRepeatParams(p, q, r, s))")
    only(ran)
    p, q, r, s = strides
    elements = lanes(mask, size)
    values = {"n": mask, "m": repeats, "p": p, "q": q, "r": r, "s": s, "x": size}
    assert touched(ran, "write", "dst", **values) == spread(elements, repeats, size, p, r)
    assert touched(ran, "read", "src", **values) == spread(elements, repeats, size, q, s)
    assert exact(ran, "dst")


@given(
    mask=st.integers(0, 80),
    repeats=st.integers(0, 5),
    strides=st.tuples(*[STRIDES] * 4),
    sizes=st.tuples(*[st.sampled_from([1, 2, 4])] * 2),
)
def test_run_time_cast_between_unknown_dtypes(
    mask: int, repeats: int, strides: tuple[int, int, int, int], sizes: tuple[int, int]
) -> None:
    ran = run("asc.cast(ub_x_1, ub_y_2, asc.RoundMode.CAST_NONE, n, m, asc.UnaryRepeatParams(p, q, r, s))")
    only(ran)
    p, q, r, s = strides
    elements = lanes(mask, max(sizes))
    values = {"n": mask, "m": repeats, "p": p, "q": q, "r": r, "s": s, "x": sizes[0], "y": sizes[1]}
    assert touched(ran, "write", "dst", **values) == spread(elements, repeats, sizes[0], p, r)
    assert touched(ran, "read", "src", **values) == spread(elements, repeats, sizes[1], q, s)


@pytest.mark.parametrize(
    ("call", "operands"),
    [
        ("asc.add(ub_x_1, ub_x_2, ub_x_3, n)", {"dst": "write", "src0": "read", "src1": "read"}),
        ("asc.relu(ub_x_1, ub_x_2, n)", {"dst": "write", "src": "read"}),
        ("asc.muls(ub_x_1, ub_x_2, 2, n)", {"dst": "write", "src": "read"}),
        ("asc.duplicate(ub_x_1, 0, n)", {"dst": "write"}),
        ("asc.mul_add_dst(ub_x_1, ub_x_2, ub_x_3, n)", {"dst": "read-write", "src0": "read", "src1": "read"}),
        ("asc.axpy(ub_x_1, ub_x_2, 2.0, n)", {"dst": "read-write", "src": "read"}),
    ],
)
def test_count_forms_touch_so_many_elements(call: str, operands: dict[str, str]) -> None:
    ran = run(call)
    assert {access.param: access.kind for access in only(ran).accesses} == operands
    for count in (0, 1, 7, 300):
        for operand, kind in operands.items():
            assert touched(ran, kind.partition("-")[0], operand, n=count, x=4) == set(range(count * 4))
            assert exact(ran, operand)


def test_count_form_of_a_cast_counts_elements_of_both_sizes() -> None:
    ran = run("asc.cast(ub_float_1, ub_half_2, asc.RoundMode.CAST_NONE, n)")
    assert touched(ran, "write", "dst", n=33) == set(range(132))
    assert touched(ran, "read", "src", n=33) == set(range(66))


@given(mask=MASKS, repeats=st.integers(0, 4), strides=st.tuples(STRIDES, STRIDES))
def test_duplicate_has_strides_of_its_own(mask: Mask, repeats: int, strides: tuple[int, int]) -> None:
    ran = run(f"asc.duplicate(ub_half_1, 1.0, {text_of(mask)}, {repeats}, {strides[0]}, {strides[1]})")
    only(ran)
    assert touched(ran, "write", "dst") == spread(lanes(mask, 2), repeats, 2, *strides)


@given(mask=MASKS, repeats=st.integers(0, 4), strides=st.tuples(*[STRIDES] * 4))
def test_copy(mask: Mask, repeats: int, strides: tuple[int, int, int, int]) -> None:
    params = ", ".join(map(str, strides))
    ran = run(f"asc.copy(ub_half_1, ub_half_2, {text_of(mask)}, {repeats}, asc.CopyRepeatParams({params}))")
    only(ran)
    assert touched(ran, "write", "dst") == spread(lanes(mask, 2), repeats, 2, strides[0], strides[2])
    assert touched(ran, "read", "src") == spread(lanes(mask, 2), repeats, 2, strides[1], strides[3])


def test_default_strides_are_the_ones_of_the_struct() -> None:
    ran = run("asc.add(ub_half_1, ub_half_2, ub_half_3, 128, 3, asc.BinaryRepeatParams())")
    for kind, operand in (("write", "dst"), ("read", "src0"), ("read", "src1")):
        assert touched(ran, kind, operand) == set(range(3 * 256))
    assert len(only(ran).accesses) == 3, "repeats without gaps are one run of bytes"


# ---------------------------------------------------------------------------------------------- masks in the register


@given(count=st.integers(0, 400), strides=st.tuples(*[STRIDES] * 4), size=st.sampled_from([2, 4]))
def test_counter_mode_counts_the_elements_of_all_repeats(
    count: int, strides: tuple[int, int, int, int], size: int
) -> None:
    ran = run(
        """
        asc.set_mask_count()
        asc.set_vector_mask(0, n, dtype=asc.float16, mode=asc.MaskMode.COUNTER)
        asc.exp(ub_x_1, ub_x_2, m, 1, asc.UnaryRepeatParams(p, q, r, s), is_set_mask=False)
        """
    )
    only(ran)
    p, q, r, s = strides
    values = {"n": count, "p": p, "q": q, "r": r, "s": s, "x": size, "m": 3}
    assert touched(ran, "write", "dst", **values) == counted(count, size, size, p, r)
    assert touched(ran, "read", "src", **values) == counted(count, size, size, q, s)
    assert exact(ran, "dst")


def test_normal_mode_takes_the_mask_of_the_register_where_told() -> None:
    ran = run(
        """
        asc.set_vector_mask(0, 0xF0F0, dtype=asc.float16, mode=asc.MaskMode.NORMAL)
        asc.exp(ub_half_1, ub_half_2, 100, 2, asc.UnaryRepeatParams(1, 1, 8, 8), is_set_mask=False)
        """
    )
    assert touched(ran, "write", "dst") == spread(lanes((0xF0F0, 0), 2), 2, 2, 1, 8)


def test_a_mask_that_is_not_known_gives_a_superset() -> None:
    ran = run("asc.exp(ub_half_1, ub_half_2, [n, m], 2, asc.UnaryRepeatParams(1, 1, 8, 8))")
    only(ran)
    assert touched(ran, "write", "dst") == set(range(512))
    assert not exact(ran, "dst")


def test_a_number_as_mask_has_no_size_in_counter_mode() -> None:
    ran = run("asc.set_mask_count(); asc.exp(ub_half_1, ub_half_2, 100, 2, asc.UnaryRepeatParams(1, 1, 8, 8))")
    instruction = ran.instructions[-1]
    assert instruction.unsized is not None and "counter mode" in instruction.unsized
    assert touched(ran, "write", "dst") == set(range(2048)), "then any byte of the tensor counts"
    assert not exact(ran, "dst")
