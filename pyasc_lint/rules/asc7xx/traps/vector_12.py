"""`mul_add_dst` with half sources and a float destination."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, element, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "mul_add_dst"):
        dtypes = [element(call.args.get(name)) for name in ("dst", "src0", "src1")]
        if [dtype.name if dtype else "" for dtype in dtypes] == ["float32", "float16", "float16"]:
            yield Finding(call.span, {}, related=notes(call))


TRAP = Trap(
    id="vector-12",
    severity=Severity.WARNING,
    message=Text(
        "pyasc refuses half sources for a float32 destination of mul_add_dst, which Ascend C allows: cast the "
        "sources to float32 first",
        "pyasc 不接受 mul_add_dst 的 float32 目的与 half 源组合（Ascend C 允许）：请先把源转换为 float32",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    h = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(h, 0.0, 64)
    asc.mul_add_dst(a, h, h, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    h = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(h, 0.0, 64)
    asc.mul_add_dst(h, h, h, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
