"""The eight members of Hardware, and positions that live in the allocator's memory."""

import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def every_member_of_the_cube_core():
    asc.init_soc_state()
    l1 = asc.LocalMemAllocator(asc.Hardware.L1)
    l0a = asc.LocalMemAllocator(asc.Hardware.L0A)
    l0b = asc.LocalMemAllocator(asc.Hardware.L0B)
    l0c = asc.LocalMemAllocator(asc.Hardware.L0C)
    bias = asc.LocalMemAllocator(asc.Hardware.BIAS)
    fixbuf = asc.LocalMemAllocator(asc.Hardware.FIXBUF)
    a = l1.alloc(asc.TPosition.A1, asc.half, 512 * 512)  # expect: ASC116
    b = l0a.alloc(asc.TPosition.A2, asc.half, 32 * 1024)
    c = l0b.alloc(asc.TPosition.B2, asc.half, 32 * 1024)
    d = l0c.alloc(asc.TPosition.CO1, asc.float32, 32 * 1024)
    e = bias.alloc(asc.TPosition.C2, asc.float32, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def one_byte_row_too_many():
    asc.init_soc_state()
    l1 = asc.LocalMemAllocator(asc.Hardware.L1)
    l0a = asc.LocalMemAllocator(asc.Hardware.L0A)
    l0b = asc.LocalMemAllocator(asc.Hardware.L0B)
    l0c = asc.LocalMemAllocator(asc.Hardware.L0C)
    a = l1.alloc(asc.TPosition.A1, asc.half, 512 * 512 + 16)  # expect: ASC101
    b = l0a.alloc(asc.TPosition.A2, asc.half, 32 * 1024 + 256)  # expect: ASC101
    c = l0b.alloc(asc.TPosition.B2, asc.half, 32 * 1024 + 256)  # expect: ASC101
    d = l0c.alloc(asc.TPosition.CO1, asc.float32, 32 * 1024 + 256)  # expect: ASC101
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def unified_buffer():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator(asc.Hardware.UB)
    a = ub.alloc(asc.TPosition.VECIN, asc.half, 1024)
    b = ub.alloc(asc.TPosition.VECOUT, asc.half, 1024)
    c = ub.alloc(asc.TPosition.VECCALC, asc.half, 1024)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.duplicate(c, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def no_allocator_for_these():
    asc.init_soc_state()
    gm = asc.LocalMemAllocator(asc.Hardware.GM)  # expect: ASC402
    none = asc.LocalMemAllocator(asc.Hardware.MAX)  # expect: ASC402
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def a_position_of_another_memory():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.A1, asc.half, 1024)  # expect: ASC401
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
