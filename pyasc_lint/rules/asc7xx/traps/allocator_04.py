"""Any use of `allocator.get_cur_addr()`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

TRAP = Trap(
    id="allocator-04",
    severity=Severity.WARNING,
    message=Text(
        "get_cur_addr() returns an object that nothing in pyasc accepts: keep the byte offset in a Python variable",
        "get_cur_addr() 返回的对象在 pyasc 中无法使用：请用 Python 变量记录字节偏移",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, ub.get_cur_addr(), 64)  # expect: ASC701
    asc.duplicate(b, 0.0, 64)
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
    b = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 256, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    releases=SINCE_1_1,
)
