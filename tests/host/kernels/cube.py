"""Kernels of the cube unit."""

import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def matmul_tiled(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress, n: int, k: int,
                 tile: asc.ConstExpr[int]):
    """Rows of A by core, columns of B by tile; the depth is added up in L0C."""
    # pyasc-lint: assume n > 0, k > 0, n % 64 == 0, k % 64 == 0
    asc.init_soc_state()
    a_gm = asc.GlobalTensor()
    b_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    row = asc.get_block_idx() * tile
    a_gm.set_global_buffer(a + row * k, tile * k)
    b_gm.set_global_buffer(b, n * k)
    c_gm.set_global_buffer(c + row * n, tile * n)
    a1 = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, tile * tile)
    b1 = asc.LocalTensor(asc.half, asc.TPosition.B1, tile * tile * 2, tile * tile)
    a2 = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, tile * tile)
    b2 = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, tile * tile)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, tile * tile)
    for j in range(n // tile):
        for depth in range(k // tile):
            asc.data_copy(a1, a_gm[depth * tile:], asc.Nd2NzParams(1, tile, tile, 0, k, tile, 1, 0))
            asc.data_copy(b1, b_gm[depth * tile * n + j * tile:], asc.Nd2NzParams(1, tile, tile, 0, n, tile, 1, 0))
            asc.set_flag(asc.HardEvent.MTE2_MTE1, 0)
            asc.wait_flag(asc.HardEvent.MTE2_MTE1, 0)
            for i in range(tile // 16):
                asc.load_data(a2[i * 16 * tile:], a1[i * 256:],
                              asc.LoadData2DParams(0, tile // 16, tile // 16, 0, 0, False, 0))
                asc.load_data(b2[i * 16 * tile:], b1[i * 256:],
                              asc.LoadData2DParams(0, tile // 16, tile // 16, 0, 0, True, 0))
            asc.set_flag(asc.HardEvent.MTE1_M, 0)
            asc.wait_flag(asc.HardEvent.MTE1_M, 0)
            asc.mmad(c1, a2, b2, asc.MmadParams(m=tile, n=tile, k=tile, cmatrix_init_val=depth == 0))
            asc.pipe_barrier(asc.PipeID.PIPE_ALL)
        asc.fixpipe(c_gm[j * tile:], c1, asc.FixpipeParamsV220(tile, tile, tile, n))
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


H = 6
W = 7
CHANNELS = 16
WINDOW = 3
DEPTH = WINDOW * WINDOW * CHANNELS
PLACES = H * W


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def convolution(image: asc.GlobalAddress, weights: asc.GlobalAddress, out: asc.GlobalAddress):
    """3 x 3 windows of a padded image of 16 channels: a product of the windows with the weights."""
    asc.init_soc_state()
    image_gm = asc.GlobalTensor()
    weights_gm = asc.GlobalTensor()
    out_gm = asc.GlobalTensor()
    image_gm.set_global_buffer(image, PLACES * CHANNELS)
    weights_gm.set_global_buffer(weights, DEPTH * 16)
    out_gm.set_global_buffer(out, PLACES * 16)
    a1 = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, PLACES * CHANNELS)
    b1 = asc.LocalTensor(asc.half, asc.TPosition.B1, 65536, DEPTH * 16)
    a2 = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 48 * DEPTH)
    b2 = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, DEPTH * 16)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 48 * 16)
    asc.data_copy(a1, image_gm, PLACES * CHANNELS)
    asc.data_copy(b1, weights_gm, asc.Nd2NzParams(1, DEPTH, 16, 0, 16, DEPTH, 1, 0))
    asc.set_flag(asc.HardEvent.MTE2_MTE1, 0)
    asc.wait_flag(asc.HardEvent.MTE2_MTE1, 0)
    asc.load_data(a2, a1, asc.LoadData3DParamsV2([1, 1, 1, 1], H, W, CHANNELS, DEPTH, PLACES, 0, 0, 1, 1, WINDOW, WINDOW,
                                                 1, 1))
    asc.load_data(b2, b1, asc.LoadData2DParams(0, DEPTH // 16, 1, 0, 0, True, 0))
    asc.set_flag(asc.HardEvent.MTE1_M, 0)
    asc.wait_flag(asc.HardEvent.MTE1_M, 0)
    asc.mmad(c1, a2, b2, asc.MmadParams(m=PLACES, n=16, k=DEPTH, unit_flag=0, cmatrix_source=False,
                                        cmatrix_init_val=True))
    asc.set_flag(asc.HardEvent.M_FIX, 0)
    asc.wait_flag(asc.HardEvent.M_FIX, 0)
    asc.fixpipe(out_gm, c1, asc.FixpipeParamsV220(16, PLACES, 48, 16))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def small_product(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress):
    """16 x 16 of halves, to halves, without what is below zero."""
    asc.init_soc_state()
    a_gm = asc.GlobalTensor()
    b_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a, 256)
    b_gm.set_global_buffer(b, 256)
    c_gm.set_global_buffer(c, 256)
    a1 = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 256)
    b1 = asc.LocalTensor(asc.half, asc.TPosition.B1, 512, 256)
    a2 = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b2 = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c1 = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.data_copy(a1, a_gm, 256)
    asc.data_copy(b1, b_gm, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams(0, 1, 1, 0, 0, False, 0))
    asc.load_data_with_transpose(b2, b1, asc.LoadData2dTransposeParams(0, 1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16, quant_pre=asc.QuantModes.F322F16, relu_en=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def product_of_bytes(a: asc.GlobalAddress, b: asc.GlobalAddress, c: asc.GlobalAddress):
    """16 x 64 of bytes by the rows of another such matrix, added up in two steps."""
    asc.init_soc_state()
    a_gm = asc.GlobalTensor()
    b_gm = asc.GlobalTensor()
    c_gm = asc.GlobalTensor()
    a_gm.set_global_buffer(a, 1024)
    b_gm.set_global_buffer(b, 1024)
    c_gm.set_global_buffer(c, 256)
    a1 = asc.LocalTensor(asc.int8, asc.TPosition.A1, 0, 1024)
    b1 = asc.LocalTensor(asc.int8, asc.TPosition.B1, 1024, 1024)
    a2 = asc.LocalTensor(asc.int8, asc.TPosition.A2, 0, 1024)
    b2 = asc.LocalTensor(asc.int8, asc.TPosition.B2, 0, 1024)
    c1 = asc.LocalTensor(asc.int32, asc.TPosition.CO1, 0, 256)
    asc.data_copy(a1, a_gm, asc.Nd2NzParams(1, 16, 64, 0, 64, 16, 1, 0))
    asc.data_copy(b1, b_gm, asc.Nd2NzParams(1, 16, 64, 0, 64, 16, 1, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.load_data(a2, a1, asc.LoadData2DParams(0, 2, 1, 0, 0, False, 0))
    asc.load_data(b2, b1, asc.LoadData2DParams(0, 2, 1, 0, 0, False, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c1, a2, b2, asc.MmadParams(m=16, n=16, k=32, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    asc.pipe_barrier(asc.PipeID.PIPE_M)
    asc.mmad(c1, a2[512:], b2[512:], asc.MmadParams(m=16, n=16, k=32, unit_flag=0, cmatrix_source=False,
                                                    cmatrix_init_val=False))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.fixpipe(c_gm, c1, asc.FixpipeParamsV220(16, 16, 16, 16))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
