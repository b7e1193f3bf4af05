"""What is not known is not claimed: places, pipes, auto-sync tables; and what is known in spite of that is judged."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from pyasc_lint import Diagnostic, Settings, check_source

KERNEL = """\
import asc, tiling
from asc.runtime.config import KernelType

TILE = 1024


@asc.jit{options}
def kernel(x: asc.GlobalAddress, y: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 4096 * TILE)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 4096 * TILE)
    ub = asc.LocalMemAllocator()
    t = ub.alloc(asc.TPosition.VECIN, asc.float32, 2 * TILE)
    offs = asc.array(asc.int32, [0, 1024, 2048])
    i = asc.array(asc.int32, [0])
{body}
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""


def found(body: str, options: str = "", target: str = "Ascend910B1") -> list[Diagnostic]:
    """What is told about a kernel, apart from advice and from releases of pyasc."""
    text = KERNEL.format(body=indent(dedent(body).strip(), "    "), options=options)
    report = check_source(text, "unknowns.py", Settings(target=(target,)))
    return [item for item in report.diagnostics if item.code[3] not in "67"]


def codes(body: str, options: str = "", target: str = "Ascend910B1") -> list[str]:
    return [item.code for item in found(body, options, target)]


# ------------------------------------------------------------------------------------------------------------- places

LOOP = """
    for k in range(3):
        asc.data_copy(t, x_gm[offs[k]:], TILE)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.exp(t, t, TILE)
        asc.set_flag(asc.HardEvent.V_MTE2, 0)
        asc.wait_flag(asc.HardEvent.V_MTE2, 0)
"""
COUNTED = """
    while i[0] < n:
        asc.data_copy(t, x_gm[i[0] * TILE:], TILE)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.exp(t, t, TILE)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy(y_gm[i[0] * TILE:], t, TILE)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)
        i[0] = i[0] + 1
"""
LOADED = """
    asc.data_copy(t, x_gm[y_gm.get_value(3):], TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.exp(t, t, TILE)
"""
IN_UB = """
    for k in range(2):
        asc.data_copy(t[offs[k]:], x_gm[offs[k]:], TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.exp(t, t, 2 * TILE)
"""
SIZED = """
    m = offs[1]
    # pyasc-lint: assume 64 <= m <= 1024, m % 64 == 0
    u = ub.alloc(asc.TPosition.VECIN, asc.float32, m)
    asc.data_copy(u, x_gm, m)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.exp(u, u, m)
    asc.duplicate(t, 0.0, TILE)
"""


@pytest.mark.parametrize("body", [LOOP, COUNTED, LOADED, IN_UB, SIZED])
def test_a_place_that_only_the_device_knows_hides_neither_the_memory_nor_the_pipe(body: str) -> None:
    assert codes(body) == []


def test_missing_synchronisation_is_told_although_an_offset_is_loaded() -> None:
    items = found("""
        asc.data_copy(t, x_gm[offs[1]:], TILE)
        asc.exp(t, t, TILE)
    """)
    assert [(item.code, item.span.line) for item in items] == [("ASC501", 19)]
    assert "data_copy on MTE2" in items[0].message


def test_of_a_pipe_that_is_not_known_no_hazard_is_claimed() -> None:
    text = KERNEL.format(
        options="",
        body=indent(
            dedent("""
                asc.data_copy(t, x_gm if offs[0] > 3 else y_gm, TILE)
                asc.exp(t, t, TILE)
            """).strip(),
            "    ",
        ),
    )
    items = check_source(text, "unknowns.py").diagnostics
    assert [(item.code, item.span.line) for item in items if item.code != "ASC701"] == [("ASC006", 18)]


# ------------------------------------------------------------------------------------------------------------ auto-sync

IN_V = """
    asc.duplicate(t, 1.0, TILE)
    asc.exp(t, t, TILE)
    a = t.get_value(0)
    asc.adds(t, t, a, TILE)
"""
ACROSS = """
    asc.data_copy(t, x_gm, TILE)
    asc.exp(t, t, TILE)
"""
A5 = "Ascend950PR_9599"


def test_an_auto_sync_of_which_nothing_is_published_may_order_v_and_the_scalar_unit() -> None:
    assert codes(IN_V) == []
    items = check_source(KERNEL.format(options="", body=IN_V), "a.py", Settings(target=(A5,))).diagnostics
    assert [item.code for item in items] == ["ASC006"]
    assert A5 in items[0].message


def test_what_no_auto_sync_orders_is_told_whatever_is_published() -> None:
    assert codes(ACROSS, target=A5) == codes(ACROSS) == ["ASC501"]


def test_without_auto_sync_its_table_does_not_matter() -> None:
    assert set(codes(IN_V, "(auto_sync=False)", A5)) == {"ASC501", "ASC507"}


# ---------------------------------------------------------------------------------------------------------------- cores


@pytest.mark.parametrize("kind", ["MIX_AIV_1_0", "MIX_AIV_HARD_SYNC", "AIV_ONLY"])
def test_a_mix_type_of_one_core_is_analysed_for_that_core(kind: str) -> None:
    assert codes(LOADED, f"(kernel_type=KernelType.{kind})") == []


@pytest.mark.parametrize("kind", ["MIX_AIC_1_0", "MIX_AIC_HARD_SYNC", "AIC_ONLY"])
def test_vector_instructions_in_a_cube_type_are_told_once(kind: str) -> None:
    items = found("asc.duplicate(t, 0.0, TILE)", f"(kernel_type=KernelType.{kind})")
    assert [item.code for item in items] == ["ASC206"]
    assert f"compiled as {kind}" in items[0].message


@pytest.mark.parametrize("kind", ["MIX_AIC_1_1", "MIX_AIC_1_2"])
def test_a_mix_type_of_both_cores_is_analysed_for_both(kind: str) -> None:
    assert set(codes(LOADED, f"(kernel_type=KernelType.{kind})")) == {"ASC508"}


# --------------------------------------------------------------------------------------------------------- assumptions


@pytest.mark.parametrize("said", ["x.dtype == float16", "x.dtype in (float16,)", "x.dtype in (float16, int8)"])
def test_an_assumed_dtype_goes_before_the_one_that_a_copy_suggests(said: str) -> None:
    items = found(f"# pyasc-lint: assume {said}\nasc.data_copy(t, x_gm, TILE)")
    assert [(item.code, item.span.line) for item in items] == [("ASC303", 19)]


def test_an_assumed_choice_of_dtypes_is_narrowed_by_a_copy() -> None:
    assert codes("# pyasc-lint: assume x.dtype in (float16, float32)\nasc.data_copy(t, x_gm, TILE)") == []


# ----------------------------------------------------------------------------------------------- code outside the run


def test_a_name_that_no_file_defines_is_told_once_where_it_first_decides_something() -> None:
    items = found("""
        from_elsewhere = ub.alloc(asc.TPosition.VECIN, asc.float32, tiling.ROWS * 8)
        asc.data_copy(from_elsewhere, x_gm, tiling.ROWS * 8)
        asc.data_copy(t, x_gm, tiling.COLUMNS)
    """)
    assert [(item.code, item.span.line) for item in items] == [("ASC006", 18), ("ASC006", 20)]
    assert items[0].message.startswith("tiling.ROWS comes from code that no file of the run")
    assert items[1].message.startswith("tiling.COLUMNS")
