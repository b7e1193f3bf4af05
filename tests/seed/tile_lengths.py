"""Tile lengths known at compile time and at run time; `tile_size` counts elements, not bytes."""

import asc

TILE = 12288


@asc.jit
def constant_length():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    asc.duplicate(a, 0.0, TILE)
    asc.duplicate(b, 0.0, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def a_length_for_each_launch(tile: asc.ConstExpr[int]):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, tile)  # expect: ASC102
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, tile)  # expect: ASC101
    asc.duplicate(a, 0.0, tile)
    asc.duplicate(b, 0.0, tile)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch():
    a_length_for_each_launch[8](8192)
    a_length_for_each_launch[8](32768)


@asc.jit
def run_time_length(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, n)  # expect: ASC102
    asc.duplicate(a, 0.0, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def bytes_for_elements():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 192 * 1024)  # expect: ASC101
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
