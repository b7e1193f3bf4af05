"""`MmadParams(…)` without a whole group of fields."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api import find_class
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import New
from pyasc_lint.rules._fix import Argument, Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import structs
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

_DEFAULTS = {"unit_flag": "0", "cmatrix_source": "False", "cmatrix_init_val": "True"}
"""What Ascend C takes for the fields that are left out."""

_GIVE = Text("give {missing} as well", "同时给出 {missing}")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    info = find_class("MmadParams")
    if info is None:
        return
    common = set.intersection(*map(set, info.complete_groups))
    groups = [set(group) - common for group in info.complete_groups]
    for params in structs(facts, "MmadParams"):
        given = params.args.keys()
        if params.span is not None and given and not any(given - common == group for group in groups):
            yield Finding(params.span, {"fields": ", ".join(given)}, fix=_fix(params))


def _fix(params: New) -> Proposal | None:
    missing = {name: value for name, value in _DEFAULTS.items() if name not in params.args}
    if params.span is None or not missing:
        return None
    text = ", ".join(f"{name}={value}" for name, value in missing.items())
    return Proposal(_GIVE, (Argument(params.span, text),), {"missing": ", ".join(missing)})


TRAP = Trap(
    id="cube-01",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc emits an empty MmadParams here, so {fields} are lost: give unit_flag, cmatrix_source and "
        "cmatrix_init_val all three by keyword",
        "pyasc 在此生成空的 MmadParams，{fields} 会丢失：请用关键字同时给出 unit_flag、cmatrix_source 与 "
        "cmatrix_init_val",
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
    asc.mmad(c, a, b, asc.MmadParams(16, 16, 16))  # expect: ASC701
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
    params = asc.MmadParams(m=16, n=16, k=16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True)
    asc.mmad(c, a, b, params)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
    releases=SINCE_1_1,
)
