"""Any use of a value that pyasc returns raw."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="queries-04",
    severity=Severity.WARNING,
    message=Text(
        "pyasc returns an object here that nothing accepts: write 0.0 - x for -x; compute sort lengths and offsets "
        "in Python",
        "pyasc 在此返回无法使用的对象：-x 请写成 0.0 - x；排序长度与偏移请用 Python 计算",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: float):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.adds(a, a, -x, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: float):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.adds(a, a, 0.0 - x, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
