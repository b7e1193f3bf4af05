"""`select` with `src1` by keyword."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Positional, Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

_TAKEN = frozenset({"repeat_times", "repeat_params"})

_BY_POSITION = Text("pass src1 and sel_mode by position", "按位置传入 src1 与 sel_mode")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "select"):
        if len(call.positional) == 3 and "src1" in call.keywords and {*_TAKEN, "sel_mode"} <= call.keywords.keys():
            dropped = [name for name in call.keywords if name not in _TAKEN]
            fix = Proposal(_BY_POSITION, (Positional(call.span, ("src1", "sel_mode")),))
            yield Finding(call.span, {"dropped": ", ".join(dropped)}, related=notes(call), fix=fix)


TRAP = Trap(
    id="vector-27",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc drops {dropped} where src1 is given by keyword: pass src1 and sel_mode by position",
        "src1 以关键字传入时 pyasc 会丢弃 {dropped}：请按位置传入 src1 与 sel_mode",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    values = asc.TBuf(asc.TPosition.VECCALC)
    masks = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(values, 256)
    pipe.init_buffer(masks, 32)
    a = values.get(asc.float32)
    mask = masks.get(asc.uint8)
    mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
    params = asc.BinaryRepeatParams()
    asc.select(a, mask, a, src1=a, sel_mode=mode, mask=8, repeat_times=1, repeat_params=params)  # expect: ASC701
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    values = asc.TBuf(asc.TPosition.VECCALC)
    masks = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(values, 256)
    pipe.init_buffer(masks, 32)
    a = values.get(asc.float32)
    mask = masks.get(asc.uint8)
    mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
    params = asc.BinaryRepeatParams()
    asc.select(a, mask, a, a, mode, mask=8, repeat_times=1, repeat_params=params)
""",
    find=_find,
    releases=SINCE_1_1,
)
