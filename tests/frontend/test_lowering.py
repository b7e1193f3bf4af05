"""What a kernel becomes: values known at trace time are folded, helpers inlined, the rest is structured IR."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from pyasc_lint.ir.nodes import Call, walk
from tests.support.lowering import body, expected, kernel, lower, lower_files, printed

FIXTURES = Path(__file__).parents[1] / "fixtures"

TILE = """
    import asc

    @asc.jit
    def kernel(n: int, m: int):
        a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
"""
"""The beginning of a kernel; a test appends statements with the same indent."""


# ------------------------------------------------------------------------------------------------------------- folding


def test_constants_of_all_kinds_are_folded() -> None:
    text = body("""
        from dataclasses import dataclass
        import asc

        TILE = 8 * 8
        SIZES = [16, 32, TILE]
        LAST, FIRST = SIZES[-1], 4

        @dataclass
        class Config:
            tile: int
            depth: int = 2

        CONFIG = Config(tile=128)

        class Shape:
            ROWS = 4
            COLUMNS = ROWS * 2

        @asc.jit
        def kernel():
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, LAST - FIRST - 60, CONFIG.tile)
            asc.duplicate(a, 0.0, SIZES[1] // CONFIG.depth)
            asc.duplicate(a, 0.5 * 3, Shape.COLUMNS << 2)
            asc.duplicate(a, 0.0, len(SIZES) * asc.half.sizeof())
            asc.duplicate(a, 0.0, asc.ceildiv(100, 8))
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 128
        duplicate#0(dst=%a, scalar=0.0, count=16)
        duplicate#0(dst=%a, scalar=1.5, count=32)
        duplicate#0(dst=%a, scalar=0.0, count=6)
        duplicate#0(dst=%a, scalar=0.0, count=13)
    """)


def test_branches_on_constants_are_dropped_and_return_ends_them() -> None:
    text = body("""
        import asc
        FAST = True

        @asc.jit
        def kernel(x: asc.GlobalAddress):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            if not FAST:
                asc.duplicate(a, 1.0, 64)
            elif a.dtype == asc.float32:
                asc.duplicate(a, 2.0, 64)
                return
            asc.duplicate(a, 3.0, 64)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a, scalar=2.0, count=64)
    """)


def test_constants_come_from_sibling_files() -> None:
    text = body(
        """
        import shapes
        import asc
        from shapes import WIDTH as W
        from package.deep import DEPTH

        @asc.jit
        def kernel():
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, W)
            asc.duplicate(a, 0.0, shapes.HEIGHT * DEPTH)
        """,
        shapes="WIDTH = 64\nHEIGHT = WIDTH // 8\n",
        **{"package/deep": "from .base import DEPTH\n", "package/base": "DEPTH = 4\n"},
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a, scalar=0.0, count=32)
    """)


