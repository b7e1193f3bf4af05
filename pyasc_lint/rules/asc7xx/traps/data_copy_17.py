"""`set_l2_cache_hint()`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_SWAPPED = {"CACHE_MODE_NORMAL": "CACHE_MODE_DISABLE", "CACHE_MODE_DISABLE": "CACHE_MODE_NORMAL"}
_NOTHING = Text("nothing and fails", "空内容并报错")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "GlobalTensor.set_l2_cache_hint"):
        for mode in call.args.values():
            if isinstance(mode, Enum) and mode.enum == "CacheMode":
                emitted = _SWAPPED.get(mode.member)
                data = {"mode": mode.member, "emitted": emitted or _NOTHING}
                yield Finding(call.span, data, related=notes(call))


TRAP = Trap(
    id="data_copy-17",
    severity=Severity.WARNING,  # a hint: only speed depends on it
    message=Text(
        "pyasc emits {emitted} for {mode}: swap the two by hand, and check again after an update of pyasc",
        "pyasc 会把 {mode} 生成为 {emitted}：请手动对调两者，并在升级 pyasc 后重新确认",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    x_gm.set_l2_cache_hint(asc.CacheMode.CACHE_MODE_NORMAL)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
