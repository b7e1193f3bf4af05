// Kernels for the workspaces of the tests.

const SYNC = `\
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
`;

/** Nothing is to be found here. */
export const CLEAN = `\
import asc

TILE = 8192


@asc.jit
def scale(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, TILE)
    ub = asc.LocalMemAllocator()
    x_in = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    y_out = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    asc.data_copy(x_in, x_gm, TILE)
${SYNC}\
    asc.muls(y_out, x_in, 2.0, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, y_out, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
`;

/** ASC501 at `muls`, with a safe fix. */
export const MISSING_SYNC = CLEAN.replace(SYNC, "");

/** ASC101 at `y_out` for the chips that pyasc knows, and nothing for an Ascend950PR, which has more memory. */
export const TOO_LARGE = CLEAN.replace("TILE = 8192", "TILE = 28 * 1024");

/** The number (from 1) of the first line that has a text. */
export function lineOf(text, part) {
  return text.split("\n").findIndex((line) => line.includes(part)) + 1;
}
