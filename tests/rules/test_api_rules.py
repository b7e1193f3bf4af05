"""The rules about functions, dtypes, kernel types and arguments: where they report, and what they say."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest

from pyasc_lint import Settings, check_source
from pyasc_lint.diagnostics import Diagnostic, Severity
from tests.support.expect import check_expectations

FIXTURES = Path(__file__).parents[1] / "fixtures" / "api"
CODES = ("ASC202", "ASC205", "ASC206", "ASC303", "ASC304", "ASC404")
TARGETS = {"ascend950": "Ascend950PR_9599", "atlas200i": "Ascend310B1"}


@pytest.mark.parametrize("fixture", sorted(FIXTURES.glob("*.py")), ids=lambda path: path.stem)
def test_a_kernel_gets_what_it_is_marked_with(fixture: Path) -> None:
    target = TARGETS.get(fixture.stem, "Ascend910B1")
    assert check_expectations([fixture], CODES, [target]) == []


def kernel(*lines: str, parameters: str = "", options: str = "") -> str:
    """A static-Tensor kernel with these statements."""
    body = "".join(f"    {line}\n" for line in lines)
    return (
        f"import asc\nfrom asc.runtime.config import KernelType\n\n\n@asc.jit{options}\ndef kernel({parameters}):\n"
        f"    asc.init_soc_state()\n{body}    asc.pipe_barrier(asc.PipeID.PIPE_ALL)\n"
    )


def local(name: str, dtype: str, address: int, count: int, position: str = "VECCALC") -> str:
    return f"{name} = asc.LocalTensor({dtype}, asc.TPosition.{position}, {address}, {count})"


def found(text: str, *codes: str, settings: Settings | None = None) -> list[Diagnostic]:
    return [item for item in check_source(text, "kernel.py", settings).diagnostics if item.code in codes]


def only(text: str, code: str, settings: Settings | None = None) -> Diagnostic:
    (diagnostic,) = found(text, code, settings=settings)
    return diagnostic


# ---------------------------------------------------------------------------------------------------- documented dtypes

DTYPES = (
    "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
)  # fmt: skip
FLOATS = {"float16", "float32"}
COUNTED = FLOATS | {"int16", "int32"}
HALFWORDS = {"float16", "int16", "uint16"}
WORDS = {"float32", "int32", "uint32"}

# What the pages of Ascend C say for Atlas A2, written down by hand: call -> dtypes that all its operands may have.
SAME: Mapping[str, set[str]] = {
    "abs(d, s, 16)": FLOATS,
    "exp(d, s, 16)": FLOATS,
    "relu(d, s, 16)": FLOATS | {"int32"},
    "bitwise_not(d, s, 16)": {"int16", "uint16"},
    "add(d, s, s, 16)": COUNTED,
    "max(d, s, s, 16)": COUNTED,
    "div(d, s, s, 16)": FLOATS,
    "bitwise_and(d, s, s, 16)": {"int16", "uint16"},
    "muls(d, s, 2, 16)": COUNTED,
    "leaky_relu(d, s, 2, 16)": FLOATS,
    "shift_left(d, s, 1, 16)": {"int16", "uint16", "int32", "uint32"},
    "add_relu(d, s, s, 16)": FLOATS | {"int16"},
    "fused_mul_add(d, s, s, 16)": FLOATS,
    "brcb(d, s, 1, asc.BrcbRepeatParams(1, 8))": HALFWORDS | WORDS,
    "copy(d, s, 16, 1, asc.CopyRepeatParams(1, 1, 8, 8))": HALFWORDS | WORDS,
    "whole_reduce_sum(d, s, 16, 1, 1, 1, 8)": FLOATS,
    "block_reduce_max(d, s, 1, 16, 1, 1, 8)": FLOATS,
    "pair_reduce_sum(d, s, 1, 16, 1, 1, 8)": FLOATS,
    "data_copy(d, s, 32)": set(DTYPES),
}

# Calls whose destination has a type of its own: call -> (destination, sources) that go together.
PAIRS: Mapping[str, set[tuple[str, str]]] = {
    "cast(d, s, asc.RoundMode.CAST_NONE, 16)": {
        *((target, "float16") for target in ("float32", "int8", "uint8", "int16", "int32")),
        *((target, "float32") for target in ("float32", "float16", "int16", "int32", "int64")),
        *((target, "int32") for target in ("float16", "float32", "int16", "int64")),
        ("float16", "int8"), ("float16", "uint8"), ("float16", "int16"), ("float32", "int16"), ("int32", "int64"),
        ("float32", "int64"),
    },
    "add_relu_cast(d, s, s, 16)": {("int8", "float16"), ("int8", "int16"), ("float16", "float32")},
    "mul_cast(d, s, s, 16)": {("int8", "float16"), ("uint8", "float16")},
    "axpy(d, s, 2.0, 16)": {("float16", "float16"), ("float32", "float32"), ("float32", "float16")},
    "mul_add_dst(d, s, s, 16)": {("float16", "float16"), ("float32", "float32"), ("float32", "float16")},
    "compare(d, s, s, asc.CMPMODE.EQ, 256)": set(product(("int8", "uint8"), ("float16", "float32", "int32"))),
    "compare_scalar(d, s, 1, asc.CMPMODE.EQ, 256)": {("uint8", each) for each in ("float16", "float32", "int32")},
    "mmad(d, s, s, params)": {("float32", "float16"), ("float32", "float32"), ("int32", "int8")},
}  # fmt: skip

# Calls with a second source `o`: call -> (source and destination, second source) that go together.
SECOND: Mapping[str, set[tuple[str, str]]] = {
    "gather(d, s, o, 0, 16)": {(each, "uint32") for each in HALFWORDS | WORDS},
    "gather_mask(d, s, o, True, 16, asc.GatherMaskParams(1, 1, 8, 8))": {
        *((each, "uint16") for each in HALFWORDS), *((each, "uint32") for each in WORDS),
    },
    "sort32(d, s, o, 1)": {("float16", "uint32"), ("float32", "uint32")},
    "gatherb(d, s, o, 1, asc.GatherRepeatParams(1, 8))": {("uint16", "uint32"), ("uint32", "uint32")},
}  # fmt: skip


def dtype_findings(call: str, combinations: list[dict[str, str]]) -> list[str | None]:
    """The code that each combination of dtypes gets, {"d": "float16", "s": "int8"}; None where it is fine."""
    cube = call.startswith("mmad")
    positions = {"d": "CO1", "s": "A2", "o": "B2"} if cube else dict.fromkeys("dso", "VECCALC")
    names = sorted({(name, dtype) for each in combinations for name, dtype in each.items()})
    tensors = [local(f"{name}_{dtype}", f"asc.{dtype}", 0, 512, positions[name]) for name, dtype in names]
    params = "asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True)"
    calls = []
    for each in combinations:
        text = call.replace("params", params)
        for name, dtype in each.items():
            text = text.replace(f" {name},", f" {name}_{dtype},").replace(f"({name},", f"({name}_{dtype},")
        calls.append(f"asc.{text}")
    kind = "(kernel_type=KernelType.AIC_ONLY)" if cube else ""
    text = kernel(*tensors, *calls, options=kind)
    first = text.splitlines().index(f"    {calls[0]}") + 1
    codes: dict[int, str] = {item.span.line: item.code for item in found(text, "ASC303", "ASC304", "ASC004", "ASC008")}
    return [codes.get(first + index) for index in range(len(calls))]


@pytest.mark.parametrize("call", SAME)
def test_one_dtype_for_all_operands(call: str) -> None:
    same = [{"d": dtype, "s": dtype} for dtype in DTYPES]
    assert dtype_findings(call, same) == [None if dtype in SAME[call] else "ASC304" for dtype in DTYPES]
    mixed = [{"d": one, "s": other} for one, other in product(DTYPES, DTYPES) if one != other]
    assert set(dtype_findings(call, mixed)) == {"ASC303"}


@pytest.mark.parametrize("call", PAIRS)
def test_a_destination_with_a_dtype_of_its_own(call: str) -> None:
    pairs = list(product(DTYPES, DTYPES))
    codes = dtype_findings(call, [{"d": target, "s": source} for target, source in pairs])
    assert {pair for pair, code in zip(pairs, codes, strict=True) if code is None} == PAIRS[call]
    assert {code for code in codes if code is not None} <= {"ASC303", "ASC304"}


@pytest.mark.parametrize("call", SECOND)
def test_a_second_source_with_a_dtype_of_its_own(call: str) -> None:
    pairs = list(product(DTYPES, DTYPES))
    codes = dtype_findings(call, [{"d": data, "s": data, "o": other} for data, other in pairs])
    assert {pair for pair, code in zip(pairs, codes, strict=True) if code is None} == SECOND[call]
    assert set(dtype_findings(call, [{"d": "float16", "s": "float32", "o": "uint32"}])) == {"ASC303"}


def test_a_mismatch_says_which_operand_to_cast() -> None:
    text = kernel(
        local("a", "asc.float32", 0, 64), local("b", "asc.half", 256, 64), "asc.duplicate(a, 1.0, 64)",
        "asc.duplicate(b, 1.0, 64)", "asc.add(a, a, b, 64)",
    )  # fmt: skip
    item = only(text, "ASC303")
    assert item.severity is Severity.ERROR
    assert "dst float32, src0 float32, src1 float16" in item.message
    assert "asc.cast 'src1' to float32 first" in item.message


def test_an_unsupported_dtype_says_which_there_are() -> None:
    item = only(kernel(local("a", "asc.int32", 0, 64), "asc.exp(a, a, 64)"), "ASC304")
    assert "no int32 for 'dst', 'src' on Ascend910B1, only float16, float32" in item.message
    tensors = (local("a", "asc.int8", 0, 64), local("b", "asc.int32", 64, 64))
    cast = kernel(*tensors, "asc.cast(b, a, asc.RoundMode.CAST_NONE, 64)")
    assert "from int8 to int32" in only(cast, "ASC304").message
    assert "int8 converts to float16" in only(cast, "ASC304").message


def test_a_dtype_finding_names_the_chips_it_holds_for() -> None:
    settings = Settings(target=("Ascend910B1", "Ascend950PR_9599"))
    item = only(kernel(local("a", "asc.int32", 0, 64), "asc.abs(a, a, 64)"), "ASC304", settings)
    assert item.targets == ("Ascend910B1",)


def test_a_launch_fixes_a_dtype() -> None:
    body = (local("a", "x.dtype", 0, 64), "asc.duplicate(a, 1, 64)", "asc.exp(a, a, 64)")
    text = "import numpy as np\n" + kernel(*body, parameters="x: asc.GlobalAddress")
    assert found(text, "ASC304") == []
    launched = text + "\n\ndef run():\n    x = np.zeros(64, dtype=np.int32)\n    kernel[8](x)\n"
    assert "launched as" in only(launched, "ASC304").message


# ------------------------------------------------------------------------------------------------- functions and chips


@pytest.mark.parametrize(
    ("call", "instead"),
    [
        ("asc.reduce_sum(a, a, b, 64)", "asc.whole_reduce_sum"),
        ("asc.reduce_min(a, a, b, 64, False)", "asc.whole_reduce_min"),
        ("asc.select(a, b, a, 0.0, asc.SelMode.VSEL_TENSOR_SCALAR_MODE, 64)", "asc.maxs"),
        ("asc.sync_all()", "asc.cross_core_set_flag"),
        ("asc.adv.sin(a, b, 64)", "basic instructions"),
    ],
)
def test_a_function_that_is_not_allowed_names_another(call: str, instead: str) -> None:
    text = kernel(local("a", "asc.float32", 0, 64), local("b", "asc.float32", 256, 64), call)
    item = only(text, "ASC202")
    assert item.severity is Severity.ERROR
    assert instead in item.message and "Ascend910B1" in item.message


def test_the_list_of_functions_is_that_of_the_product() -> None:
    text = kernel(
        local("a", "asc.float32", 0, 64), local("b", "asc.float32", 256, 64), "asc.reduce_max(a, a, b, 64, False)"
    )
    settings = Settings(target=("Ascend910B1", "Ascend910_9391", "Ascend950PR_9599"))
    assert only(text, "ASC202", settings).targets == ("Ascend910B1", "Ascend910_9391")


def test_a_function_is_missing_or_not_allowed_but_not_both() -> None:
    text = kernel(local("a", "asc.half", 0, 256), local("b", "asc.half", 512, 256), "asc.rp_sort16(b, a, 1)")
    assert [item.code for item in found(text, "ASC202", "ASC205")] == ["ASC205"]


MMAD = (
    local("out", "asc.float32", 0, 256, "CO1"),
    local("left", "asc.half", 0, 256, "A2"),
    local("right", "asc.half", 0, 256, "B2"),
    "asc.mmad(out, left, right, asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False,"
    " cmatrix_init_val=True))",
)
ROW = (local("row", "asc.float32", 0, 64), "asc.duplicate(row, 1.0, 64)")


@pytest.mark.parametrize(
    ("lines", "options", "wanted"),
    [
        (MMAD, "", "KernelType.AIC_ONLY"),
        (MMAD, "(kernel_type=KernelType.AIV_ONLY)", "KernelType.AIC_ONLY"),
        ((*MMAD, *ROW), "", "KernelType.MIX_AIC_1_2"),
        (ROW, "(kernel_type=KernelType.AIC_ONLY)", "KernelType.AIV_ONLY"),
        ((*ROW, "asc.cross_core_set_flag(0, 0, asc.PipeID.PIPE_V)"), "", "KernelType.MIX_AIC_1_2"),
    ],
)
def test_a_wrong_kernel_type_is_told_at_the_def_with_the_right_one(
    lines: tuple[str, ...], options: str, wanted: str
) -> None:
    text = kernel(*lines, options=options)
    item = only(text, "ASC206")
    assert text.splitlines()[item.span.line - 1].startswith("def kernel")
    assert wanted in item.message and item.related


@pytest.mark.parametrize(
    ("lines", "options"),
    [
        (MMAD, "(kernel_type=KernelType.AIC_ONLY)"),
        (ROW, ""),
        ((*MMAD, *ROW), "(kernel_type=KernelType.MIX_AIC_1_1)"),
        (MMAD, "(kernel_type=chosen)"),
    ],
)
def test_a_kernel_type_that_fits_or_is_not_known_is_fine(lines: tuple[str, ...], options: str) -> None:
    assert found(kernel(*lines, options=options), "ASC206") == []


@pytest.mark.parametrize(
    ("options", "code", "message"),
    [
        ('(kernel_type="AIV_ONLY")', "ASC004", "'kernel_type' must be KernelType, not str 'AIV_ONLY'"),
        ("(kernel_type=3)", "ASC004", "'kernel_type' must be KernelType, not int 3"),
        ("(kernel_type=KernelType.AIV)", "ASC003", "asc.runtime.config.KernelType has no 'AIV'"),
        ("(kernel_type=KernelType.AIV_ONY)", "ASC003", "did you mean asc.runtime.config.KernelType.AIV_ONLY?"),
    ],
)
def test_a_kernel_type_that_pyasc_does_not_have(options: str, code: str, message: str) -> None:
    item = only(kernel(*ROW, options=options), code)
    assert message in item.message and item.span.line == 5


# ----------------------------------------------------------------------------------------------------------- arguments


def arguments(*lines: str, before: str = "") -> str:
    """A kernel with these calls on `f` (float32), `h` (half) and `g` (a global float32 tensor)."""
    made = (local("f", "asc.float32", 0, 4096), local("h", "asc.half", 65536, 4096), "g = asc.GlobalTensor()")
    set_up = ("g.set_global_buffer(x)", "asc.duplicate(f, 1.0, 4096)", "asc.duplicate(h, 1.0, 4096)")
    comment = (before,) if before else ()
    return kernel(*comment, *made, *set_up, *lines, parameters="x: asc.GlobalAddress, n: int")


@pytest.mark.parametrize(
    ("call", "parts"),
    [
        ("asc.data_copy(f, g, asc.DataCopyParams(1, 70000, 0, 0))", ("70,000", "uint16_t", "4,464", "0 to 65,535")),
        ("asc.exp(f, f, 64, 1, asc.UnaryRepeatParams(1, 1, 8, 300))", ("300", "uint8_t", "44", "0 to 255")),
        ("asc.exp(f, f, 64, 1, asc.UnaryRepeatParams(1, 1, 8, -1))", ("-1", "uint8_t", "255")),
        ("asc.data_copy(f, g, asc.DataCopyParams(4096, 1, 0, 0))", ("4,096", "must be 1 to 4,095")),
        ("asc.data_copy(f, g, asc.DataCopyParams())", ("does nothing", "block_len", "default")),
        ("asc.exp(f, f, 200, 1, asc.UnaryRepeatParams(1, 1, 8, 8))", ("200", "64 elements of 4 bytes")),
        ("asc.exp(f, f, 64, 256, asc.UnaryRepeatParams(1, 1, 8, 8))", ("256", "0 to 255")),
        ("asc.add(f, f, f, -1)", ("count", "-1", "negative")),
        ("asc.compare(h.reinterpret_cast(asc.uint8), f, f, asc.CMPMODE.LT, 100)", ("100 elements", "multiple of 64")),
        ("asc.cast(f, h, asc.RoundMode.CAST_FLOOR, 64)", ("float16 to float32", "CAST_FLOOR", "CAST_NONE")),
    ],
)
def test_an_argument_out_of_range_is_told_with_the_range(call: str, parts: tuple[str, ...]) -> None:
    item = only(arguments(call), "ASC404")
    assert item.severity is Severity.ERROR
    for part in parts:
        assert part in item.message


@pytest.mark.parametrize(
    "call",
    [
        "asc.data_copy(f, g, asc.DataCopyParams(4095, 1, 65535, 65535))",
        "asc.exp(f, f, 64, 127, asc.UnaryRepeatParams(1, 1, 255, 255))",
        "asc.exp(f, f, 64, n, asc.UnaryRepeatParams(1, 1, 8, 8))",
        "asc.exp(f, f, n, 1, asc.UnaryRepeatParams(1, 1, 8, 8))",
        "asc.data_copy(f, g, asc.DataCopyParams(1, n, 0, 0))",
        "asc.add(f, f, f, n)",
        "asc.reduce_sum(f, f, f, 64, 300, 8)",
    ],
)
def test_an_argument_in_range_or_without_bounds_is_fine(call: str) -> None:
    assert found(arguments(call), "ASC404") == []


def test_a_possible_breach_is_a_warning_with_a_run_and_a_safe_value() -> None:
    assume = "# pyasc-lint: assume 1 <= n <= 200"
    item = only(arguments("asc.exp(f, f, 64, 2 * n, asc.UnaryRepeatParams(1, 1, 8, 8))", before=assume), "ASC404")
    assert item.severity is Severity.WARNING
    assert "repeat_times is 256 (with n = 128)" in item.message
    assert "largest safe n: 127" in item.message


def test_a_length_that_may_be_zero_is_fine() -> None:
    assume = "# pyasc-lint: assume 0 <= n <= 64"
    calls = ("asc.add(f, f, f, n)", "asc.exp(f, f, n, 1, asc.UnaryRepeatParams(1, 1, 8, 8))")
    assert found(arguments(*calls, before=assume), "ASC404") == []
    never = "# pyasc-lint: assume n == 0"
    assert len(found(arguments(*calls, before=never), "ASC404")) == 2


def test_a_rest_that_is_empty_in_one_launch_or_iteration_is_fine() -> None:
    text = arguments("asc.add(f, f, f, n % 64)")
    assert found(text + "\n\ndef run(x):\n    kernel[8](x, 128)\n", "ASC404") == []
    unrolled = arguments("for i in asc.static_range(3):", "    asc.add(f, f, f, 64 * i)")
    assert found(unrolled, "ASC404") == []
    assert len(found(unrolled.replace("64 * i", "0 * i"), "ASC404")) == 1


def test_a_field_is_told_where_its_struct_is_made() -> None:
    text = arguments("params = asc.DataCopyParams(1, 8, 70000, 0)", "asc.data_copy(f, g, params)")
    item = only(text, "ASC404")
    line = text.splitlines()[item.span.line - 1]
    assert line[item.span.column - 1 : item.span.end_column - 1] == "70000"


def test_a_dtype_with_several_sizes_limits_a_mask() -> None:
    assume = "# pyasc-lint: assume x.dtype in (float16, float32)"
    body = (local("t", "x.dtype", 0, 128), "asc.exp(t, t, 128, 1, asc.UnaryRepeatParams(1, 1, 8, 8))")
    item = only(kernel(assume, *body, parameters="x: asc.GlobalAddress"), "ASC404")
    assert item.severity is Severity.WARNING and "64 elements of 4 bytes" in item.message


ADDRESSES = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    data = ub.alloc(asc.TPosition.VECIN, asc.half, 4096)
    to = ub.alloc(asc.TPosition.VECIN, asc.uint64, 16)
    frm = ub.alloc(asc.TPosition.VECIN, asc.uint64, 16)
    for i in range(16):
        address = data[i * 16].get_phy_addr()
        to.set_value(i, address)
        frm.set_value(i, {value})
    asc.trans_data_to_5hd(to, frm, asc.TransDataTo5HDParams(False, False, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


@pytest.mark.parametrize(("value", "rejected"), [("address", False), ("0", True)])
def test_tensors_of_addresses_need_the_addresses(value: str, rejected: bool) -> None:
    codes = {item.code for item in check_source(ADDRESSES.format(value=value), "kernel.py").diagnostics}
    assert ("ASC004" in codes) is rejected
