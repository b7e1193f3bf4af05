"""Any use of `t.get_size()` of an allocated tensor."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

TRAP = Trap(
    id="queries-01",
    severity=Severity.WARNING,
    message=Text(
        "get_size() of a tensor from an allocator returns a Python object that nothing accepts: keep the size in a "
        "Python variable",
        "由分配器得到的张量，其 get_size() 返回无法使用的 Python 对象：请用 Python 变量保存大小",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, a.get_size())  # expect: ASC701
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
)
