"""z = x * y + y, first written for float16. In float32 the same tile no longer fits three times."""

import asc

TILE = 20 * 1024


@asc.jit
def multiply_add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm.set_global_buffer(y, TILE)
    z_gm.set_global_buffer(z, TILE)

    ub = asc.LocalMemAllocator(asc.Hardware.UB)
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    y_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    z_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)  # expect: ASC101

    asc.data_copy(x_in, x_gm, TILE)
    asc.data_copy(y_in, y_gm, TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.mul(z_out, x_in, y_in, TILE)
    asc.add(z_out, z_out, y_in, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(z_gm, z_out, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
