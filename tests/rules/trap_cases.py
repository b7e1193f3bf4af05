"""A few lines of a kernel for each known trap that another rule reports; `HEADS` go before the kernel."""

from __future__ import annotations

BODIES = {
    "allocator-03": "c = ub.alloc(asc.TPosition.VECCALC, float, 64)",
    "allocator-05": "c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 60000)",
    "allocator-06": "c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 47000)\nasc.add_deq_relu(h, i32, i32, 64)",
    "allocator-07": (
        "c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 3)\n"
        "d = ub.alloc(asc.TPosition.VECCALC, asc.float32, 8)\n"
        "asc.duplicate(d, 0.0, 8)\n"
        "asc.data_copy(d,g,8)"
    ),
    "allocator-08": "c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 0)",
    "allocator-09": "c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64.0)",
    "allocator-10": "c = ub.alloc(asc.TPosition.A1, asc.float32, 64)",
    "allocator-11": "c = ub.alloc(asc.TPosition.GM, asc.float32, 64)",
    "allocator-12": "c = asc.LocalMemAllocator(asc.Hardware.GM)",
    "allocator-13": "c = asc.LocalMemAllocator(asc.Hardware.FIXBUF)\nd = c.alloc(asc.TPosition.C2, asc.half, 64)",
    "allocator-14": "c = asc.LocalMemAllocator()",
    "allocator-15": "helper()\nhelper()",
    "allocator-17": "for i in range(n):\n    c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)",
    "allocator-18": "ub.reset()",
    "allocator-19": "c = ub.alloc(pos=asc.TPosition.VECCALC, dtype=asc.float32, tile_size=64)",
    "allocator-20": "c = asc.LocalMemAllocator(1)",
    "control_flow-10": "for i in range(4):\n    w = i * 2\nasc.duplicate(a, 0.0, w)",
    "control_flow-12": "for i in range(4):\n    break",
    "control_flow-13": "if n > 3:\n    return",
    "control_flow-17": "if n > 1 and n < 5 and n > 2:\n    pass",
    "control_flow-18": "if not True:\n    pass",
    "control_flow-19": "if 0 < n < 5:\n    pass",
    "control_flow-21": "for i in asc.static_range(n):\n    pass",
    "control_flow-22": "asc.set_flag(asc.HardEvent.MTE2_V, 0)\nif n > 3:\n    asc.wait_flag(asc.HardEvent.MTE2_V, 0)",
    "cube-07": "p = asc.LoadImageToLocalParams(sid=0)",
    "cube-08": "p = asc.InitConstValueParams(1, 1, 0, n)",
    "data_copy-01": "asc.data_copy(a, g, 3)",
    "data_copy-02": "asc.data_copy(a, g, -8)",
    "data_copy-03": "asc.data_copy(g, g, 64)",
    "data_copy-05": "l = asc.LocalTensor(asc.float32, asc.TPosition.A1, 0, 64)\nasc.data_copy(l, a, 64)",
    "data_copy-06": "l = asc.LocalTensor(asc.float32, asc.TPosition.A1, 0, 64)\nasc.data_copy(a, l, 64)",
    "data_copy-08": "asc.data_copy(a, g, params=asc.DataCopyParams(1, 8, 0, 0))",
    "data_copy-09": "asc.data_copy(a, g, asc.DataCopyParams(70000, 1, 0, 0))",
    "data_copy-10": "asc.data_copy(a, g, asc.DataCopyParams())",
    "data_copy-12": "asc.data_copy_pad(a, g, asc.DataCopyExtParams(1, 12, 0, 0, 0))",
    "data_copy-13": (
        "pad = asc.DataCopyPadExtParams(asc.half, True, 0, 5, 0)\n"
        "asc.data_copy_pad(a, g, asc.DataCopyExtParams(1, 12, 0, 0, 0), pad)"
    ),
    "global_tensor-02": "k = asc.GlobalTensor(asc.float32)",
    "helpers-04": "rec(n)",
    "helpers-06": "plain(n)",
    "local_tensor-01": "t = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC)",
    "local_tensor-04": "t = asc.LocalTensor(asc.float32, None, 0, 64)",
    "local_tensor-05": "t = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 196608, 64)",
    "local_tensor-06": "t = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, -32, 64)",
    "local_tensor-07": (
        "t = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)\n"
        "asc.duplicate(a, 0.0, 64)\n"
        "asc.duplicate(t, 0.0, 64)\n"
        "asc.add(b, a, a, 64)"
    ),
    "local_tensor-08": "t = asc.LocalTensor(asc.float32, asc.TPosition.GM, 0, 64)",
    "local_tensor-09": "t = asc.LocalTensor(asc.float32, asc.TPosition.MAX, 0, 64)",
    "local_tensor-11": "t = asc.LocalTensorAuto(asc.float32, 64)",
    "misc-01": "p = asc.DataCopyParams(1, 8, 0, 0, 5)",
    "misc-04": "asc.data_cache_clean_and_invalid(asc.CacheLine.SINGLE_CACHE_LINE, asc.DcciDst.CACHELINE_OUT, g)",
    "misc-05": "asc.inline('call();')",
    "misc-06": "c = ub.alloc(asc.TPosition.VECCALC, asc.bfloat16, 64)",
    "misc-08": "assert n > 3",
    "scalar-09": "g.set_global_buffer(4 + x, 64)",
    "scalar-10": "m = n ** 2",
    "scalar-11": "asc.duplicate(a, 0.0, 128 / 2)",
    "scalar-13": "m = min(1, 2)",
    "slicing-02": "asc.duplicate(a[:64], 0.0, 64)",
    "slicing-03": "asc.duplicate(a[:], 0.0, 64)",
    "slicing-04": "asc.duplicate(a[-64:], 0.0, 64)",
    "slicing-05": "asc.duplicate(a[999999:], 0.0, 64)",
    "slicing-10": "v = a[0]\nasc.adds(a, a, v, 64)",
    "slicing-11": "a[0] = 1.0",
    "sync-01": "asc.set_flag(asc.HardEvent.MTE2_V, 0)",
    "sync-02": "asc.set_flag(asc.HardEvent.MTE2_V, 8)\nasc.wait_flag(asc.HardEvent.MTE2_V, 8)",
    "sync-03": "asc.set_flag(asc.HardEvent.M_V, 0)\nasc.wait_flag(asc.HardEvent.M_V, 0)",
    "sync-06": "asc.set_flag(asc.HardEvent.MTE2_V if n > 3 else asc.HardEvent.V_MTE3, 0)",
    "sync-08": "asc.pipe_barrier(asc.PipeID.PIPE_S)",
    "sync-14": "asc.cross_core_set_flag(99, 2, asc.PipeID.PIPE_MTE3)",
    "sync-15": "asc.cross_core_set_flag(3, 2, asc.PipeID.PIPE_MTE3)",
    "sync-16": "p = asc.TPipe()",
    "vector-01": "asc.exp(i32, i32, 64)",
    "vector-02": "asc.exp(h, a, 64)",
    "vector-03": "asc.add(g, g, g, 64)",
    "vector-04": "l = asc.LocalTensor(asc.float32, asc.TPosition.A1, 0, 64)\nasc.add(l, l, l, 64)",
    "vector-05": "asc.add(a, a, a, 200, 1, asc.BinaryRepeatParams())",
    "vector-06": "asc.add(a, a, a, (255, 0), 1, asc.BinaryRepeatParams())",
    "vector-08": "asc.add(a, a, a, 64, 300, asc.BinaryRepeatParams())",
    "vector-10": "asc.compare(u8, a, a, asc.CMPMODE.LT, 64, 1, asc.BinaryRepeatParams(), is_set_mask=False)",
    "vector-11": "asc.compare(u8, a, a, asc.CMPMODE.LT, 65)",
    "vector-13": "asc.add(a[8:], a, b, 128)",
    "vector-14": "p = asc.UnaryRepeatParams(block_count=1)",
    "vector-15": "asc.cast_deq(u8, i32, 64, is_vec_deq=False)",
    "vector-16": (
        "asc.select(dst=a, sel_mask=u8, src0=a, src1=a, sel_mode=asc.SelMode.VSEL_TENSOR_TENSOR_MODE, count=64)"
    ),
    "vector-18": "asc.set_vector_mask(64, asc.float32, asc.MaskMode.NORMAL)",
    "vector-19": "asc.set_atomic_add()",
    "vector-20": "asc.copy(a, b, n, 1, asc.CopyRepeatParams(1,1,8,8))",
    "vector-21": "asc.gather(a, b, i32, 0, 64)",
    "vector-23": (
        "asc.trans_data_to_5hd(dst_list=[a], src_list=[b], params=asc.TransDataTo5HDParams(False, False, 1, 0, 0))"
    ),
    "vector-24": "asc.reduce_sum(a, b, b, 64)",
    "vector-26": "asc.scatter(a, b, i32, 0, 64)",
}

HEADS = {
    "allocator-15": (
        "@asc.jit\n"
        "def helper():\n"
        "    mine = asc.LocalMemAllocator()\n"
        "    t = mine.alloc(asc.TPosition.VECCALC, asc.float32, 64)"
    ),
    "helpers-04": "@asc.jit\ndef rec(n):\n    rec(n)",
    "helpers-06": "def plain(n):\n    return n",
}

FILES = {
    "helpers-07": """\
import asc


def outer():
    size = 64

    @asc.jit
    def kernel(x: asc.GlobalAddress):
        asc.init_soc_state()
        ub = asc.LocalMemAllocator()
        a = ub.alloc(asc.TPosition.VECCALC, asc.float32, size)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)

    return kernel
""",
    "helpers-08": """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int = 4):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def run(x):
    kernel[8](x)
""",
    "sync-12": """\
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
""",
}
"""Whole files, where a few lines do not show it."""