def test_star_imports() -> None:
    text = body(
        """
        from asc import *
        from shapes import *

        @jit
        def kernel():
            a = LocalTensor(float32, TPosition.VECIN, 0, WIDTH)
            duplicate(a, 0.0, WIDTH)
        """,
        shapes="WIDTH = 64\n",
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a, scalar=0.0, count=64)
    """)


def test_a_free_name_is_that_of_the_file_never_of_an_enclosing_function() -> None:
    text = body("""
        import asc
        width = 64

        def make(width):
            @asc.jit
            def kernel():
                a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, width)
            return kernel
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
    """)


# ----------------------------------------------------------------------------------------------- variables and merging


def test_a_number_that_a_loop_changes_becomes_a_variable() -> None:
    text = body(TILE + """
        offset = 0
        for i in range(n):
            asc.duplicate(a[offset:], 0.0, 8)
            offset = offset + 8
        asc.duplicate(a[offset:], 1.0, 8)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %offset = 0
        for %i in 0, %n, 1
          duplicate#0(dst=%a[%offset:], scalar=0.0, count=8)
          %offset = (%offset + 8)
        duplicate#0(dst=%a[%offset:], scalar=1.0, count=8)
    """)


def test_branches_are_merged_where_they_differ() -> None:
    text = body(TILE + """
        b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
        size = n + 8
        tile = a
        if n > 3:
            size = n
            tile = b
        elif m > 3:
            size = size * m
        asc.duplicate(tile, 0.0, size)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %b = local float32, TPosition.VECIN, 256, 64
        %size = (%n + 8)
        if (%n > 3)
          %size = %n
          %tile = %b
        else
          if (%m > 3)
            %size = (%size * %m)
          %tile = %a
        duplicate#0(dst=%tile, scalar=0.0, count=%size)
    """)


def test_an_old_value_survives_a_new_assignment() -> None:
    text = body(TILE + """
        size = n + 1
        before = size
        size = m
        asc.duplicate(a, 0.0, before)
        asc.duplicate(a, 0.0, size)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %size = (%n + 1)
        %before = %size
        %size = %m
        duplicate#0(dst=%a, scalar=0.0, count=%before)
        duplicate#0(dst=%a, scalar=0.0, count=%size)
    """)


def test_tensors_swapped_in_a_loop() -> None:
    text = body(TILE + """
        b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
        for i in range(n):
            asc.duplicate(a, 0.0, 64)
            a, b = b, a
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %b = local float32, TPosition.VECIN, 256, 64
        %a.1 = %a
        %b.1 = %b
        for %i in 0, %n, 1
          duplicate#0(dst=%a.1, scalar=0.0, count=64)
          %t = %b.1
          %t.1 = %a.1
          %a.1 = %t
          %b.1 = %t.1
    """)


def test_a_parameter_keeps_its_value_when_its_name_is_bound_again() -> None:
    text = body(TILE + """
        asc.duplicate(a, 0.0, n)
        n = n + 1
        asc.duplicate(a, 0.0, n)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a, scalar=0.0, count=%n)
        %n.1 = (%n + 1)
        duplicate#0(dst=%a, scalar=0.0, count=%n.1)
    """)


# --------------------------------------------------------------------------------------------------------------- loops


def test_static_range_is_unrolled() -> None:
    text = body(TILE + """
        total = 0
        for i in asc.static_range(0, 6, 2):
            if i == 2:
                asc.duplicate(a, 1.0, n)
            else:
                asc.duplicate(a[i * 8:], 2.0, 8)
            total += i
        asc.duplicate(a, 0.0, total)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a[0:], scalar=2.0, count=8)
        duplicate#0(dst=%a, scalar=1.0, count=%n)
        duplicate#0(dst=%a[32:], scalar=2.0, count=8)
        duplicate#0(dst=%a, scalar=0.0, count=6)
    """)


def test_run_time_loops_stay_loops() -> None:
    text = body(TILE + """
        for i in range(4):
            for j in asc.range(i, n, m):
                asc.duplicate(a[j:], 0.0, 1)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        for %i in 0, 4, 1
          for %j in %i, %n, %m
            duplicate#0(dst=%a[%j:], scalar=0.0, count=1)
    """)


def test_while_reads_its_condition_before_every_test() -> None:
    text = body(TILE + """
        left = n + 0
        while left > 0:
            left -= a.get_value(0).cast(asc.int32)
        while a.get_value(1) > 0:
            asc.duplicate(a, 0.0, 8)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %left = (%n + 0)
        loop
          pass
        while (%left > 0)
          %t = %a LocalTensor.get_value#0(index=0)
          %left = (%left - int32(%t))
        loop
          %t.1 = %a LocalTensor.get_value#0(index=1)
        while (%t.1 > 0)
          duplicate#0(dst=%a, scalar=0.0, count=8)
    """)


def test_lists_of_tensors() -> None:
    text = body(TILE + """
        tiles = [a]
        for k in asc.static_range(1, 3):
            tiles.append(asc.LocalTensor(asc.half, asc.TPosition.VECIN, k * 256, 64))
        asc.duplicate(tiles[-1], 0.0, len(tiles))
        asc.duplicate(tiles[0], 0.0, 1)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %t = local float16, TPosition.VECIN, 256, 64
        %t.1 = local float16, TPosition.VECIN, 512, 64
        duplicate#0(dst=%t.1, scalar=0.0, count=3)
        duplicate#0(dst=%a, scalar=0.0, count=1)
    """)


# ------------------------------------------------------------------------------------------------------------- helpers


def test_helpers_are_inlined_with_the_stack_of_calls() -> None:
    made = kernel("""
        import asc
        TILE = 64

        @asc.jit
        def scale(tile: asc.LocalTensor, count: int, factor: float = 2.0):
            asc.muls(tile, tile, factor, count)
            return tile

        @asc.jit
        def twice(tile: asc.LocalTensor):
            again = scale(tile, TILE)
            scale(again, count=TILE // 2, factor=0.5)

        @asc.jit
        def kernel(n: int):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            twice(a)
            scale(a, n + 1)
    """)
    assert printed(made) == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        inline twice
          inline scale
            %count = 64
            %factor = 2.0
            muls#0(dst=%a, src=%a, scalar=%factor, count=%count)
          inline scale
            %count.1 = 32
            %factor.1 = 0.5
            muls#0(dst=%a, src=%a, scalar=%factor.1, count=%count.1)
        inline scale
          %count.2 = (%n + 1)
          %factor.2 = 2.0
          muls#0(dst=%a, src=%a, scalar=%factor.2, count=%count.2)
    """)
    calls = [stmt for stmt in walk(made.body) if isinstance(stmt, Call)]
    assert [[(site.function, site.span.line) for site in call.stack] for call in calls] == [
        [("twice", 18), ("scale", 12)], [("twice", 18), ("scale", 13)], [("scale", 19)],
    ]  # fmt: skip
    assert {call.span.line for call in calls} == {7}


