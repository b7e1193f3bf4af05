"""A conditional expression of tensors."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-14",
    severity=Severity.WARNING,
    message=Text(
        "pyasc cannot choose between tensors in an expression: assign one name in both branches of an if",
        "pyasc 不支持在表达式中选择张量：请在 if 的两个分支中给同一名称赋值",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    p = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    q = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    t = p if n > 3 else q  # expect: ASC701
    asc.duplicate(t, 0.0, 64)
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
    t = p
    if n > 3:
        t = q
    asc.duplicate(t, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
