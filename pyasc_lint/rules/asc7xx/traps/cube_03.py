"""`load_data` with operands that it drops."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

TRAP = Trap(
    id="cube-03",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits nothing for {callee}() where '{name}' is {operand}: load from or to LocalTensors, and copy from "
        "global memory first",
        "'{name}' 为{operand}时，pyasc 不会为 {callee}() 生成任何代码：请在 LocalTensor 之间加载，并先从 global "
        "memory 拷入",
    ),
    bad="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 1024)
    asc.init_const_value(a, asc.InitConstValueParams(1, 64, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    asc.load_data(x_gm, a, asc.LoadData2DParams(0, 1, 1))  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 1024)
    asc.init_const_value(a, asc.InitConstValueParams(1, 64, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    b = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 1024)
    asc.load_data(b, a, asc.LoadData2DParams(0, 1, 1))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    releases=SINCE_1_1,
)
