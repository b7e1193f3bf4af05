"""A Python number bound again in a run-time block."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-11",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails where a branch or loop gives the Python number '{name}' a new value: start it as a run-time "
        "value, {name} = asc.number(0, asc.int32)",
        "在分支或循环中给 Python 数值 '{name}' 赋新值时 pyasc 会失败：请以运行时的值开始，{name} = asc.number(0, "
        "asc.int32)",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    offset = 0
    for i in range(8):
        asc.duplicate(a[offset:], 0.0, 8)
        offset = offset + 8  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    offset = asc.number(0, asc.int32)
    for i in range(8):
        asc.duplicate(a[offset:], 0.0, 8)
        offset = offset + 8
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
