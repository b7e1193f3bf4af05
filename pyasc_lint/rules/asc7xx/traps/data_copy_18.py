"""A `data_copy` to global memory whose count a branch or loop has computed."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="data_copy-18",
    severity=Severity.ERROR,
    message=Text(
        "pyasc crashes on a data_copy to global memory if an if or loop computes its count: compute both values "
        "before, and only choose one there",
        "搬出到全局内存的 data_copy 的 count 若由 if 或循环计算得出，pyasc 会崩溃：请先算好两个值，再在分支中选择其一",
    ),
    bad="""
import asc

TILE = 2048


@asc.jit
def kernel(y: asc.GlobalAddress, n: int):
    # pyasc-lint: assume 8 <= n <= 65536, n % 8 == 0
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, n)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    asc.duplicate(a, 0.0, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    tiles = (n + TILE - 1) // TILE
    for i in range(tiles):
        count = asc.number(TILE, asc.int32)
        if i == tiles - 1:
            count = n - i * TILE
        asc.data_copy(y_gm[i * TILE:], a, count)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc

TILE = 2048


@asc.jit
def kernel(y: asc.GlobalAddress, n: int):
    # pyasc-lint: assume 8 <= n <= 65536, n % 8 == 0
    asc.init_soc_state()
    y_gm = asc.GlobalTensor()
    y_gm.set_global_buffer(y, n)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECOUT, asc.float32, TILE)
    asc.duplicate(a, 0.0, TILE)
    asc.set_flag(asc.HardEvent.V_MTE3, 0)
    asc.wait_flag(asc.HardEvent.V_MTE3, 0)
    tiles = (n + TILE - 1) // TILE
    for i in range(tiles):
        left = n - i * TILE
        count = left if i == tiles - 1 else TILE
        asc.data_copy(y_gm[i * TILE:], a, count)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
