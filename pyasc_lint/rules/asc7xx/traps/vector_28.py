"""`select` without `sel_mask`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Ref
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, element, notes
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "select"):
        if "src1" in call.keywords or not {"repeat_times", "repeat_params"} & call.args.keys() or "mask" in call.args:
            continue
        meant = call.positional[1] if len(call.positional) > 1 else None
        dtype = element(meant)
        if "sel_mode" in call.keywords or (dtype is not None and dtype.kind == "float"):
            name = meant.var.name if isinstance(meant, Ref) and meant.var.name else "src0"
            yield Finding(call.span, {"name": name}, related=notes(call))


TRAP = Trap(
    id="vector-28",
    severity=Severity.ERROR,
    message=Text(
        "pyasc has no form of select without sel_mask: it takes '{name}' for the mask, and drops sel_mode; pass the "
        "mask tensor as well",
        "pyasc 没有不带 sel_mask 的 select：会把 '{name}' 当作掩码并丢弃 sel_mode；请同时传入掩码张量",
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
    asc.select(a, a, a, repeat_times=1, repeat_params=params, sel_mode=mode)  # expect: ASC701
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
    asc.select(a, mask, a, a, mode, 8, 1, params)
""",
    find=_find,
    releases=SINCE_1_1,
)
