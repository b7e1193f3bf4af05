"""Values known at trace time are folded; names that loops and branches change become variables."""

from __future__ import annotations

from tests.support.lowering import TILE, body, expected


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


def test_a_number_that_a_loop_changes_becomes_a_variable() -> None:
    text = body(
        TILE
        + """
        offset = 0
        for i in range(n):
            asc.duplicate(a[offset:], 0.0, 8)
            offset = offset + 8
        asc.duplicate(a[offset:], 1.0, 8)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %offset = 0
        for %i in 0, %n, 1
          duplicate#0(dst=%a[%offset:], scalar=0.0, count=8)
          %offset = (%offset + 8)
        duplicate#0(dst=%a[%offset:], scalar=1.0, count=8)
    """)


def test_branches_are_merged_where_they_differ() -> None:
    text = body(
        TILE
        + """
        b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
        size = n + 8
        tile = a
        if n > 3:
            size = n
            tile = b
        elif m > 3:
            size = size * m
        asc.duplicate(tile, 0.0, size)
    """
    )
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
    text = body(
        TILE
        + """
        size = n + 1
        before = size
        size = m
        asc.duplicate(a, 0.0, before)
        asc.duplicate(a, 0.0, size)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        %size = (%n + 1)
        %before = %size
        %size = %m
        duplicate#0(dst=%a, scalar=0.0, count=%before)
        duplicate#0(dst=%a, scalar=0.0, count=%size)
    """)


def test_tensors_swapped_in_a_loop() -> None:
    text = body(
        TILE
        + """
        b = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 256, 64)
        for i in range(n):
            asc.duplicate(a, 0.0, 64)
            a, b = b, a
    """
    )
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
    text = body(
        TILE
        + """
        asc.duplicate(a, 0.0, n)
        n = n + 1
        asc.duplicate(a, 0.0, n)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        duplicate#0(dst=%a, scalar=0.0, count=%n)
        %n.1 = (%n + 1)
        duplicate#0(dst=%a, scalar=0.0, count=%n.1)
    """)
