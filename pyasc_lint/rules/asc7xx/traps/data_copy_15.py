"""`SliceInfo` with `end_index` or `burst_len` 0."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="data_copy-15",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails on SliceInfo with {name} 0: give it a value above 0",
        "SliceInfo 的 {name} 为 0 时 pyasc 会失败：请给出大于 0 的值",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 0, 0, 1, 16)  # expect: ASC701
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 15, 0, 2, 16)
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
