"""A name that changes its dtype in a run-time block."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-15",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails where '{name}' changes from {old} to {new} in a branch or loop: keep its dtype, or use another "
        "name",
        "'{name}' 在分支或循环中由 {old} 变为 {new} 时 pyasc 会失败：请保持数据类型，或另用名称",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    s = n + 0
    if n > 3:
        s = n.cast(asc.float32)  # expect: ASC701
    asc.duplicate(a, s.cast(asc.float32), 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    s = n.cast(asc.float32)
    if n > 3:
        s = s + 1.0
    asc.duplicate(a, s, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
