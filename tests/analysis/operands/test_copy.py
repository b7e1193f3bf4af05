"""Copies against an enumeration of the documented formulas, and the pipes they run in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pyasc_lint.profiles import Core
from tests.support.operands import blocks, exact, only, run, touched

SMALL = st.integers(0, 6)


@pytest.mark.parametrize(
    ("call", "core", "path", "pipe"),
    [
        ("asc.data_copy(ub_half_1, gm_x, 16)", "AIV", ("GM", "UB"), "MTE2"),
        ("asc.data_copy(gm_x, ub_half_1, 16)", "AIV", ("UB", "GM"), "MTE3"),
        ("asc.data_copy(ub_half_1, ub_half_2, 16)", "AIV", ("UB", "UB"), "V"),
        ("asc.data_copy(l1_half_1, gm_x, 16)", "AIC", ("GM", "L1"), "MTE2"),
        ("asc.data_copy(gm_x, l1_half_1, 16)", "AIC", ("L1", "GM"), "MTE3"),
        ("asc.data_copy(bt_float_1, l1_float_1, 16)", "AIC", ("L1", "BIAS"), "MTE1"),
    ],
)
def test_paths(call: str, core: Core, path: tuple[str, str], pipe: str) -> None:
    instruction = only(run(call, core))
    assert (instruction.path, instruction.pipe) == (path, pipe)
    assert [access.kind for access in instruction.accesses] == ["read", "write"]
    assert not instruction.skipped


def test_a_copy_without_a_path_has_no_pipe() -> None:
    instruction = run("asc.data_copy(l0a_half_1, ub_half_1, 16)").instructions[-1]
    assert instruction.path == ("UB", "L0A") and instruction.pipe == ""


@pytest.mark.parametrize("call", ["asc.data_copy(l1_half_1, gm_x, 16)", "asc.data_copy(gm_x, l1_half_1, 16)"])
def test_a_core_does_not_copy_for_another(call: str) -> None:
    instruction = run(call, "AIV").instructions[-1]
    assert instruction.skipped and not instruction.accesses


@given(blocks_=SMALL, rest=st.integers(0, 15))
def test_count_of_elements_is_rounded_down_to_blocks(blocks_: int, rest: int) -> None:
    ran = run(f"asc.data_copy(ub_half_1, gm_x, {blocks_ * 16 + rest})")
    only(ran)
    want = set(range(blocks_ * 32))
    assert touched(ran, "write", "dst") == touched(ran, "read", "src") == want
    assert exact(ran, "dst")


def test_small_memories_are_filled_in_larger_units() -> None:
    ran = run("asc.data_copy(bt_float_1, l1_float_1, 40)", "AIC")
    assert touched(ran, "write", "dst") == set(range(128)), "of 160 bytes, two units of 64"
    ran = run(
        """
        fixbuf = asc.LocalMemAllocator(asc.Hardware.FIXBUF)
        scales = fixbuf.alloc(asc.TPosition.C2, asc.uint64, 64)
        asc.data_copy(scales, l1_long_1, 40)
        """,
        "AIC",
    )
    assert (only(ran).path, only(ran).pipe) == (("L1", "FIXBUF"), "FIX")
    assert touched(ran, "write", "dst") == set(range(256)), "of 320 bytes, two units of 128"


@given(count=st.integers(0, 200), size=st.sampled_from([1, 2, 4]))
def test_run_time_counts_and_dtypes(count: int, size: int) -> None:
    ran = run("asc.data_copy(ub_x_1, gm_x, n)")
    want = set(range(count * size // 32 * 32))
    assert touched(ran, "write", "dst", n=count, x=size) == touched(ran, "read", "src", n=count, x=size) == want
    assert exact(ran, "dst")


def test_offsets_of_views_are_told_apart_from_footprints() -> None:
    ran = run("asc.data_copy(ub_half_1[n:], gm_x[m:], 16)")
    src, dst = only(ran).accesses
    assert touched(ran, "write", "dst", n=5) == set(range(32))
    assignment = ran.assignment({"n": 5, "m": 7, "x": 2})
    assert not isinstance(dst.region, tuple) and not isinstance(src.region, tuple)
    assert dst.origin(dst.region).evaluate(assignment) == 10
    assert src.origin(src.region).evaluate(assignment) == 14


@given(count=SMALL, length=SMALL, gaps=st.tuples(SMALL, SMALL))
def test_blocks_with_gaps(count: int, length: int, gaps: tuple[int, int]) -> None:
    ran = run("asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams(n, m, p, q))")
    only(ran)
    values = {"n": count, "m": length, "p": gaps[0], "q": gaps[1]}
    for kind, operand, gap in (("read", "src", gaps[0]), ("write", "dst", gaps[1])):
        want = blocks(length * 32, (count, (length + gap) * 32))
        assert touched(ran, kind, operand, **values) == want
        assert exact(ran, operand)


def test_defaults_of_the_parameters() -> None:
    assert touched(run("asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams(block_len=3))"), "write", "dst") == blocks(96)
    assert not only(run("asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams())")).accesses


def test_enhanced_copies_in_plain_mode() -> None:
    plain = "asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams(2, 1, 0, 1), asc.DataCopyEnhancedParams())"
    assert touched(run(plain), "write", "dst") == blocks(32, (2, 64))
    mode = "asc.DataCopyEnhancedParams(asc.BlockMode.BLOCK_MODE_MATRIX)"
    other = f"asc.data_copy(ub_half_1, gm_x, asc.DataCopyParams(2, 1, 0, 1), {mode})"
    assert run(other).instructions[-1].unsized


def test_bias_is_copied_in_units_of_64_bytes() -> None:
    ran = run("asc.data_copy(bt_float_1, l1_float_1, asc.DataCopyParams(1, n))", "AIC")
    assert touched(ran, "write", "dst", n=3) == touched(ran, "read", "src", n=3) == set(range(192))
    widened = run("asc.data_copy(bt_float_1, l1_half_1, asc.DataCopyParams(1, n))", "AIC")
    assert touched(widened, "write", "dst", n=3) == set(range(384))
    assert run("asc.data_copy(bt_float_1, l1_float_1, asc.DataCopyParams(2, n))", "AIC").instructions[-1].unsized


# ------------------------------------------------------------------------------------------------------- padded copies


@given(count=SMALL, length=st.integers(0, 100), gaps=st.tuples(st.integers(0, 70), SMALL), pads=st.tuples(SMALL, SMALL))
def test_padded_copy_in(count: int, length: int, gaps: tuple[int, int], pads: tuple[int, int]) -> None:
    ran = run(
        "asc.data_copy_pad(ub_short_1, gm_x, asc.DataCopyExtParams(n, m, p, q, 0),"
        " asc.DataCopyPadExtParams(asc.int16, True, r, s, 0))"
    )
    assert only(ran).pipe == "MTE2"
    values = {"n": count, "m": length, "p": gaps[0], "q": gaps[1], "r": pads[0], "s": pads[1]}
    assert touched(ran, "read", "src", **values) == blocks(length, (count, length + gaps[0]))
    stored = -(-(length + sum(pads) * 2) // 32) * 32
    if length:  # nothing is known of padding alone
        assert touched(ran, "write", "dst", **values) == blocks(stored, (count, stored + gaps[1] * 32))


@given(count=SMALL, length=st.integers(0, 100), gaps=st.tuples(SMALL, st.integers(0, 70)))
def test_padded_copy_out(count: int, length: int, gaps: tuple[int, int]) -> None:
    ran = run("asc.data_copy_pad(gm_x, ub_short_1, asc.DataCopyExtParams(n, m, p, q, 0))")
    assert only(ran).pipe == "MTE3"
    values = {"n": count, "m": length, "p": gaps[0], "q": gaps[1]}
    stored = -(-length // 32) * 32
    assert touched(ran, "read", "src", **values) == blocks(length, (count, stored + gaps[0] * 32))
    assert touched(ran, "write", "dst", **values) == blocks(length, (count, length + gaps[1]))
    assert exact(ran, "dst")


def test_the_short_parameters_are_bytes_too() -> None:
    ran = run("asc.data_copy_pad(gm_x, ub_short_1, asc.DataCopyParams(2, 10, 0, 6))")
    assert touched(ran, "write", "dst") == blocks(10, (2, 16))
    assert touched(ran, "read", "src") == blocks(10, (2, 32))


def test_padding_counts_elements_also_where_no_value_is_given() -> None:
    ran = run("asc.data_copy_pad(ub_float_1, gm_x, asc.DataCopyParams(1, 28), asc.DataCopyPadParams(False, 1, 1, 0))")
    assert touched(ran, "write", "dst") == set(range(64))


# --------------------------------------------------------------------------------------------------------------- slices


@given(
    rows=st.integers(1, 4),
    planes=st.integers(1, 3),
    burst=st.integers(1, 2),
    gap=st.integers(0, 2),
    starts=st.tuples(SMALL, SMALL, SMALL),
    skip=st.integers(0, 2),
)
def test_slices(rows: int, planes: int, burst: int, gap: int, starts: tuple[int, int, int], skip: int) -> None:
    """Slices of a 3-dimensional GM tensor of half to a dense one in the UB."""
    bursts, length = 2, burst * 16
    width, height = 16 * 12, 10
    x0, y0, z0 = starts[0] * 16, starts[1], starts[2]
    x1 = x0 + bursts * length + (bursts - 1) * gap * 16 - 1
    y1, z1 = y0 + (rows - 1) * (skip + 1), z0 + planes - 1
    source = (
        f"[asc.SliceInfo({x0}, {x1}, {gap * 16}, {burst}, {width}), asc.SliceInfo({y0}, {y1}, {skip}, 1, {height}),"
        f" asc.SliceInfo({z0}, {z1}, 0, 1, 9)]"
    )
    dense = bursts * length
    target = (
        f"[asc.SliceInfo(0, {dense - 1}, 0, {burst}, {dense}), asc.SliceInfo(0, {rows - 1}, 0, 1, {rows}),"
        f" asc.SliceInfo(0, {planes - 1}, 0, 1, {planes})]"
    )
    ran = run(f"asc.data_copy(ub_half_1, gm_x, {target}, {source}, 3)")
    only(ran)
    wanted = {
        (((z0 + plane) * height + y0 + row * (skip + 1)) * width + x0 + piece * (length + gap * 16) + element) * 2
        + byte
        for plane in range(planes)
        for row in range(rows)
        for piece in range(bursts)
        for element in range(length)
        for byte in range(2)
    }
    assert touched(ran, "read", "src") == wanted
    assert touched(ran, "write", "dst") == set(range(planes * rows * dense * 2))


def test_slices_need_shapes() -> None:
    part = "[asc.SliceInfo(0, 15, 0, 1)]"
    assert run(f"asc.data_copy(ub_half_1, gm_x, {part}, {part}, 1)").instructions[-1].unsized


# ---------------------------------------------------------------------------------------------------------- ND and NZ


@given(
    matrices=st.integers(1, 3),
    rows=st.integers(0, 20),
    columns=st.integers(1, 40),
    size=st.sampled_from([1, 2, 4]),
    more=st.tuples(SMALL, SMALL, SMALL),
)
def test_nd_to_nz(matrices: int, rows: int, columns: int, size: int, more: tuple[int, int, int]) -> None:
    ran = run("asc.data_copy(l1_x_1, gm_x, asc.Nd2NzParams(n, m, k, p, q, r, s, t))", "AIC")
    assert only(ran).pipe == "MTE2"
    row_length, tall = columns + more[0], rows + more[1]
    per_block = 32 // size
    wide = -(-columns // per_block)
    apart, stride = rows * row_length + more[2], wide * tall * per_block
    values = {"n": matrices, "m": rows, "k": columns, "p": apart, "q": row_length, "r": tall, "s": 1, "t": stride}
    read: set[int] = set()
    written: set[int] = set()
    for matrix in range(matrices):
        for row in range(rows):
            for column in range(columns):
                first = (matrix * apart + row * row_length + column) * size
                read.update(range(first, first + size))
                block = matrix * stride * size + (column // per_block) * tall * 32 + row * 32
                written.update(range(block, block + 32))
    assert touched(ran, "read", "src", x=size, **values) == read
    assert touched(ran, "write", "dst", x=size, **values) == written


def test_nd_to_nz_in_the_ub_is_software() -> None:
    plain = run("asc.data_copy(ub_half_1, gm_x, asc.Nd2NzParams(1, 4, 20, 0, 20, 4, 1, 0))")
    assert touched(plain, "write", "dst") == set(range(2 * 4 * 32))
    assert run("asc.data_copy(ub_half_1, gm_x, asc.Nd2NzParams(2, 4, 20, 80, 20, 4, 1, 128))").instructions[-1].unsized


@given(matrices=st.integers(0, 3), rows=st.integers(0, 20), wide=st.integers(1, 3), size=st.sampled_from([2, 4]))
def test_nz_to_nd(matrices: int, rows: int, wide: int, size: int) -> None:
    ran = run("asc.data_copy(gm_x, ub_x_1, asc.Nz2NdParamsFull(n, m, k, p, q, r, s))")
    assert only(ran).pipe == "MTE3"
    tall, row_length = rows + 1, wide * 16 + 5
    values = {"n": matrices, "m": rows, "k": wide * 16, "p": 4, "q": tall, "r": row_length, "s": 900}
    read: set[int] = set()
    written: set[int] = set()
    for matrix in range(matrices):
        for row in range(rows):
            for column in range(wide * 16):
                block, inside = divmod(column, 16)
                first = (matrix * 4 * 256 + block * tall * 16 + row * 16 + inside) * size
                read.update(range(first, first + size))
                first = (matrix * 900 + row * row_length + column) * size
                written.update(range(first, first + size))
    assert touched(ran, "read", "src", x=size, **values) == read
    assert touched(ran, "write", "dst", x=size, **values) == written
