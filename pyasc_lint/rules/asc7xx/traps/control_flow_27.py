"""A ConstExpr parameter or module constant that a block binds again."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="control_flow-27",
    severity=Severity.ERROR,
    message=Text(
        "pyasc reads the ConstExpr parameter or module constant '{name}' here, not what a branch or loop gave the "
        "name: use another name, bound before that block",
        "pyasc 在此读取的是 ConstExpr 参数或模块常量 '{name}'，而不是分支或循环赋给它的值：请改用另一个名字，"
        "并在该块之前绑定",
    ),
    bad="""
import asc


@asc.jit
def fill(a: asc.LocalTensor, n: int, tile: asc.ConstExpr[int]):
    if n > 3:
        tile = 32
    asc.duplicate(a, 0.0, tile)  # expect: ASC701


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    fill(a, n, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def fill(a: asc.LocalTensor, n: int, tile: asc.ConstExpr[int]):
    count = asc.number(tile, asc.int32)
    if n > 3:
        count = asc.number(32, asc.int32)
    asc.duplicate(a, 0.0, count)


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    fill(a, n, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
