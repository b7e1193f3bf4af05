"""A conversion between run-time integers and floats of another width."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="queries-07",
    severity=Severity.WARNING,
    message=Text(
        "pyasc cannot convert a run-time {source} to {target}: go by a dtype of the same width, such as "
        "n.cast(asc.float32) for an int32",
        "pyasc 不能把运行时的 {source} 转换为 {target}：请先转为同宽度的类型，例如 int32 用 n.cast(asc.float32)",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, n.cast(asc.float16), 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, n.cast(asc.float32), 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
