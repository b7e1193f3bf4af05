"""Loop bounds that are no int32."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-09",
    severity=Severity.WARNING,
    message=Text(
        "pyasc converts a bound of type {dtype} to int32, which drops what does not fit: cast it yourself, or use an "
        "int32",
        "pyasc 会把 {dtype} 类型的边界转换为 int32，超出部分丢失：请自行转换，或使用 int32",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(asc.get_system_cycle()):  # expect: ASC701
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    for i in range(asc.get_system_cycle().cast(asc.int32)):
        asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
