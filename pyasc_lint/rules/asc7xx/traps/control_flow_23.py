"""A loop that carries a name whose value another name has as well."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-23",
    severity=Severity.ERROR,
    message=Text(
        "pyasc reads '{name}' in place of '{source}' here: both are one value before the loop that changes '{name}'; "
        "start '{name}' from one of its own, such as x + 0 for a number or address, t[0:] for a tensor",
        "pyasc 在此以 '{name}' 代替 '{source}'：进入修改 '{name}' 的循环前两者是同一个值；请给 '{name}' 独立的初值，"
        "数值或地址如 x + 0，张量如 t[0:]",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    offset = n
    for i in range(4):
        asc.duplicate(a[offset * 8:], 0.0, 8)
        offset = offset + n  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    offset = n + 0
    for i in range(4):
        asc.duplicate(a[offset * 8:], 0.0, 8)
        offset = offset + n
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
