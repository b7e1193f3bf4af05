"""`//` between run-time floats."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import DIVIDE
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-03",
    severity=Severity.ERROR,
    fixes=("unsafe",),
    message=Text(
        "pyasc emits a plain division for // on run-time floats, without rounding down: divide with /, or cast to an "
        "integer first",
        "运行时浮点数的 // 会被 pyasc 生成为普通除法，不取整：请用 /，或先转换为整数",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: float):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, x // 2.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: float):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, x / 2.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=DIVIDE,
)
