"""Tensors, views, addresses, structs and conditions in the IR."""

from __future__ import annotations

from tests.support.lowering import TILE, body, expected


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
    text = body(
        TILE
        + """
        params = asc.DataCopyParams(1, 8, 0, 0)
        params.block_len = n
        asc.data_copy(a, a, params)
        counts = asc.array(asc.int32, [4, 5])
        counts[1] = counts[0] + m
        asc.duplicate(a, 0.0, counts[n])
    """
    )
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
    text = body(
        TILE
        + """
        # pyasc-lint: assume 64 <= n <= 8192, n % 64 == 0
        asc.duplicate(a, 0.0, n)
        # pyasc-lint: assume m > 3
        asc.static_assert(n > m)
    """
    )
    assert text == expected("""
        %a = local float32, TPosition.VECIN, 0, 64
        assume ((64 <= %n) and (%n <= 8192)) (comment)
        assume ((%n % 64) == 0) (comment)
        duplicate#0(dst=%a, scalar=0.0, count=%n)
        assume (%m > 3) (comment)
        assume (%n > %m) (assert)
    """)
