"""`p, q = q, p` in a run-time loop."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-03",
    severity=Severity.ERROR,
    message=Text(
        "pyasc swaps '{name}' and '{source}' once: from the second turn on both keep the swapped values; choose by "
        "the loop variable, if i % 2 == 0",
        "pyasc 只交换一次 '{name}' 与 '{source}'：从第二次迭代起两者保持交换后的值；请按循环变量选择，例如 if i % 2 "
        "== 0",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    p = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    q = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(n):
        asc.duplicate(p, 0.0, 64)
        p, q = q, p  # expect: ASC701
    asc.duplicate(q, 1.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    p = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    q = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(n):
        if i % 2 == 0:
            asc.duplicate(p, 0.0, 64)
        else:
            asc.duplicate(q, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
