"""Where a known trap begins and ends; each line of these kernels was put to the front end of pyasc 1.1.1."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from pyasc_lint import check_source

KERNEL = """\
import asc

{head}

@asc.jit
def kernel(x: asc.GlobalAddress, n: int, m: asc.ConstExpr[int]):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 1024)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 4096, 1024)
    h = asc.LocalTensor(asc.float16, asc.TPosition.VECCALC, 8192, 1024)
    i8 = asc.LocalTensor(asc.int8, asc.TPosition.VECCALC, 10240, 1024)
    u8 = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 11264, 1024)
    u32 = asc.LocalTensor(asc.uint32, asc.TPosition.VECCALC, 12288, 1024)
    g = asc.GlobalTensor()
    g.set_global_buffer(x)
    row = asc.SliceInfo(0, 15, 0, 2, 16)
    params = asc.BinaryRepeatParams()
    mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
{body}
"""


def traps(body: str, head: str = "") -> list[str | None]:
    """The traps in a few lines of a kernel, in source order."""
    text = KERNEL.format(head=dedent(head), body=indent(dedent(body).strip(), "    "))
    found = [item for item in check_source(text, "edges.py").diagnostics if item.code == "ASC701"]
    return [item.trap for item in sorted(found, key=lambda item: item.sort_key)]


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("asc.MmadParams()", []),
        ("asc.MmadParams(16, 16, 16, False, 0, False, False, False)", []),
        ("asc.MmadParams(16, 16, 16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True)", []),
        ("asc.MmadParams(unit_flag=1, cmatrix_source=False, cmatrix_init_val=True)", []),
        ("asc.MmadParams(16, 16, 16, 0, False, True)", ["cube-01"]),
        ("asc.MmadParams(m=16, n=16, k=16)", ["cube-01"]),
        ("asc.MmadParams(16, 16, 16, cmatrix_init_val=True)", ["cube-01"]),
        ("asc.MmadParams(16, 16, 16, unit_flag=2, cmatrix_source=False, cmatrix_init_val=True)", ["cube-02"]),
    ],
)
def test_fields_of_mmad_come_in_groups(call: str, told: list[str]) -> None:
    assert traps(f"asc.mmad(a, h, h, {call})") == told


def test_slice_lists_are_declared_once_in_a_block() -> None:
    copy = "asc.data_copy({}, g, [row], [row], 1)"
    assert traps(copy.format("a")) == []
    assert traps(f"{copy.format('a')}\n{copy.format('b')}") == ["data_copy-14"]
    assert traps(f"{copy.format('a')}\nfor i in range(n):\n    {copy.format('b')}") == []
    assert traps(f"if n > 3:\n    {copy.format('a')}\nelse:\n    {copy.format('b')}") == []
    assert traps(f"for i in asc.static_range(2):\n    {copy.format('a')}") == ["data_copy-14"]
    assert traps("asc.data_copy(a, g[64:], [row], [row], 1)\nasc.data_copy(b, g[128:], [row], [row], 1)") == []
    assert traps("asc.data_copy(a, g[64:], [row], [row], 1)\nasc.data_copy(b, g[64:], [row], [row], 1)") == [
        "data_copy-14"
    ]


def test_a_buffer_lives_as_long_as_the_block_that_set_it() -> None:
    use = "asc.data_copy(a, g, 64)"
    assert traps(f"if n > 3:\n    g.set_global_buffer(x)\n    {use}") == []
    assert traps(f"if n > 3:\n    g.set_global_buffer(x)\n{use}") == ["global_tensor-04"]
    assert traps(f"if n > 3:\n    g.set_global_buffer(x)\nelse:\n    {use}") == ["global_tensor-04"]
    assert traps(f"for i in range(n):\n    g.set_global_buffer(x + i)\n{use}") == ["global_tensor-04"]
    assert traps(f"for i in range(n):\n    g.set_global_buffer(x + i)\ng.set_global_buffer(x)\n{use}") == []
    assert traps(f"for i in asc.static_range(2):\n    g.set_global_buffer(x + i)\n{use}") == []
    assert traps(f"if m > 3:\n    g.set_global_buffer(x)\n{use}") == []


def test_a_buffer_is_set_before_it_is_used() -> None:
    assert traps("t = asc.GlobalTensor()\nu = t\nu.set_global_buffer(x)\nasc.data_copy(a, t, 64)") == []
    assert traps("t = asc.GlobalTensor()\nu = t[64:]\nasc.data_copy(a, u, 64)") == ["global_tensor-01"]


SELECT = "asc.select(a, u8, a, b, mode, {}, 1, params)"


def test_a_mask_list_lives_as_long_as_the_block_that_made_it() -> None:
    mask = SELECT.format("[255, 0]")
    assert traps(f"{mask}\n{mask}") == []
    assert traps(f"{mask}\nif n > 3:\n    {mask}") == []
    assert traps(f"if n > 3:\n    {mask}\n{mask}") == ["vector-17"]
    assert traps(f"for i in range(n):\n    {mask}\n{mask}") == ["vector-17"]
    assert traps(f"if n > 3:\n    {mask}\nelse:\n    {mask}") == ["vector-17"]
    assert traps(f"if n > 3:\n    {mask}\n{SELECT.format('[0, 255]')}") == []
    assert traps(f"if m > 3:\n    {mask}\n{mask}") == []


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("asc.select(a, u8, a, src1=b, sel_mode=mode, count=64)", []),
        ("asc.select(a, u8, a, b, sel_mode=mode, mask=64, repeat_times=1, repeat_params=params)", []),
        ("asc.select(a, u8, a, src1=1.0, sel_mode=mode, mask=64, repeat_times=1, repeat_params=params)", ["vector-27"]),
        ("asc.select(a, u8, a, 1, params)", []),
        ("asc.select(a, a, b, 1, params)", ["vector-28"]),
        ("asc.select(a, u8, b, repeat_times=1, repeat_params=params, sel_mode=mode)", ["vector-28"]),
    ],
)
def test_select_by_keyword(call: str, told: list[str]) -> None:
    assert traps(call) == told


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("asc.add(a, a, b, 64, 127, params)", []),
        ("asc.add(a, a, b, 64, 128, params)", ["vector-07"]),
        ("asc.add(a, a, b, 64, 255, params)", ["vector-07"]),
        ("asc.add(a, a, b, 64, 256, params)", []),  # no legal number: ASC404
        ("asc.add(a, a, b, 64, asc.number(200, asc.int32), params)", []),
        ("asc.duplicate(a, 0.0, 64, 1, 1, 200)", ["vector-07"]),
        ("asc.whole_reduce_sum(a, b, 64, 200, 1, 1, 8)", []),
        ("asc.brcb(a, b, 200, asc.BrcbRepeatParams(1, 8))", []),
        ("asc.add(a, a, b, 64, is_set_mask=False)", ["vector-09"]),
        ("asc.add(a, a, b, 64, 1, params, is_set_mask=False)", []),
        ("asc.adds(a, a, 1.0, 64, is_set_mask=False)", []),
        ("asc.whole_reduce_sum(a, b, 64, 1, 1, 1, 8, is_set_mask=False)", ["vector-29"]),
    ],
)
def test_small_numbers_and_flags(call: str, told: list[str]) -> None:
    assert traps(call) == told


@pytest.mark.parametrize(
    ("call", "told"),
    [
        ("asc.duplicate(u32, 4294967295, 64)", []),
        ("asc.duplicate(u32, 4294967296, 64)", ["queries-05"]),
        ("asc.duplicate(u32, -1, 64)", ["queries-05"]),
        ("i8.set_value(0, -128)", []),
        ("i8.set_value(0, 128)", ["queries-05"]),
        ("u8.set_value(0, 300)", ["queries-05"]),
        ("i8.set_value(0, 1.0)", []),
        ("i8.set_value(0, 1.5)", ["queries-06"]),
        ("asc.duplicate(h, 70000, 64)", []),
        ("asc.duplicate(h, 1, 64)", []),
        ("asc.duplicate(h, n, 64)", ["queries-07"]),
        ("asc.duplicate(h, m, 64)", []),
        ("asc.duplicate(h, a.get_value(0), 64)", []),
        ("asc.duplicate(a, n, 64)", []),
        ("asc.duplicate(a, asc.get_system_cycle(), 64)", ["queries-07"]),
        ("asc.duplicate(a, u32.get_value(0), 64)", ["queries-02"]),
        ("asc.duplicate(u32, u32.get_value(0), 64)", []),
    ],
)
def test_scalars_take_the_type_of_their_tensor(call: str, told: list[str]) -> None:
    assert traps(call) == told


@pytest.mark.parametrize(
    ("offset", "told"),
    [
        ("n * 65536 * 32768", ["scalar-06"]),
        ("n * 65536 * 32767", []),
        ("n * 65536 * 65536 + 64", ["scalar-06"]),
        ("(n * 65536) << 16", ["scalar-06"]),
        ("asc.number(65536, asc.int32) * 65536", ["scalar-06"]),
        ("n.cast(asc.int64) * 65536 * 65536", []),
        ("n * 65536 * 0", []),
        ("m * 65536 * 65536", []),  # computed by Python
    ],
)
def test_products_that_leave_int32(offset: str, told: list[str]) -> None:
    assert traps(f"asc.data_copy(a, g[{offset}:], 64)") == told


def test_both_sides_of_and_are_run() -> None:
    head = """
        @asc.jit
        def cleared(t, n):
            asc.duplicate(t, 0.0, 64)
            return n

        @asc.jit
        def doubled(n):
            return n + n
    """
    assert traps("if n > 0 and a.get_value(n) > 1.0:\n    asc.duplicate(a, 0.0, 64)") == []
    assert traps("if n > 0 and doubled(n) > 1:\n    asc.duplicate(a, 0.0, 64)", head) == []
    assert traps("if n > 0 or cleared(a, n) > 1:\n    asc.duplicate(a, 0.0, 64)", head) == ["control_flow-16"]
    assert traps("if cleared(a, n) > 1 and n > 0:\n    asc.duplicate(a, 0.0, 64)", head) == []


def test_a_tensor_without_an_address_is_told_once_where_it_is_made() -> None:
    assert traps("t = asc.LocalTensor(asc.float32)") == []
    assert traps("t = asc.LocalTensor(asc.float32)\nasc.add(t, t, t, 64)\nasc.add(t, t, t, 64)") == ["local_tensor-02"]


@pytest.mark.parametrize(
    ("value", "told"),
    [("TILE", ["scalar-12"]), ("n * TILE", ["scalar-12"]), ("int(TILE)", []), ("HALF", []), ("len(LIST)", [])],
)
def test_numpy_scalars_are_no_numbers(value: str, told: list[str]) -> None:
    head = "import numpy as np\n\nTILE = np.int32(64)\nHALF = np.float64(0.5)\nLIST = [1]\n"
    assert traps(f"asc.adds(a, a, {value}, 64)", head) == told
    assert traps("for i in asc.static_range(TILE):\n    asc.duplicate(a, 0.0, 64)", head) == []


def test_erased_synchronisation() -> None:
    text = """\
