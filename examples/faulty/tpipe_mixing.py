"""y = exp(x) - 1 with tiles at fixed addresses, but scratch from a TPipe, which hands out the same bytes again."""

import asc

TILE = 2048


@asc.jit
def exp_minus_one(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm.set_global_buffer(y, TILE)

    ub = asc.LocalMemAllocator(asc.Hardware.UB)
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    y_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)

    pipe = asc.TPipe()  # expect: ASC201
    scratch_buffer = asc.TBuf(asc.TPosition.VECCALC)  # expect: ASC201
    pipe.init_buffer(buf=scratch_buffer, num=TILE * 4)  # expect: ASC201
    scratch = scratch_buffer.get(asc.float32)  # expect: ASC201

    asc.data_copy(x_in, x_gm, TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.exp(scratch, x_in, TILE)
    asc.adds(y_out, scratch, -1.0, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, y_out, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
