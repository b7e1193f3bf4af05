"""What pyasc 1.1.1 compiles to something else than Python says."""

import asc


@asc.jit
def while_condition(y: asc.GlobalAddress, n: int):
    """The condition is tested before every turn."""
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 8)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 8)
    turns = 0
    while turns * turns < n:
        turns = turns + 1
    asc.duplicate(t, turns * 1.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, t, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def carried(y: asc.GlobalAddress, n: int):
    """Integers that a loop carries, and tensors that it swaps."""
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 16)
    p = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 8)
    q = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 32, 8)
    asc.duplicate(p, 1.0, 8)
    asc.duplicate(q, 2.0, 8)
    before = 0
    total = 1
    for i in range(n):
        before, total = total, before + total
        p, q = q, p
        asc.adds(p, p, total * 1.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, p, 8)
    asc.data_copy(y_gm[8:], q, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def division(y: asc.GlobalAddress, n: int, m: int):
    """Python's / // and % for numbers below zero."""
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 32)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 32)
    asc.duplicate(t, n / m, 8)
    asc.duplicate(t[8:], (n // m) * 1.0, 8)
    asc.duplicate(t[16:], (n % m) * 1.0, 8)
    asc.duplicate(t[24:], asc.ceildiv(n, m) * 1.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, t, 32)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


@asc.jit
def loop_variable(y: asc.GlobalAddress, n: int):
    """range() goes on whatever the body does to its variable, and backwards."""
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, 8)
    t = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 0, 8)
    total = asc.number(0, asc.int32)
    for i in range(n, 0, -2):
        i = i * 10
        total = total + i
    asc.duplicate(t, total * 1.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.data_copy(y_gm, t, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
