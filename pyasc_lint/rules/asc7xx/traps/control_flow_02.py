"""`while` on a Python number."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-02",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails on a while loop whose condition reads a Python number ({names}): use for and range()",
        "while 的条件读取 Python 数值（{names}）时 pyasc 会失败：请用 for 与 range()",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    i = 0
    while i < 4:  # expect: ASC701
        asc.duplicate(a, 0.0, 64)
        i = i + 1  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(4):
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