def test_helpers_of_other_files_and_of_classes() -> None:
    text = body(
        """
        import asc
        import helpers
        from helpers import fill as fill_tile

        class Ops:
            COUNT = 32

            @staticmethod
            @asc.jit
            def clear(tile: asc.LocalTensor):
                asc.duplicate(tile, 0.0, Ops.COUNT)

        @asc.jit
        def kernel():
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            fill_tile(a, 1.0)
            helpers.fill(a, 2.0)
            Ops.clear(a)
        """,
        helpers="""
        import asc
        from shapes import COUNT

        @asc.jit
        def fill(tile: asc.LocalTensor, value: float):
            asc.duplicate(tile, value, COUNT)
        """,
        shapes="COUNT = 8\n",
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        inline fill
          %value = 1.0
          duplicate#0(dst=%a, scalar=%value, count=8)
        inline fill
          %value.1 = 2.0
          duplicate#0(dst=%a, scalar=%value.1, count=8)
        inline clear
          duplicate#0(dst=%a, scalar=0.0, count=32)
    """)


def test_results_of_helpers() -> None:
    text = body("""
        import asc

        @asc.jit
        def sizes(n: int):
            half = n // 2
            return half, n

        @asc.jit
        def kernel(n: int):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            first, second = sizes(n)
            asc.duplicate(a, 0.0, first)
            asc.duplicate(a, 0.0, second)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        inline sizes
          %half = (%n // 2)
        %first = %half
        %second = %n
        duplicate#0(dst=%a, scalar=0.0, count=%first)
        duplicate#0(dst=%a, scalar=0.0, count=%second)
    """)


def test_recursion_ends() -> None:
    made = kernel("""
        import asc

        @asc.jit
        def fill(tile: asc.LocalTensor, n: int):
            asc.duplicate(tile, 0.0, n)
            fill(tile, n - 1)

        @asc.jit
        def kernel(n: int):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
            fill(a, n)
    """)
    assert printed(made) == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        inline fill
          duplicate#0(dst=%a, scalar=0.0, count=%n)
    """)
    assert [remark.data["cause"] for remark in made.remarks if remark.kind == "incomplete"] == ["recursion"]


# ------------------------------------------------------------------------------------------------- memory and operands


def test_tensors_views_and_addresses() -> None:
    text = body("""
        import asc

        @asc.jit
        def kernel(x: asc.GlobalAddress, n: int):
            g = asc.GlobalTensor()
            g.set_global_buffer(x + asc.get_block_idx() * n, n)
            a = asc.LocalTensor(x.dtype, asc.TPosition.VECIN, 0, n)
            bits = a[8:].reinterpret_cast(asc.int16)
            asc.data_copy(a[n // 2:], g[64:], n // 2)
            asc.data_copy(bits, bits[n:], asc.DataCopyParams(1, n // 16, 0, 0))
            asc.adds(a, a, a.get_value(3), asc.number(3, asc.int32) + n.cast(asc.int64))
            b = asc.LocalTensor(asc.int8, asc.TPosition.VECIN, n * x.dtype.sizeof(), 64)
    """)
    assert text == expected("""
        %g = global
        %t = get_block_idx#0()
        buffer %g, (%x + (%t * %n)), %n
        %a = local x.dtype, TPosition.VECIN, 0, %n
        %bits = %a[8:] as int16
        data_copy#0(dst=%a[(%n // 2):], src=%g[64:], count=(%n // 2))
        data_copy#4(dst=%bits, src=%bits[%n:], repeat_params=DataCopyParams(block_count=1, block_len=(%n // 16), \
src_stride=0, dst_stride=0))
        %t.1 = %a LocalTensor.get_value#0(index=3)
        adds#0(dst=%a, src=%a, scalar=%t.1, count=(int32(3) + int64(%n)))
        %b = local int8, TPosition.VECIN, (%n * sizeof(x.dtype)), 64
    """)


def test_a_guard_on_the_cursor() -> None:
    text = body("""
        import asc

        @asc.jit
        def kernel(n: int):
            ub = asc.LocalMemAllocator()
            l1 = asc.LocalMemAllocator(hard=asc.Hardware.L1)
            a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
            if ub.get_cur_addr() + 4 * n <= 196608:
                b = ub.alloc(asc.TPosition.VECIN, asc.float32, n)
    """)
    assert text == expected("""
        %ub = allocator UB
        %l1 = allocator L1
        %a = alloc %ub, TPosition.VECIN, float32, 64
        %t = cursor %ub
        if ((%t + (4 * %n)) <= 196608)
          %b = alloc %ub, TPosition.VECIN, float32, %n
    """)


def test_fields_and_elements_that_are_written() -> None:
    text = body(TILE + """
        params = asc.DataCopyParams(1, 8, 0, 0)
        params.block_len = n
        asc.data_copy(a, a, params)
        counts = asc.array(asc.int32, [4, 5])
        counts[1] = counts[0] + m
        asc.duplicate(a, 0.0, counts[n])
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        data_copy#4(dst=%a, src=%a, repeat_params=DataCopyParams(block_count=1, block_len=%n, src_stride=0, \
dst_stride=0))
        %counts = array#1(dtype=int32, values=[4, 5])
        %counts array.__setitem__#?(index=1, value=(%counts.[0] + %m))
        duplicate#0(dst=%a, scalar=0.0, count=%counts.[%n])
    """)


def test_struct_parameters() -> None:
    text = body("""
        import asc
        from asc.lib.struct import Struct, Field

        class Tiling(Struct):
            rows = Field(asc.int32)
            tile = Field(asc.int32, default=64)

        @asc.jit
        def kernel(tiling: Tiling):
            a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, tiling.tile)
            for i in range(tiling.rows):
                asc.duplicate(a, 0.0, tiling.tile)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, %tiling.tile
        for %i in 0, %tiling.rows, 1
          duplicate#0(dst=%a, scalar=0.0, count=%tiling.tile)
    """)


def test_tests_of_the_core_stay_in_the_ir() -> None:
    text = body("""
        import asc
        from asc.runtime.config import KernelType

        @asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
        def kernel():
            if asc.ascend_is_aic():
                a = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 64)
            if not asc.ascend_is_aic():
                b = asc.LocalTensor(asc.half, asc.TPosition.VECIN, 0, 64)
    """)
    assert text == expected("""
        if on AIC
          %a = local float16, TPosition.A1, 0, 64
        if (not on AIC)
          %b = local float16, TPosition.VECIN, 0, 64
    """)


def test_conditions_that_hold() -> None:
    text = body(TILE + """
        # pyasc-lint: assume 64 <= n <= 8192, n % 64 == 0
        asc.duplicate(a, 0.0, n)
        # pyasc-lint: assume m > 3
        asc.static_assert(n > m)
    """)
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        assume ((64 <= %n) and (%n <= 8192)) (comment)
        assume ((%n % 64) == 0) (comment)
        duplicate#0(dst=%a, scalar=0.0, count=%n)
        assume (%m > 3) (comment)
        assume (%n > %m) (assert)
    """)


# -------------------------------------------------------------------------------------------------------------- limits


def test_unrolling_ends_and_says_so() -> None:
    made = kernel(TILE + """
        for i in asc.static_range(1000000):
            for j in asc.static_range(1000000):
                asc.duplicate(a, 0.0, 64)
        asc.duplicate(a, 1.0, 64)
    """)
    assert len(made.body) < 50_000
    assert [remark.data["cause"] for remark in made.remarks if remark.kind == "incomplete"] == ["size"]


def test_helpers_that_double_at_every_level_end_too() -> None:
    helper = "    @asc.jit\n    def f{0}(a: asc.LocalTensor):\n        f{1}(a)\n        f{1}(a)\n"
    levels = "\n".join(helper.format(k, k + 1) for k in range(30))
    made = kernel(f"""
    import asc
{levels}
    @asc.jit
    def f30(a: asc.LocalTensor):
        asc.duplicate(a, 0.0, 64)

    @asc.jit
    def kernel():
        a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
        f0(a)
    """)
    assert [remark.data["cause"] for remark in made.remarks if remark.kind == "incomplete"] == ["size"]


@pytest.mark.parametrize(
    "line",
    [
        "n" + " + 1" * 400,
        "(" * 80 + "n" + ")" * 80,
        " and ".join(["n > 1"] * 300),
        "-" * 300 + "n",
        "[" * 60 + "n" + "]" * 60,
        " if n else ".join(["1"] * 60),
    ],
    ids=["sum", "parentheses", "and", "signs", "lists", "choices"],
)
def test_long_expressions(line: str) -> None:
    made = kernel(TILE + f"        x = {line}\n        asc.duplicate(a, 0.0, 8)\n")
    assert "duplicate#0(dst=%a, scalar=0.0, count=8)" in printed(made)


def test_deeply_nested_blocks() -> None:
    depth = 18  # CPython's own parser allows twenty
    nested = "".join(
        "    " * (2 + k) + (f"if n > {k}:\n" if k % 2 else f"for i{k} in range(n):\n")
        for k in range(depth)
    )
    made = kernel(TILE + nested + "    " * (2 + depth) + "asc.duplicate(a, 0.0, 8)\n")
    assert printed(made).splitlines()[-1] == "  " * depth + "duplicate#0(dst=%a, scalar=0.0, count=8)"


def test_a_kernel_of_five_thousand_lines_takes_no_long_time() -> None:
    lines = [f"        asc.adds(a[{k} % n:], a, {k}.0 + n, m + {k})\n" for k in range(4990)]
    start = time.process_time()
    made = kernel(TILE + "".join(lines))
    assert len(made.body) == 4991
    assert time.process_time() - start < 10


@pytest.mark.parametrize(
    "statement",
    [
        "x = undefined_name + 1",
        "x: int",
        "x = a[1:2:3]",
        "x = lambda y: y",
        "def inner(): pass",
        "a.b.c = 3",
        "a[0], x = 1, 2",
        "x, *y = n, m",
        "with a as x: pass",
        "del a",
        "for x, y in [(1, 2)]: pass",
        "for x in 3: pass",
        "for a.b in range(3): pass",
        "x = asc.nothing.at.all(1)(2)[3]",
        "x = asc.LocalTensor(1, 2, 3, 4, 5, 6)",
        "x = 1 / 0",
        "x = 2 ** 10 ** 10",
        "x = 'a' * 10 ** 9",
        "x = [0] * 10 ** 9",
        "x = f'{n!r:>{m}}'",
        "x = (yield)",
        "x = await n",
        "import os",
        "raise ValueError(n)",
        "match n:\n            case 1: pass",
        "try:\n            pass\n        finally:\n            pass",
        "x = {1: 2, **n}",
        "x = {*n}",
        "x = [y for y in range(n)]",
        "x = n if m else a",
        "x = n @ m",
        "x = asc",
        "x = asc.TPosition",
        "x = print",
        "asc.jit(x)",
        "asc.range(n, n, n, n)",
        "x = asc.float32[3]",
        "global n",
        "return n",
        "assert n, 'text'",
        "x = y = z = n",
        "n: asc.int32 = 3",
        "x = (y := n)",
        "x = ...",
        "x = b'bytes'",
        "x = 3j",
    ],
)
def test_whatever_is_written_becomes_sound_ir(statement: str) -> None:
    made = kernel(TILE + f"        {statement}\n        asc.duplicate(a, 0.0, 8)\n")
    assert made.name == "kernel"


@pytest.mark.parametrize("folder", sorted({path.parent for path in FIXTURES.rglob("*.py")}), ids=lambda path: path.name)
def test_every_kernel_of_the_fixtures_becomes_sound_ir(folder: Path) -> None:
    modules = lower_files({str(path): path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.py"))})
    assert any(module.kernels for module in modules.values())


def test_a_file_of_half_written_functions_is_no_obstacle() -> None:
    module = lower("""
        import asc

        @asc.jit
        def no_annotations(x, n, *rest, key=3, **more): ...

        @asc.jit()
        def called_without_options(): pass

        @asc.jit(kernel_type=unknown, auto_sync=False, **{})
        def strange_options(): pass

        @asc.jit
        class NoFunction: pass
    """)
    assert [kernels[0].name for kernels in module.kernels] == [
        "no_annotations", "called_without_options", "strange_options",
    ]  # fmt: skip
    assert module.kernels[2][0].options.auto_sync is False
