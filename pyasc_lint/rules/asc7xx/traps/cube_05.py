"""`FixpipeConfig(CO2Layout.COLUMN_MAJOR)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import structs
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for config in structs(facts, "FixpipeConfig"):
        layouts = [value.member for value in config.args.values() if isinstance(value, Enum)]
        if config.span is not None and "COLUMN_MAJOR" in layouts:
            yield Finding(config.span, {})


TRAP = Trap(
    id="cube-05",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits CFG_ROW_MAJOR for CO2Layout.COLUMN_MAJOR: column-major output cannot be had from pyasc",
        "pyasc 会把 CO2Layout.COLUMN_MAJOR 生成为 CFG_ROW_MAJOR：pyasc 无法表达列主序输出",
    ),
    bad="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c, a, b, asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    config = asc.FixpipeConfig(asc.CO2Layout.COLUMN_MAJOR)  # expect: ASC701
    asc.fixpipe(x_gm, c, asc.FixpipeParamsV220(16, 16, 16, 16), config)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c, a, b, asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    config = asc.FixpipeConfig(asc.CO2Layout.ROW_MAJOR)
    asc.fixpipe(x_gm, c, asc.FixpipeParamsV220(16, 16, 16, 16), config)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    releases=SINCE_1_1,
)
