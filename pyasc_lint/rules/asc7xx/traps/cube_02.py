"""`MmadParams(unit_flag=3)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import structs
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for params in structs(facts, "MmadParams"):
        flag = params.args.get("unit_flag")
        if params.span is not None and isinstance(flag, Const) and flag.value not in (0, 1, None):
            yield Finding(params.span, {"value": flag.value})


TRAP = Trap(
    id="cube-02",
    severity=Severity.ERROR,
    message=Text(
        "pyasc makes a bool of unit_flag, so {value} becomes 1: mode {value} cannot be had from pyasc",
        "pyasc 会把 unit_flag 变为 bool，{value} 变成 1：pyasc 无法表达模式 {value}",
    ),
    bad="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    p = asc.MmadParams(m=16, n=16, k=16, unit_flag=3, cmatrix_source=False, cmatrix_init_val=True)  # expect: ASC701
    asc.mmad(c, a, b, p)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    p = asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True)
    asc.mmad(c, a, b, p)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    releases=SINCE_1_1,
)
