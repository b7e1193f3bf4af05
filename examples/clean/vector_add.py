"""z = x + y in two slots: while the vector unit adds one tile, the next one is copied in and the last one out."""

import asc
import numpy as np

CORES = 8
TILE = 4096  # float32 elements: 16 KiB a tile, six tiles in the unified buffer


@asc.jit
def vector_add(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, tiles: int):
    """Each core adds `tiles` tiles of TILE elements."""
    asc.init_soc_state()
    start = asc.get_block_idx() * tiles * TILE
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + start, tiles * TILE)
    y_gm.set_global_buffer(y + start, tiles * TILE)
    z_gm.set_global_buffer(z + start, tiles * TILE)

    ub = asc.LocalMemAllocator(asc.Hardware.UB)
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, 2 * TILE)
    y_in = ub.alloc(asc.TPosition.VECIN, asc.float32, 2 * TILE)
    z_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, 2 * TILE)

    # Both slots start free: the first copy-in and the first add of each must not wait for work that never came.
    for event_id in asc.static_range(2):
        asc.set_flag(asc.HardEvent.V_MTE2, event_id)
        asc.set_flag(asc.HardEvent.MTE3_V, event_id)

    for i in range(tiles):
        slot = i % 2
        here = slot * TILE
        asc.wait_flag(asc.HardEvent.V_MTE2, slot)
        asc.data_copy(x_in[here:], x_gm[i * TILE :], TILE)
        asc.data_copy(y_in[here:], y_gm[i * TILE :], TILE)
        asc.set_flag(asc.HardEvent.MTE2_V, slot)

        asc.wait_flag(asc.HardEvent.MTE2_V, slot)
        asc.wait_flag(asc.HardEvent.MTE3_V, slot)
        asc.add(z_out[here:], x_in[here:], y_in[here:], TILE)
        asc.set_flag(asc.HardEvent.V_MTE2, slot)
        asc.set_flag(asc.HardEvent.V_MTE3, slot)

        asc.wait_flag(asc.HardEvent.V_MTE3, slot)
        asc.data_copy(z_gm[i * TILE :], z_out[here:], TILE)
        asc.set_flag(asc.HardEvent.MTE3_V, slot)

    for event_id in asc.static_range(2):
        asc.wait_flag(asc.HardEvent.V_MTE2, event_id)
        asc.wait_flag(asc.HardEvent.MTE3_V, event_id)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    z = np.zeros_like(x)
    vector_add[CORES](x, y, z, x.size // (CORES * TILE))
    return z
