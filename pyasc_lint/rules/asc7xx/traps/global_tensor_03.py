"""`set_global_buffer(address, 0)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const, SetBuffer
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._fix import Drop, Proposal
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_DROP = Text("leave the size out", "去掉大小")


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for stmt in survey(facts.kernel).of(SetBuffer):
        if isinstance(stmt.count, Const) and stmt.count.value == 0:
            span = stmt.count.span
            fix = Proposal(_DROP, (Drop(span),)) if span is not None else None
            yield Finding(stmt.span, {}, related=stack_notes(stmt.stack), fix=fix)


TRAP = Trap(
    id="global_tensor-03",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc drops the size 0 and emits the form without a size: give the number of elements, or leave it out",
        "pyasc 会丢弃大小 0，生成不带大小的形式：请给出元素个数，或省略该参数",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 0)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
