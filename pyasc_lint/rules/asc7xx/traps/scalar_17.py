"""`//` and `%` of negative run-time integers."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.verdict import Certainty, broken
from pyasc_lint.diagnostics import Severity, Span
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import IN_RUN, at, run_of, stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    told: set[Span] = set()
    for division in facts.divisions:
        span, dividend = division.node.span, division.dividend
        if span is None or span in told:
            continue
        verdict = broken(division.facts, division.different, dividend, "below")
        if verdict.certainty >= Certainty.POSSIBLE:
            told.add(span)
            run = verdict.witness
            data = {"op": division.node.op, "value": at(dividend, run), "in_run": IN_RUN if run else "",
                    "run": run_of(facts, run, dividend)}  # fmt: skip
            severity = Severity.ERROR if verdict.certainty is Certainty.CERTAIN else Severity.WARNING
            yield Finding(span, data, severity=severity, related=stack_notes(division.stack))


TRAP = Trap(
    id="scalar-17",
    severity=Severity.ERROR,
    message=Text(
        "'{op}' of {value}{in_run} rounds towards zero in the C++ that pyasc emits, in Python down: add a multiple of "
        "the divisor first, so that the left side is not negative",
        "pyasc 生成的 C++ 中，{value}{in_run} 的 '{op}' 向零取整，而 Python 向下取整：请先加上除数的倍数，使左侧非负",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    for i in range(4):
        asc.duplicate(a[(i - 1) % 2 * 64:], 0.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    for i in range(4):
        asc.duplicate(a[(i + 1) % 2 * 64:], 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
