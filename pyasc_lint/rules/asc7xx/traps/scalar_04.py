"""A wider integer on the right of a narrower one."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-04",
    severity=Severity.WARNING,
    message=Text(
        "pyasc computes {dtype} {op} {other} in {dtype}, the dtype on the left, and drops the high bits: put the "
        "{other} first, or cast",
        "pyasc 按左侧的 {dtype} 计算 {dtype} {op} {other}，高位丢失：请把 {other} 写在左侧，或先转换",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    t = asc.get_system_cycle()
    a.set_value(0, (n + t).cast(asc.float32))  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    t = asc.get_system_cycle()
    a.set_value(0, (n.cast(asc.int64) + t).cast(asc.int32).cast(asc.float32))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
