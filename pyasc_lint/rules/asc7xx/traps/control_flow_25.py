"""A list, dict or object of trace time that a run-time branch or loop changes."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-25",
    severity=Severity.ERROR,
    message=Text(
        "pyasc changes '{name}' once, while it traces, whether this branch runs or not, however often the loop does: "
        "keep the value in a name, size = asc.number(0, asc.int32)",
        "无论该分支是否执行、循环执行几次，pyasc 都只在跟踪时修改 '{name}' 一次：请用变量保存该值，如 "
        "size = asc.number(0, asc.int32)",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    sizes = [32]
    if n > 3:
        sizes[0] = 64  # expect: ASC701
    asc.duplicate(a, 0.0, sizes[0])
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    size = asc.number(32, asc.int32)
    if n > 3:
        size = asc.number(64, asc.int32)
    asc.duplicate(a, 0.0, size)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
