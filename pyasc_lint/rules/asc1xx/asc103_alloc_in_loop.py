"""ASC103 alloc-in-loop."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.capacity import physical_fits
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.growth import bytes_each, crossing
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity, Span
from pyasc_lint.rules._fix import Move, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import LOOP, amount, call_notes, earlier_notes, past_end

_GROWTH = Text(" ({each} bytes each)", "（每次 {each} 字节）")
_BEFORE = Text("allocate before the loop", "把分配移到循环之前")


class AllocInLoop(Rule):
    """A run-time loop allocates from an allocator that was made outside of it.

    ## What happens
    `LocalMemAllocator` has no way to free: every iteration takes new bytes behind the last ones, until the cursor
    passes the end of the memory. The Python name is rebound, the memory of the tensor before is lost.

    An error where the loop certainly passes the end with the number of iterations that is known, else a warning.

    ## How to fix
    Allocate in front of the loop and use the same tensor in every iteration; for double buffering allocate two and
    choose by the iteration (`i % 2`).

    ## Limits
    `asc.static_range` is unrolled, so its iterations are judged one by one (ASC101). Silent where the loop runs at most
    once, or where a guard such as `if i == 0:` lets only one iteration allocate.

    ## Source
    Ascend C `LocalMemAllocator` (asc-devkit): the cursor only moves forward.
    """

    code = "ASC103"
    name = "alloc-in-loop"
    severity = Severity.ERROR
    fixes = ("unsafe",)
    summary = Text("a run-time loop allocates in every iteration", "运行时循环在每次迭代中都分配内存")
    remedy = Text("allocate in front of the loop", "把分配移到循环之前")
    messages = {
        "default": Text(
            "{call} in a run-time loop takes new bytes of {hardware} in every iteration{growth}; nothing frees them",
            "{call} 位于运行时循环中，每次迭代都占用 {hardware} 的新空间{growth}，且不会释放",
        ),
        "overflow": Text(
            "{call} in a run-time loop takes new bytes of {hardware} in every iteration{growth}: it ends at "
            "{end}{in_run}, but {hardware} on {target} ends at {limit}",
            "{call} 位于运行时循环中，每次迭代都占用 {hardware} 的新空间{growth}：结束于 {end}{in_run}，"
            "但 {target} 的 {hardware} 到 {limit} 为止",
        ),
        "iteration": Text(
            "{call} in a run-time loop takes new bytes of {hardware} in every iteration{growth}: number {iteration} "
            "ends at {end}, but {hardware} on {target} ends at {limit}",
            "{call} 位于运行时循环中，每次迭代都占用 {hardware} 的新空间{growth}：第 {iteration} 次结束于 {end}，"
            "但 {target} 的 {hardware} 到 {limit} 为止",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    for i in range(32):
        tile = ub.alloc(asc.TPosition.VECCALC, asc.float32, 2048)  # expect: ASC103
        asc.duplicate(tile, 0.0, 2048)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    tile = ub.alloc(asc.TPosition.VECCALC, asc.float32, 2048)
    for i in range(32):
        asc.duplicate(tile, 0.0, 2048)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        told: set[Span] = set()
        for fit in physical_fits(facts):
            buffer, loop = fit.buffer, fit.buffer.growing
            if loop is None or buffer.span in told:
                continue
            grown, crossed = bytes_each(buffer, loop), crossing(fit, loop)
            data = {
                **past_end(facts, fit),
                "growth": _GROWTH if grown is not None and grown.const is not None else "",
                "each": amount(grown) if grown is not None else "",
            }
            message = "default"
            if fit.certainty is Certainty.CERTAIN:
                message = "overflow"
                told.add(buffer.span)
                if crossed is not None:
                    message = "iteration"
                    data |= {"iteration": f"{crossed.iteration:,}", "end": f"{crossed.end:,}"}
            severity = Severity.WARNING if message == "default" else None
            related = (Note(loop.span, LOOP), *earlier_notes(buffer.earlier), *call_notes(buffer))
            fix = Proposal(_BEFORE, (Move(buffer.span, loop.span),), applicability="unsafe")
            yield Finding(buffer.span, data, message, severity, related, fix)
