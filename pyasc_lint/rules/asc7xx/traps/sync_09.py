"""`@asc.jit(insert_sync=True)`, or one `LocalTensorAuto`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Proposal, Replace
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_LEAVE_OUT = Text("leave the option out", "请去掉该选项")
_ALLOCATE = Text("allocate a LocalTensor instead", "请改为分配 LocalTensor")

_SWITCH_OFF = Text("switch insert_sync off", "关闭 insert_sync")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    kernel = facts.kernel
    if not kernel.is_static and next(iter(calls(facts, "set_flag", "wait_flag")), None) is None:
        return
    if kernel.options.insert_sync:
        data = {"cause": "insert_sync=True", "remedy": _LEAVE_OUT}
        span = kernel.options.spans.get("insert_sync")
        fix = None if span is None else Proposal(_SWITCH_OFF, (Replace(span, "insert_sync=False"),))
        yield Finding(span or kernel.span, data, fix=fix)
        return
    auto = next(iter(calls(facts, "LocalTensorAuto")), None)
    if auto is not None:
        yield Finding(auto.span, {"cause": "LocalTensorAuto", "remedy": _ALLOCATE}, related=notes(auto))


TRAP = Trap(
    id="sync-09",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "{cause} makes pyasc erase every set_flag, wait_flag and pipe_barrier of this kernel and insert only "
        "PipeBarrier<PIPE_V>: {remedy}",
        "{cause} 会使 pyasc 删除该 kernel 的所有 set_flag、wait_flag 与 pipe_barrier，只插入 "
        "PipeBarrier<PIPE_V>：{remedy}",
    ),
    bad="""
import asc


@asc.jit(insert_sync=True)  # expect: ASC701
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit(insert_sync=False)
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
