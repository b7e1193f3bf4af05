"""`load_data` with 3D parameters."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import New
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

_TEMPLATES = ("LoadData3DParamsV1", "LoadData3DParamsV2")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "load_data"):
        params = call.args.get("params")
        if isinstance(params, New) and params.cls in _TEMPLATES:
            yield Finding(call.span, {"cls": params.cls}, related=notes(call))


TRAP = Trap(
    id="cube-04",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits {cls} with arguments that no constructor of Ascend C takes, which does not compile: use "
        "LoadData2DParams",
        "pyasc 生成的 {cls} 的参数与 Ascend C 的任何构造函数都不匹配，无法通过 C++ 编译：请使用 LoadData2DParams",
    ),
    bad="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 1024)
    asc.init_const_value(a, asc.InitConstValueParams(1, 64, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    b = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 1024)
    params = asc.LoadData3DParamsV2((0, 0, 0, 0), 4, 4, 16, 16, 16)
    asc.load_data(b, a, params)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 1024)
    asc.init_const_value(a, asc.InitConstValueParams(1, 64, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    b = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 1024)
    asc.load_data(b, a, asc.LoadData2DParams(0, 1, 1))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    releases=SINCE_1_1,
)
