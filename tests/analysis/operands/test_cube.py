"""Loads, matrix products and results of the cube unit against an enumeration of the documented formulas."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.operands import blocks, exact, only, run, touched

SMALL = st.integers(0, 6)
SIZES = st.sampled_from([1, 2, 4])


def up(value: int, unit: int) -> int:
    return -(-value // unit) * unit


# ---------------------------------------------------------------------------------------------------------------- loads


@given(start=SMALL, repeats=SMALL, stride=SMALL, gap=SMALL)
def test_loads_of_fractals(start: int, repeats: int, stride: int, gap: int) -> None:
    ran = run("asc.load_data(l0a_half_1, l1_half_1, asc.LoadData2DParams(n, m, p, 0, q))", "AIC")
    assert (only(ran).path, only(ran).pipe) == (("L1", "L0A"), "MTE1")
    values = {"n": start, "m": repeats, "p": stride, "q": gap}
    assert touched(ran, "read", "src", **values) == blocks(512, (repeats, stride * 512), start=start * 512)
    assert touched(ran, "write", "dst", **values) == blocks(512, (repeats, (gap + 1) * 512))


def test_loads_from_gm_may_go_backwards() -> None:
    params = "asc.LoadData2DParams(8, 3, 2, 0, 0, False, {mode})"
    for mode, step in ((0, 1024), (1, -1024)):
        ran = run(f"asc.load_data(l1_half_1, gm_x, {params.format(mode=mode)})", "AIC")
        assert only(ran).pipe == "MTE2"
        assert touched(ran, "read", "src") == blocks(512, (3, step), start=8 * 512)
    ran = run(f"asc.load_data(l0b_half_1, l1_half_1, {params.format(mode=1)})", "AIC")
    assert touched(ran, "read", "src") == blocks(512, (3, 1024), start=8 * 512), "only copies to L1 do"


@pytest.mark.parametrize(("dtype", "square", "fractals"), [("byte", 1024, 2), ("half", 512, 1), ("float", 1024, 2)])
def test_transposed_loads(dtype: str, square: int, fractals: int) -> None:
    ran = run(
        f"asc.load_data_with_transpose(l0b_{dtype}_1, l1_{dtype}_1, asc.LoadData2dTransposeParams(n, m, p, q, r, 0))",
        "AIC",
    )
    assert only(ran).pipe == "MTE1"
    for start, repeats, stride, gap, inner in ((0, 2, 1, 0, 0), (3, 4, 2, 1, 2), (1, 0, 1, 1, 1)):
        values = {"n": start, "m": repeats, "p": stride, "q": gap, "r": inner}
        assert touched(ran, "read", "src", **values) == blocks(square, (repeats, stride * square), start=start * square)
        want = blocks(512, (repeats, (gap + 1) * 512), (fractals, (inner + 1) * 512))
        assert touched(ran, "write", "dst", **values) == want


WINDOWS = "asc.LoadData3DParamsV2([0, 0, 0, 0], n, m, k, p, q)"


@given(height=SMALL, width=SMALL, channels=st.integers(0, 40), columns=st.integers(0, 40), rows=st.integers(0, 40))
def test_loads_of_windows(height: int, width: int, channels: int, columns: int, rows: int) -> None:
    ran = run(f"asc.load_data(l0a_half_1, l1_half_1, {WINDOWS})", "AIC")
    only(ran)
    values = {"n": height, "m": width, "k": channels, "p": columns, "q": rows}
    assert touched(ran, "write", "dst", **values) == set(range(up(rows, 16) * up(columns * 2, 32)))
    assert touched(ran, "read", "src", **values) == set(range(height * width * up(channels * 2, 32)))
    assert not exact(ran, "src") and not exact(ran, "dst")
    whole = run("asc.load_data(l0a_half_1, l1_half_1, asc.LoadData3DParamsV2([0, 0, 0, 0], 4, 4, 16, 32, 16))", "AIC")
    assert exact(whole, "dst")


def test_a_load_repeat_changes_what_windows_are_loaded() -> None:
    ran = run(
        f"asc.set_load_data_repeat(asc.LoadDataRepeatParam(2)); asc.load_data(l0a_half_1, l1_half_1, {WINDOWS})", "AIC"
    )
    assert ran.instructions[-1].unsized
    assert exact(
        run("asc.load_data(l0a_half_1, l1_half_1, asc.LoadData3DParamsV2([0, 0, 0, 0], 4, 4, 16, 32, 16))", "AIC"),
        "dst",
    )


@given(repeats=SMALL, length=SMALL, gap=SMALL)
def test_constant_fills(repeats: int, length: int, gap: int) -> None:
    for place, unit, pipe in (("l1", 32, "MTE2"), ("l0a", 512, "MTE1"), ("l0b", 512, "MTE1")):
        ran = run(f"asc.init_const_value({place}_half_1, asc.InitConstValueParams(n, m, p, 0))", "AIC")
        assert only(ran).pipe == pipe
        want = blocks(length * unit, (repeats, (length + gap) * unit))
        assert touched(ran, "write", "dst", n=repeats, m=length, p=gap) == want


def test_sparse_loads() -> None:
    ran = run(
        "asc.load_data_with_sparse(l0b_byte_1, l1_byte_1, l1_ubyte_2, asc.LoadData2DParams(n, m, 0, 0, 0))", "AIC"
    )
    assert touched(ran, "read", "src", n=2, m=3) == blocks(3 * 512, start=1024)
    assert touched(ran, "read", "idx", n=2, m=3) == blocks(3 * 128, start=256)
    assert touched(ran, "write", "dst", n=2, m=3) == set(range(3 * 512))


# ------------------------------------------------------------------------------------------------------------- products


@given(rows=st.integers(0, 40), columns=st.integers(0, 40), depth=st.integers(0, 70), size=SIZES)
def test_products(rows: int, columns: int, depth: int, size: int) -> None:
    ran = run(f"asc.mmad(l0c_float_1, l0a_x_1, l0b_x_1, asc.MmadParams({rows}, {columns}, k))", "AIC")
    assert only(ran).pipe == "M"
    values = {"k": depth, "x": size}
    if not rows * columns:
        assert not only(ran).accesses
        return
    deep = up(depth * size, 32)
    assert touched(ran, "write", "dst", **values) == set(range(up(rows, 16) * up(columns, 16) * 4))
    assert touched(ran, "read", "fm", **values) == set(range(depth * size if rows == 1 else up(rows, 16) * deep))
    assert touched(ran, "read", "filter", **values) == set(range(deep * up(columns, 16)))
    assert exact(ran, "dst") == (rows % 16 == 0 and columns % 16 == 0)


@pytest.mark.parametrize(
    ("params", "kinds"),
    [
        ("32, 32, 32", ["write"]),
        ("32, 32, 32, cmatrix_init_val=False", ["read-write"]),
        ("32, 32, 32, is_bias=True", ["read-write"]),
        ("32, 32, 32, cmatrix_init_val=n == 0", ["read", "write"]),
    ],
)
def test_what_a_product_does_with_the_old_values(params: str, kinds: list[str]) -> None:
    ran = run(f"asc.mmad(l0c_float_1, l0a_half_1, l0b_half_1, asc.MmadParams({params}))", "AIC")
    assert [access.kind for access in only(ran).accesses if access.param == "dst"] == kinds


def test_a_bias_takes_the_place_of_the_old_values() -> None:
    ran = run(
        "asc.mmad(l0c_float_1, l0a_half_1, l0b_half_1, bt_float_1, asc.MmadParams(16, 20, 16, cmatrix_init_val=False))",
        "AIC",
    )
    assert touched(ran, "read", "bias") == set(range(80)) and not touched(ran, "read", "dst")
    assert (
        run("asc.mmad(l0c_float_1, l0a_half_1, l0b_half_1, asc.MmadParams(16, 16, 16, cmatrix_source=True))", "AIC")
        .instructions[-1]
        .unsized
    )


def test_sparse_products_pad_k_to_64() -> None:
    ran = run("asc.mmad_with_sparse(l0c_int_1, l0a_byte_1, l0b_byte_1, asc.MmadParams(16, 32, 65))", "AIC")
    assert touched(ran, "read", "fm") == set(range(16 * 128))
    assert touched(ran, "read", "filter") == set(range(64 * 32))


# -------------------------------------------------------------------------------------------------------------- results


@given(columns=st.integers(0, 40), rows=st.integers(0, 20), matrices=st.integers(1, 3), size=st.sampled_from([2, 4]))
def test_results_as_rows(columns: int, rows: int, matrices: int, size: int) -> None:
    ran = run(
        "asc.fixpipe(gm_x, l0c_float_1, asc.FixpipeParamsV220(n, m, p, q, nd_num=r, src_nd_stride=s, dst_nd_stride=t))",
        "AIC",
    )
    assert (only(ran).path, only(ran).pipe) == (("L0C", "GM"), "FIX")
    tall, row_length = up(rows, 16), columns + 3
    values = {"n": columns, "m": rows, "p": tall, "q": row_length, "r": matrices, "s": 9, "t": 2000}
    written = {
        (matrix * 2000 + row * row_length + column) * size + byte
        for matrix in range(matrices)
        for row in range(rows)
        for column in range(columns)
        for byte in range(size)
    }
    assert touched(ran, "write", "dst", x=size, **values) == written
    read = blocks(rows * 64, (matrices, 9 * 1024), (-(-columns // 16), tall * 64)) if rows else set()
    assert touched(ran, "read", "src", x=size, **values) == read
    assert exact(ran, "dst") and not exact(ran, "src")


NZ = "asc.FixpipeConfig(asc.CO2Layout.NZ)"
COPY_TO_L1 = "asc.data_copy(l1_half_1, l0c_float_1, asc.DataCopyCO12DstParams(32, 16, 20, 16{more}))"


def test_results_as_nz() -> None:
    ran = run(COPY_TO_L1.format(more=", asc.QuantModes.F322F16"), "AIC")
    assert (only(ran).path, only(ran).pipe) == (("L0C", "L1"), "FIX")
    assert touched(ran, "read", "src") == blocks(16 * 64, (2, 16 * 64))
    assert touched(ran, "write", "dst") == blocks(16 * 32, (2, 20 * 32))
    assert exact(ran, "dst")
    assert run(COPY_TO_L1.format(more=", nz2nd_en=True"), "AIC").instructions[-1].unsized


@pytest.mark.parametrize(
    ("quant", "more", "columns", "block", "count"),
    [
        ("NoQuant", "", 32, 16 * 64, 2),
        ("NoQuant", ", is_channel_split=True", 24, 16 * 32, 3),
        ("F322F16", "", 32, 16 * 32, 2),
        ("REQ8", "", 64, 16 * 32, 2),
    ],
)
def test_blocks_of_nz_results_depend_on_the_quantisation(
    quant: str, more: str, columns: int, block: int, count: int
) -> None:
    params = f"asc.FixpipeParamsV220({columns}, 16, 16, 80, asc.QuantModes.{quant}{more})"
    ran = run(f"asc.fixpipe(gm_x, l0c_float_1, {params}, {NZ})", "AIC")
    only(ran)
    assert touched(ran, "write", "dst") == blocks(block, (count, 80 * 32))


def test_narrow_results_fill_whole_blocks() -> None:
    params = "asc.FixpipeParamsV220(40, 16, 16, 80, asc.QuantModes.REQ8)"
    assert run(f"asc.fixpipe(gm_x, l0c_int_1, {params}, {NZ})", "AIC").instructions[-1].unsized


def test_vector_quantisation_reads_its_table() -> None:
    ran = run("asc.fixpipe(gm_x, l0c_int_1, l1_long_1, asc.FixpipeParamsV220(20, 16, 16, 20))", "AIC")
    assert touched(ran, "read", "cbuf_workspace") == set(range(256))


def test_cube_instructions_are_skipped_on_vector_cores() -> None:
    instruction = run("asc.mmad(l0c_float_1, l0a_half_1, l0b_half_1, asc.MmadParams(16, 16, 16))").instructions[-1]
    assert instruction.skipped and not instruction.accesses


def test_other_architectures_are_not_modelled() -> None:
    ran = run("asc.mmad(l0c_float_1, l0a_half_1, l0b_half_1, asc.MmadParams(16, 16, 16))", "AIC", "Ascend950PR_9599")
    assert ran.instructions[-1].unsized
