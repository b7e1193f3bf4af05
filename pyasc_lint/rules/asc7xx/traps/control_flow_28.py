"""`q, = values`: one name and a comma."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-28",
    severity=Severity.WARNING,
    message=Text(
        "pyasc takes the single name before the comma for the whole tuple or list, and fails on it here: bind the "
        "item, q = values[0]",
        "pyasc 把逗号前的单个名字当作整个元组或列表，在此处出错：请绑定其元素 q = values[0]",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    count, = (n,)
    asc.duplicate(a, 0.0, count)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    count = (n,)[0]
    asc.duplicate(a, 0.0, count)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
