"""Kernels of the vector unit, on several cores and with lengths that are no multiple of the tile."""

import asc

TILE = 256


@asc.jit
def vadd_any_length(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress, n: int):
    """Every core takes a share; the last tile of a share is shorter, and its bytes are moved one by one."""
    asc.init_soc_state()
    share = (n + asc.get_block_num() - 1) // asc.get_block_num()
    first = asc.get_block_idx() * share
    length = n - first
    if length > share:
        length = share + 0
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    y_gm.set_global_buffer(y, n)
    z_gm.set_global_buffer(z, n)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, TILE)
    for i in range((length + TILE - 1) // TILE):
        start = first + i * TILE
        count = length - i * TILE
        if count > TILE:
            count = asc.number(TILE, asc.int32)
        params = asc.DataCopyExtParams(1, count * 4, 0, 0, 0)
        pad = asc.DataCopyPadExtParams(asc.float32, False, 0, 0, 0)
        asc.data_copy_pad(a, x_gm[start:], params, pad)
        asc.data_copy_pad(b, y_gm[start:], params, pad)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.add(a, a, b, count)
        asc.set_flag(asc.HardEvent.V_MTE3, 0)
        asc.wait_flag(asc.HardEvent.V_MTE3, 0)
        asc.data_copy_pad(z_gm[start:], a, params)
        asc.set_flag(asc.HardEvent.MTE3_MTE2, 0)
        asc.wait_flag(asc.HardEvent.MTE3_MTE2, 0)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def relu_by_select(x: asc.GlobalAddress, y: asc.GlobalAddress, low: float):
    """What is greater than `low`, and else 0."""
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm.set_global_buffer(y, TILE)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, TILE)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 1024, TILE)
    zero = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 2048, TILE)
    mask = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 3072, TILE // 8)
    asc.data_copy(a, x_gm, TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.duplicate(zero, 0.0, TILE)
    asc.compare_scalar(mask, a, low, asc.CMPMODE.GT, TILE)
    asc.select(b, mask, a, zero, asc.SelMode.VSEL_TENSOR_TENSOR_MODE, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, b, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def largest_of_two(x: asc.GlobalAddress, y: asc.GlobalAddress, z: asc.GlobalAddress):
    """By comparing two tensors, mask and repeats given."""
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    z_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm.set_global_buffer(y, TILE)
    z_gm.set_global_buffer(z, TILE)
    a = asc.LocalTensor(asc.half, asc.TPosition.VECIN, 0, TILE)
    b = asc.LocalTensor(asc.half, asc.TPosition.VECIN, 512, TILE)
    c = asc.LocalTensor(asc.half, asc.TPosition.VECOUT, 1024, TILE)
    mask = asc.LocalTensor(asc.uint8, asc.TPosition.VECCALC, 1536, TILE // 8)
    asc.data_copy(a, x_gm, TILE)
    asc.data_copy(b, y_gm, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    params = asc.BinaryRepeatParams(1, 1, 1, 8, 8, 8)
    asc.compare(mask, a, b, asc.CMPMODE.GE, 128, 2, params)
    asc.select(c, mask, a, b, asc.SelMode.VSEL_TENSOR_TENSOR_MODE, 128, 2, params)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(z_gm, c, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def reductions(x: asc.GlobalAddress, y: asc.GlobalAddress):
    """Sums and extremes of repeats, blocks and pairs, each to rows of y of 64 elements."""
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    y_gm.set_global_buffer(y, 64 * 8)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, TILE)
    r = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 1024, 64 * 8)
    asc.data_copy(a, x_gm, TILE)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.duplicate(r, 0.0, 64 * 8)
    asc.whole_reduce_sum(r, a, 64, 4, 1, 1, 8)
    asc.whole_reduce_max(r[64:], a, 64, 4, 1, 1, 8, asc.ReduceOrder.ORDER_VALUE_INDEX)
    asc.whole_reduce_min(r[128:], a, 64, 4, 1, 1, 8, asc.ReduceOrder.ORDER_ONLY_VALUE)
    asc.block_reduce_max(r[192:], a, 4, 64, 1, 1, 8)
    asc.block_reduce_sum(r[256:], a, 4, 64, 1, 1, 8)
    asc.pair_reduce_sum(r[320:], a, 4, 64, 1, 1, 8)
    asc.repeat_reduce_sum(r[448:], a, 4, 40, 0, 1, 1, 8)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    asc.data_copy(y_gm, r, 64 * 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def gathered(x: asc.GlobalAddress, where: asc.GlobalAddress, y: asc.GlobalAddress, picked: asc.GlobalAddress):
    """Elements by their offsets, and every fourth one."""
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    where_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    picked_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, TILE)
    where_gm.set_global_buffer(where, TILE)
    y_gm.set_global_buffer(y, TILE)
    picked_gm.set_global_buffer(picked, 64)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, TILE)
    offsets = asc.LocalTensor(asc.uint32, asc.TPosition.VECIN, 1024, TILE)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 2048, TILE)
    c = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 3072, 64)
    asc.data_copy(a, x_gm, TILE)
    asc.data_copy(offsets, where_gm, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.gather(b, a, offsets, 0, TILE)
    count = asc.gather_mask(c, a, 4, False, 64, asc.GatherMaskParams(1, 4, 8, 0))
    asc.adds(c, c, count * 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, b, TILE)
    asc.data_copy(picked_gm, c, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def transposed(x: asc.GlobalAddress, y: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    y_gm.set_global_buffer(y, 256)
    a = asc.LocalTensor(asc.half, asc.TPosition.VECIN, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.VECOUT, 512, 256)
    asc.data_copy(a, x_gm, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.transpose(b, a)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, b, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def sorted_pairs(x: asc.GlobalAddress, numbers: asc.GlobalAddress, y: asc.GlobalAddress):
    """128 scores with their numbers: sorted by 32, then merged."""
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    numbers_gm = asc.GlobalTensor()
    y_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 128)
    numbers_gm.set_global_buffer(numbers, 128)
    y_gm.set_global_buffer(y, 256)
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 128)
    n = asc.LocalTensor(asc.uint32, asc.TPosition.VECIN, 512, 128)
    parts = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 1024, 256)
    whole = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 2048, 256)
    asc.data_copy(a, x_gm, 128)
    asc.data_copy(n, numbers_gm, 128)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.sort32(parts, a, n, 4)
    queues = asc.MrgSortSrcList(asc.float32, parts, parts[64:], parts[128:], parts[192:])
    asc.mrg_sort(whole, queues, asc.MrgSort4Info([32, 32, 32, 32], False, 15, 1))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, whole, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
