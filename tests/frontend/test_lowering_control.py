"""Loops stay or are unrolled, helpers are inlined with the stack of their calls."""

from __future__ import annotations

from pyasc_lint.ir.nodes import Call, walk
from tests.support.lowering import TILE, body, expected, kernel, printed


def test_static_range_is_unrolled() -> None:
    text = body(
        TILE
        + """
        total = 0
        for i in asc.static_range(0, 6, 2):
            if i == 2:
                asc.duplicate(a, 1.0, n)
            else:
                asc.duplicate(a[i * 8:], 2.0, 8)
            total += i
        asc.duplicate(a, 0.0, total)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a[0:], scalar=2.0, count=8)
        duplicate#0(dst=%a, scalar=1.0, count=%n)
        duplicate#0(dst=%a[32:], scalar=2.0, count=8)
        duplicate#0(dst=%a, scalar=0.0, count=6)
    """)


def test_run_time_loops_stay_loops() -> None:
    text = body(
        TILE
        + """
        for i in range(4):
            for j in asc.range(i, n, m):
                asc.duplicate(a[j:], 0.0, 1)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        for %i in 0, 4, 1
          for %j in %i, %n, %m
            duplicate#0(dst=%a[%j:], scalar=0.0, count=1)
    """)


def test_while_reads_its_condition_before_every_test() -> None:
    text = body(
        TILE
        + """
        left = n + 0
        while left > 0:
            left -= a.get_value(0).cast(asc.int32)
        while a.get_value(1) > 0:
            asc.duplicate(a, 0.0, 8)
    """
    )
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
    text = body(
        TILE
        + """
        tiles = [a]
        for k in asc.static_range(1, 3):
            tiles.append(asc.LocalTensor(asc.half, asc.TPosition.VECIN, k * 256, 64))
        asc.duplicate(tiles[-1], 0.0, len(tiles))
        asc.duplicate(tiles[0], 0.0, 1)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %t = local float16, TPosition.VECIN, 256, 64
        %t.1 = local float16, TPosition.VECIN, 512, 64
        duplicate#0(dst=%t.1, scalar=0.0, count=3)
        duplicate#0(dst=%a, scalar=0.0, count=1)
    """)


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
