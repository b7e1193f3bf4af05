"""Structs: those that host code passes, those of Ascend C that are more than braces, and results that are tuples."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent

import pytest

from tests.support.emitting import body, emitted, needs_gpp, planned, syntax_errors

HEAD = """
import asc
from asc.language.core.struct import Field, Struct, StructField

class Shape(Struct):
    rows = Field(asc.int32, default=1)
    cols = Field(dtype=asc.uint16, default=64, name="columns")

class Tiling(Struct):
    n = Field(asc.int64)
    scale = Field(asc.float32)
    default = Field(asc.uint8, 0)
    shape = StructField(Shape)

@asc.jit
def scaled(t: Tiling, tile: asc.LocalTensor):
    asc.muls(tile, tile, t.scale, t.shape.rows)

@asc.jit
def kernel(x: asc.GlobalAddress, t: Tiling, h, n: int):
    a = asc.LocalTensor(asc.float16, asc.TPosition.VECIN, 0, 1024)
"""
SIGNATURE = "kernel(x=float16*, h=float16)"


def source(statements: str) -> str:
    return HEAD + indent(dedent(statements).strip("\n"), "    ") + "\n"


def lines(statements: str) -> list[str]:
    return body(source(statements), SIGNATURE)[2:]  # behind the half and the tensor


def test_a_struct_parameter() -> None:
    made = emitted(source("asc.adds(a, a, h, t.shape.cols * n)\nscaled(t, a)"), SIGNATURE)
    assert "struct Shape {\n    int32_t rows;\n    uint16_t cols;\n};\n" in made
    assert "struct Tiling {\n    int64_t n;\n    float scale;\n    uint8_t default_;\n    Shape shape;\n};\n" in made
    assert "void kernel(GM_ADDR x, Tiling t, float h_float, int32_t n)" in made
    assert "AscendC::Adds<half, true>(a, a, h, static_cast<int64_t>(t.shape.cols) * n);" in made
    assert "AscendC::Muls<half, true>(a, a, static_cast<half>(t.scale), t.shape.rows);" in made


def test_fields_decide_loops_and_branches() -> None:
    made = lines("for i in range(t.shape.rows):\n    if t.n > i:\n        asc.adds(a, a, h, 64)\nk = t.n\nk = k + 1")
    assert made[:2] == ["for (int64_t i = 0, i_end = t.shape.rows; i < i_end; ++i) {", "if (t.n > i) {"]
    assert "int64_t k = t.n;" in made


def test_a_struct_made_in_the_kernel_is_its_fields() -> None:
    assert lines("q = Tiling(n=3, scale=2.0)\nasc.muls(a, a, q.scale, q.shape.cols)") == [
        "AscendC::Muls<half, true>(a, a, static_cast<half>(2.0f), 64);"
    ]


def test_a_half_comes_as_a_float() -> None:
    made = emitted(source("asc.adds(a, a, h, 64)"), SIGNATURE)
    assert "    half h = static_cast<half>(h_float);\n" in made


def test_the_files_of_a_struct() -> None:
    files = planned(source("asc.muls(a, a, t.scale, 64)"), SIGNATURE).projects["kernel"]
    assert "struct Tiling {" in files["kernel.h"] and "struct Tiling {" not in files["kernel.asc"]
    parameters = json.loads(files["manifest.json"])["parameters"]
    assert parameters[1]["c_type"] == "Tiling" and parameters[1]["fields"][-1]["fields"][0]["dtype"] == "int32"
    assert parameters[2] == {"name": "h", "kind": "scalar", "dtype": "float16", "c_type": "float"}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("scale = Field(asc.float32)", "scale = Field(asc.float16)", "field 'scale' of Tiling is a float16"),
        ("n = Field(asc.int64)", "n = Field(unknown)", "the type of field 'n' of Tiling is not known"),
        ("class Tiling(Struct):", "class Tiling(Struct): pass\nclass Other(Struct):", "no asc Struct with fields"),
    ],
)
def test_structs_that_the_host_cannot_pass(old: str, new: str, message: str) -> None:
    text = source("asc.adds(a, a, h, 64)").replace(old, new, 1)
    refusals = planned(text, SIGNATURE).refusals
    assert any(message in str(refusal) for refusal in refusals), refusals


# -------------------------------------------------------------------------------------------------- structs of Ascend C


def test_aipp_params() -> None:
    made = lines("""
        g = asc.GlobalTensor()
        g.set_global_buffer(x, n)
        pad = asc.AippPaddingParams(1, n, 3)
        csc = asc.AippColorSpaceConvParams(is_enable_csc=True, csc_matrix_r0_c1=-7)
        p = asc.AippParams(asc.int8, pad, asc.AippSwapParams(True, is_swap_uv=True), csc_params=csc)
        asc.set_aipp_functions(g, asc.AippInputFormat.YUV420SP_U8, p)
    """)[2:]
    assert made[:5] == [
        "AscendC::AippParams<int8_t> aipp_params;",
        "aipp_params.paddingParams.paddingMode = 1;",
        "aipp_params.paddingParams.paddingValueCh0 = static_cast<int8_t>(n);",
        "aipp_params.paddingParams.paddingValueCh1 = 3;",
        "aipp_params.paddingParams.paddingValueCh2 = 0;",
    ]
    for line in (
        "swapParams.isSwapRB = true", "swapParams.isSwapUV = true", "swapParams.isSwapAX = false",
        "cscParams.isEnableCsc = true", "cscParams.cscMatrixR0C1 = -7", "cscParams.cscBiasOut2 = 0",
    ):  # fmt: skip
        assert f"aipp_params.{line};" in made
    assert not any("dtcParams" in line for line in made)
    assert made[-1] == "AscendC::SetAippFunctions(g, AscendC::AippInputFormat::YUV420SP_U8, aipp_params);"


def test_shape_info() -> None:
    made = lines("""
        dims = asc.array(asc.uint32, [2, 3])
        a.set_shape_info(asc.ShapeInfo(dims))
        a.set_shape_info(asc.ShapeInfo(dims, dims, asc.DataFormat.NZ))
        info = a.get_shape_info()
        asc.adds(a, a, h, info.shape(1))
        asc.adds(a, a, h, info.original_shape(n))
    """)
    assert made == [
        "uint32_t dims[2] = {2, 3};",
        "a.SetShapeInfo(AscendC::ShapeInfo{2, dims});",
        "a.SetShapeInfo(AscendC::ShapeInfo{2, dims, 2, dims, AscendC::DataFormat::NZ});",
        "AscendC::ShapeInfo info = a.GetShapeInfo();",
        "int64_t shape = info.shape[1];",
        "AscendC::Adds<half, true>(a, a, h, shape);",
        "int64_t original_shape = info.originalShape[n];",
        "AscendC::Adds<half, true>(a, a, h, original_shape);",
    ]


@pytest.mark.parametrize("dims", ["asc.array(asc.int32, [2, 3])", "[2, 3]"])
def test_shapes_that_cpp_does_not_take(dims: str) -> None:
    refusals = planned(source(f"dims = {dims}\na.set_shape_info(asc.ShapeInfo(dims))"), SIGNATURE).refusals
    assert [refusal.code for refusal in refusals] == ["emit-struct"]


# -------------------------------------------------------------------------------------------------------------- results


def test_results_that_are_tuples() -> None:
    made = lines("""
        first, second, third, fourth = asc.get_mrg_sort_result()
        asc.adds(a, a, h, second)
        kind, op = asc.get_store_atomic_config()
        both = asc.get_store_atomic_config()
        asc.adds(a, a, h, both[1])
    """)
    assert made[:3] == [
        "uint16_t lengths[4] = {};", "AscendC::GetMrgSortResult(lengths[0], lengths[1], lengths[2], lengths[3]);",
        "int64_t first = lengths[0];",
    ]  # fmt: skip
    assert "AscendC::Adds<half, true>(a, a, h, second);" in made
    assert made[-2:] == [
        "AscendC::GetStoreAtomicConfig(config_2[0], config_2[1]);", "AscendC::Adds<half, true>(a, a, h, config_2[1]);",
    ]  # fmt: skip


def test_the_version_of_the_architecture_comes_by_reference() -> None:
    assert lines("asc.get_arch_version(1)") == ["uint32_t version = 0;", "AscendC::GetArchVersion(version);"]


def test_constants_of_the_library() -> None:
    made = lines("asc.adds(a, a, h, asc.property(asc.ONE_BLK_SIZE) * n)")
    assert made == ["AscendC::Adds<half, true>(a, a, h, static_cast<int64_t>(AscendC::ONE_BLK_SIZE) * n);"]


@pytest.mark.parametrize(
    "call", ["asc.get_hccl_context(0)", "asc.set_hccl_context(0, x)", "asc.get_tpipe_ptr()", "asc.adv.exp(a, a, 64)"]
)
def test_the_framework_is_refused(call: str) -> None:
    refusals = planned(source(call), SIGNATURE).refusals
    assert {refusal.code for refusal in refusals} == {"emit-call"}


STATEMENTS = """
dims = asc.array(asc.uint32, [2, 3])
a.set_shape_info(asc.ShapeInfo(dims, dims, asc.DataFormat.ND))
asc.adds(a, a, h, a.get_shape_info().shape(t.shape.rows))
first, second, third, fourth = asc.get_mrg_sort_result()
asc.get_arch_version(1)
kind, op = asc.get_store_atomic_config()
asc.adds(a, a, t.scale, first + asc.property(asc.DEFAULT_C0_SIZE))
g = asc.GlobalTensor()
g.set_global_buffer(x, t.n)
p = asc.AippParams(asc.half, asc.AippPaddingParams(1, 2.5), dtc_params=asc.AippDataTypeConvParams(dtc_min_ch0=1.5))
asc.set_aipp_functions(g, asc.AippInputFormat.YUV420SP_U8, p)
scaled(t, a)
"""


@needs_gpp
def test_cpp_takes_all_of_it(tmp_path: Path) -> None:
    assert syntax_errors([emitted(source(STATEMENTS), SIGNATURE)], tmp_path) == ""
