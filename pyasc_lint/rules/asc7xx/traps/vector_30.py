"""`cast_deq` with a count."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "cast_deq"):
        if "count" in call.args:
            yield Finding(call.span, {}, related=notes(call))


TRAP = Trap(
    id="vector-30",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits is_vec_deq and half_block as 0 although both default to True, and takes no other values: only "
        "scalar dequantisation into the lower half can be had",
        "pyasc 把 is_vec_deq 与 half_block 生成为 0（声明的默认值均为 True），且不接受其他值：只能表达标量反量化",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int16, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.uint8, 64)
    asc.duplicate(a, 0, 64)
    asc.cast_deq(b, a, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int16, 64)
    asc.duplicate(a, 0, 64)
    asc.adds(a, a, 1, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
