"""`a and b` where b has an effect."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-16",
    severity=Severity.ERROR,
    message=Text(
        "pyasc runs both sides of '{op}', so this side has its effect whatever the other says: nest two ifs",
        "pyasc 会执行 '{op}' 的两侧，无论另一侧结果如何，此侧的副作用都会发生：请嵌套两个 if",
    ),
    bad="""
import asc


@asc.jit
def cleared(a, n):
    asc.duplicate(a, 0.0, 64)
    return n + 1


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    if n > 3 and cleared(a, n) > 1:  # expect: ASC701
        asc.duplicate(a, 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def cleared(a, n):
    asc.duplicate(a, 0.0, 64)
    return n + 1


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    if n > 3:
        if cleared(a, n) > 1:
            asc.duplicate(a, 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
