"""An allocator starts at byte 0 of its memory and advances; what is left is the end less `get_cur_addr()`."""

import asc


@asc.jit
def starts_at_zero():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    whole = ub.alloc(asc.TPosition.VECIN, asc.float32, 49152)  # expect: ASC116
    asc.duplicate(whole, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def advances():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 16384)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 16384)
    c = ub.alloc(asc.TPosition.VECOUT, asc.float32, 16392)  # expect: ASC101
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.duplicate(c, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def what_is_left(n: int):
    # pyasc-lint: assume 8 <= n <= 100000, n % 8 == 0
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 1024)
    asc.duplicate(a, 0.0, 64)
    if ub.get_cur_addr() + 4 * n <= 188160:  # expect: ASC701
        b = ub.alloc(asc.TPosition.VECOUT, asc.float32, n)
        asc.duplicate(b, 0.0, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def more_than_is_left(n: int):
    # pyasc-lint: assume 8 <= n <= 100000, n % 8 == 0
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 1024)
    asc.duplicate(a, 0.0, 64)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, n)  # expect: ASC102
    asc.duplicate(b, 0.0, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
