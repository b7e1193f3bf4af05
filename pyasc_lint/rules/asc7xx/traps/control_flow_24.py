"""A name that ends a turn with what another carried name had, through an operation that does nothing."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-24",
    severity=Severity.ERROR,
    message=Text(
        "pyasc may give '{name}' the new '{source}' of this turn, not the one from its start: it copies the results of "
        "a turn one by one, in no fixed order; compute '{name}' from the loop variable",
        "pyasc 可能把本次迭代新的 '{source}' 赋给 '{name}'，而不是迭代开始时的值：它逐个复制迭代结果，顺序不定；"
        "请由循环变量计算 '{name}'",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    prev = n + 0
    cur = n + 1
    for i in range(4):
        asc.duplicate(a[prev * 8:], 0.0, 8)
        prev = cur + 0  # expect: ASC701
        cur = cur + 1
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 1024)
    for i in range(4):
        prev = n + i
        asc.duplicate(a[prev * 8:], 0.0, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
