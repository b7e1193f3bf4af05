"""`/` between run-time integers."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import FLOOR
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-02",
    severity=Severity.WARNING,
    fixes=("unsafe",),
    message=Text(
        "pyasc emits an integer division for / on run-time integers: write // where that is meant, else cast first, "
        "n.cast(asc.float32) / 3.0",
        "运行时整数的 / 会被 pyasc 生成为整数除法：若确需整除请写 //，否则先转换 n.cast(asc.float32) / 3.0",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, n / 3, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, n.cast(asc.float32) / 3.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=FLOOR,
)
