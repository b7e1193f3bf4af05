"""`prev = cur` in a run-time loop that changes `cur`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-04",
    severity=Severity.ERROR,
    message=Text(
        "pyasc gives '{name}' the value that '{source}' had before the loop, in every turn: compute it from the loop "
        "variable",
        "pyasc 在每次迭代中都把 '{source}' 进入循环前的值赋给 '{name}'：请由循环变量计算",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    prev = n + 0
    cur = n + 1
    for i in range(4):
        asc.duplicate(a[prev * 8:], 0.0, 8)
        prev = cur  # expect: ASC701
        cur = cur + 1
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    for i in range(4):
        prev = n + i
        asc.duplicate(a[prev * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
