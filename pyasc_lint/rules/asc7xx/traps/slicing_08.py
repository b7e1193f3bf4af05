"""`t[True]`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import INTEGER
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="slicing-08",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc emits a one-bit index for a bool, which is not the element the source names: use an int",
        "pyasc 会把 bool 下标生成为 1 位整数，与源码所指元素不符：请使用 int",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a[False], 0.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a[0], 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=INTEGER,
)
