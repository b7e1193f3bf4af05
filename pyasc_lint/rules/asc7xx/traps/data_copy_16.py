"""`data_cache_preload` of a GlobalTensor that is not uint64."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, element, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "data_cache_preload"):
        dtype = element(call.args.get("src"))
        if dtype is not None and dtype.name != "uint64":
            yield Finding(call.span, {"dtype": dtype.name}, related=notes(call))


TRAP = Trap(
    id="data_copy-16",
    severity=Severity.ERROR,
    message=Text(
        "Ascend C takes a uint64 GlobalTensor only for data_cache_preload(), not {dtype}, which pyasc does not "
        "check: bind a uint64 view of the address",
        "Ascend C 的 data_cache_preload() 只接受 uint64 的 GlobalTensor，而不是 {dtype}，pyasc "
        "不做检查：请绑定该地址的 uint64 视图",
    ),
    bad="""
import asc
import numpy as np


@asc.jit
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    asc.data_cache_preload(x_gm, 0)  # expect: ASC701


def run():
    kernel[8](np.zeros(64, dtype=np.int32))
""",
    good="""
import asc
import numpy as np


@asc.jit
def kernel(x: asc.GlobalAddress):
    pipe = asc.TPipe()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    asc.data_cache_preload(x_gm, 0)


def run():
    kernel[8](np.zeros(64, dtype=np.uint64))
""",
    find=_find,
)
