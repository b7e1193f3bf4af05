"""One defect gives one finding, and its message says what is wrong."""

from __future__ import annotations

from textwrap import indent

from pyasc_lint import Diagnostic, Settings, Severity, check_source

HEAD = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress{parameters}):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.half, 1024)
"""
FIRST = HEAD.count("\n") + 1
FILL = "asc.duplicate(a, 0.0, 1024)"


def told(*lines: str, parameters: str = "", head: str = HEAD, target: str = "Ascend910B1") -> list[Diagnostic]:
    """All findings but information on a kernel with these lines."""
    body = indent("\n".join((*lines, "asc.pipe_barrier(asc.PipeID.PIPE_ALL)", "")), "    ")
    settings = Settings(target=(target,))
    return check_source(head.format(parameters=parameters) + body, "kernel.py", settings).diagnostics


def warned(*lines: str, parameters: str = "") -> list[tuple[str, int]]:
    """(code, line after the head) of what is more than information."""
    items = [item for item in told(*lines, parameters=parameters) if item.severity is not Severity.INFO]
    return [(item.code, item.span.line - FIRST + 1) for item in items]


def ordered(event: str) -> tuple[str, str]:
    return f"asc.set_flag(asc.HardEvent.{event}, 0)", f"asc.wait_flag(asc.HardEvent.{event}, 0)"


# -------------------------------------------------------------------------------------------------------------- slices


def test_a_misaligned_slice_is_told_once_and_where_it_is_made() -> None:
    lines = (FILL, "v = a[8:]", "asc.adds(v, v, 1.0, 64)", "asc.muls(v, v, 1.0, 64)")
    assert warned(*lines) == [("ASC106", 2)]
    assert warned(FILL, "asc.adds(a[8:], a[8:], 1.0, 64)") == [("ASC106", 2)]


def test_two_misaligned_slices_are_two_findings() -> None:
    lines = (FILL, "v = a[8:]", "w = a[24:]", "asc.adds(v, v, 1.0, 64)", "asc.adds(w, w, 1.0, 64)")
    assert warned(*lines) == [("ASC106", 2), ("ASC106", 3)]


# ------------------------------------------------------------------------------------------------------------- overruns


def test_a_count_too_large_for_both_tensors_is_told_at_the_local_one() -> None:
    after = (*ordered("MTE2_MTE3"), "asc.data_copy(y_gm, a, 1024)")
    assert warned("asc.data_copy(a, x_gm, 2048)", *after) == [("ASC107", 1)]


def test_a_global_start_that_is_wrong_by_itself_is_told_as_well() -> None:
    after = (*ordered("MTE2_MTE3"), "asc.data_copy(y_gm, a, 1024)")
    assert warned("asc.data_copy(a, x_gm[512:], 2048)", *after) == [("ASC107", 1), ("ASC114", 1)]


def test_a_field_that_wraps_reaches_no_other_rule() -> None:
    after = (*ordered("MTE2_MTE3"), "asc.data_copy(y_gm, a, 16)")
    assert warned("asc.data_copy(a, x_gm, asc.DataCopyParams(65537, 1, 0, 0))", *after) == [("ASC404", 1)]
    pad = "asc.DataCopyExtParams(1, 2097152, 0, 0, 0), asc.DataCopyPadExtParams(asc.half, False, 0, 0, 0)"
    assert warned(f"asc.data_copy_pad(a, x_gm, {pad})", *after) == [("ASC404", 1)]


def test_a_start_before_global_memory_is_named_as_such() -> None:
    items = told(
        "for i in range(3):",
        "    asc.data_copy(a, x_gm[(i - 1) * 512:], 512)",
        "    asc.set_flag(asc.HardEvent.MTE2_MTE3, 0)",
        "    asc.wait_flag(asc.HardEvent.MTE2_MTE3, 0)",
        "    asc.data_copy(y_gm, a, 512)",
        "    asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)",
        "    asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)",
    )
    (item,) = [item for item in items if item.code == "ASC114"]
    assert "before its beginning" in item.message and "too many" not in item.message


# ----------------------------------------------------------------------------------------------------------- contents


def test_an_accumulator_without_a_start_value_is_told_once() -> None:
    lines = (
        "acc = ub.alloc(asc.TPosition.VECOUT, asc.half, 1024)",
        FILL,
        "for i in range(n):",
        "    asc.add(acc, acc, a, 1024)",
        *ordered("V_MTE3"),
        "asc.data_copy(y_gm, acc, 1024)",
    )
    assert warned(*lines, parameters=", n: int") == [("ASC112", 4)]


def test_a_size_of_the_wrong_kind_does_not_take_the_address_away() -> None:
    lines = ("t = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024 / 2)", "asc.data_copy(t, x_gm, 512)")
    assert warned(*lines) == [("ASC004", 1)]


# ------------------------------------------------------------------------------------------------ suggested assumptions

SIZED = """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress{parameters}):
{assume}    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 65536)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 65536)
    ub = asc.LocalMemAllocator()