import asc


@asc.jit{options}
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    t = asc.LocalTensorAuto(asc.float32, 64)
    asc.duplicate(t, 0.0, 64)
    {line}
"""
    flag = "asc.set_flag(asc.HardEvent.V_S, 0)\n    asc.wait_flag(asc.HardEvent.V_S, 0)"
    last = "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"
    for options, line, where in (("", last, []), ("", flag, [7]), ("(insert_sync=True)", flag, [4])):
        found = check_source(text.format(options=options, line=line), "edges.py").diagnostics
        assert [item.span.line for item in found if item.trap == "sync-09"] == where


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("a.get_value(u32.get_value(0))", []),
        ("a.get_value(u8.get_value(0))", ["queries-02"]),
        ("g.set_value(u32.get_value(0), 1.0)", ["queries-02"]),
        ("g.get_value(a.get_phy_addr())", []),
        ("asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, a.get_length(), 64)", []),
        ("asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, a.get_phy_addr(), 64)", ["queries-02"]),
        ("asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, a.get_phy_addr().cast(asc.int32), 64)", []),
        ("asc.duplicate(u32, u8.get_value(0), 64)", ["queries-02"]),
        ("asc.duplicate(u32, n, 64)", []),
        ("u8.set_value(0, n)", []),
    ],
)
def test_unsigned_numbers_become_signed_ones_only(line: str, told: list[str]) -> None:
    assert traps(line) == told


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("n > 1.5", []),
        ("n <= 1.5", []),
        ("1.5 < n", []),
        ("n < -1.5", []),
        ("n < 1.5", ["scalar-01"]),
        ("n >= 1.5", ["scalar-01"]),
        ("1.5 > n", ["scalar-01"]),
        ("n > -1.5", ["scalar-01"]),
        ("n == 1.5", ["scalar-01"]),
        ("n != 1.5", ["scalar-01"]),
        ("n < 2.0", []),
    ],
)
def test_a_fraction_in_a_comparison_counts_where_it_decides(test: str, told: list[str]) -> None:
    assert traps(f"if {test}:\n    asc.duplicate(a, 0.0, 64)") == told


def test_a_wide_number_that_is_small_loses_nothing() -> None:
    assert traps("i = n * 2 + asc.get_sub_block_idx()\nasc.duplicate(a[i * 64:], 0.0, 64)") == []
    assert traps("s = asc.get_sub_block_idx()\ni = n * 2 + s\nasc.duplicate(a[i * 64:], 0.0, 64)") == []
    assert traps("i = n + asc.get_system_cycle()\nasc.duplicate(a[i * 64:], 0.0, 64)") == ["scalar-04"]
