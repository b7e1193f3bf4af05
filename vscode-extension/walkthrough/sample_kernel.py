# y = 2 * x + 1: two flags are missing

import asc

TILE = 8192


@asc.jit
def scale_and_shift(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, TILE)

    ub = asc.LocalMemAllocator()
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    doubled = ub.alloc(asc.TPosition.VECCALC, asc.float32, TILE)
    y_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)

    asc.data_copy(x_in, x_gm, TILE)
    asc.muls(doubled, x_in, 2.0, TILE)
    asc.adds(y_out, doubled, 1.0, TILE)
    asc.data_copy(y_gm, y_out, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
