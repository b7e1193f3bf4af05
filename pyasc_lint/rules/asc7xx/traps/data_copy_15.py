"""`SliceInfo` with `end_index` or `burst_len` 0."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import structs
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for info in structs(facts, "SliceInfo"):
        for field in ("end_index", "burst_len"):
            value = info.args.get(field)
            if info.span is not None and isinstance(value, Const) and value.value == 0:
                yield Finding(info.span, {"field": field})
                break


TRAP = Trap(
    id="data_copy-15",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails on SliceInfo with {field} 0: give it a value above 0",
        "SliceInfo 的 {field} 为 0 时 pyasc 会失败：请给出大于 0 的值",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 0, 0, 1, 16)  # expect: ASC701
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 15, 0, 2, 16)
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
