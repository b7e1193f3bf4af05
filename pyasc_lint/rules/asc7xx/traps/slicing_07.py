"""`t[asc.ConstExpr(i)]`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import UNWRAP
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="slicing-07",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc refuses a ConstExpr object as index: use a plain int",
        "pyasc 不接受以 ConstExpr 对象作下标：请使用普通 int",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a[asc.ConstExpr(64)], 0.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a[64], 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=UNWRAP,
)
