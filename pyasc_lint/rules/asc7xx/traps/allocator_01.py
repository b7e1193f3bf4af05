"""`alloc(position, dtype, asc.ConstExpr(n))`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import UNWRAP
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

TRAP = Trap(
    id="allocator-01",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc cannot build an asc.ConstExpr object inside a kernel: pass a Python int, or a parameter annotated "
        "asc.ConstExpr[int]",
        "pyasc 不能在 kernel 内构造 asc.ConstExpr 对象：请传 Python int，或注解为 asc.ConstExpr[int] 的参数",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, asc.ConstExpr(64))  # expect: ASC701
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    releases=SINCE_1_1,
    mend=UNWRAP,
)