"""
TWO_TILES = (
    "a = ub.alloc(asc.TPosition.VECIN, asc.float32, n)",
    "b = ub.alloc(asc.TPosition.VECOUT, asc.float32, n)",
    "asc.data_copy(a, x_gm, n)",
    *ordered("MTE2_V"),
    "asc.adds(b, a, 1.0, n)",
    *ordered("V_MTE3"),
    "asc.data_copy(y_gm, b, n)",
)


def test_the_suggested_assumption_makes_the_kernel_clean() -> None:
    head = SIZED.replace("{assume}", "")
    (item,) = [item for item in told(*TWO_TILES, parameters=", n: int", head=head) if item.code == "ASC102"]
    assert "`# pyasc-lint: assume 8 <= n <= 23520, n % 8 == 0`" in item.message
    head = SIZED.replace("{assume}", "    # pyasc-lint: assume 8 <= n <= 23520, n % 8 == 0\n")
    assert [item for item in told(*TWO_TILES, parameters=", n: int", head=head) if item.code != "ASC602"] == []


def test_no_line_is_suggested_where_the_space_is_not_known() -> None:
    head = SIZED.replace("{assume}", "")
    items = told(*TWO_TILES, parameters=", n: int", head=head, target="Ascend950PR_9599")
    (item,) = [item for item in items if item.code == "ASC102"]
    assert "..." not in item.message and "`" not in item.message and "say so in an assume comment" in item.message


# ------------------------------------------------------------------------------------------------------------- wording


def test_a_padded_copy_without_its_padding_lacks_that() -> None:
    (item,) = [
        item
        for item in told("asc.data_copy_pad(a, x_gm, asc.DataCopyExtParams(1, 100, 0, 0, 0))")
        if item.code == "ASC004"
    ]
    assert "'pad_params'" in item.message and "GlobalTensor" not in item.message


def test_two_waits_that_block_each_other_name_each_other() -> None:
    items = told(
        FILL,
        *reversed(ordered("MTE2_V")[1:]),
        *ordered("V_MTE2"),
        "asc.data_copy(a, x_gm, 1024)",
        "asc.set_flag(asc.HardEvent.MTE2_V, 0)",
    )
    (item,) = [item for item in items if item.code == "ASC502"]
    assert "stands behind wait_flag(V_MTE2, 0)" in item.message and "barrier" not in item.message


# ---------------------------------------------------------------------------------------------------------------- cube

PRODUCT = """\
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, {address}, 512)
    asc.mmad(c{view}, a, b, asc.MmadParams(m=16, n=16, k=16))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


def test_the_result_of_a_product_starts_at_a_whole_kilobyte() -> None:
    def lines(address: int, view: str = "") -> list[int]:
        found = check_source(PRODUCT.format(address=address, view=view), "kernel.py").diagnostics
        return [item.span.line for item in found if item.code == "ASC106"]

    assert lines(512) == [10]
    assert lines(1024) == lines(0, "[256:]") == lines(512, "[128:]") == []
    assert lines(0, "[128:]") == [11]
