"""ASC116 past-published-limit."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.capacity import Fit, physical_fits, published_fits
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.reserved import scratch_calls
from pyasc_lint.analysis.verdict import Certainty, exceeds
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._tiles import largest_tile
from pyasc_lint.rules._wording import call_notes, earlier_notes, past_end, safe_value


class PastPublishedLimit(Rule):
    """A tensor lies inside its memory, but past the end that the chip's documents give to user data.

    ## What happens
    The memory is there and the kernel works, until something else uses it: in a default build the last 8 KiB of the UB
    of an Atlas A2 or A3 (from 188,416 on) are scratch of library calls, and mixed kernels exchange messages behind the
    published end of UB and L1. Then the tensor's data change without any error.

    ## How to fix
    Keep tensors below the published limit: 188,160 bytes of UB on A2 and A3, 524,032 of L1. A kernel that needs the
    rest can be compiled with `--cce-disable-asc-reserved-ubuf` (196,352 bytes of UB; `reserved-ub = "off"` in the
    configuration); the calls that use the scratch then no longer compile.

    ## Limits
    Reported for the first tensor of each memory. Silent where an error says more: past the memory's end ASC101 or
    ASC104, in a kernel that calls a user of the scratch ASC109.

    ## Source
    Chip documents and headers of asc-devkit (chip profiles, `published_end`).
    """

    code = "ASC116"
    name = "past-published-limit"
    severity = Severity.WARNING
    fixes = ("unsafe",)
    summary = Text("a tensor is past the limit published for user data", "张量超出文档公布的用户数据上限")
    remedy = Text("stay below the published limit, or switch the reserve off", "保持在公布的上限之内，或关闭保留空间")
    messages = {
        "default": Text(
            "{call} takes bytes {start} to {end}{in_run}: inside {hardware}, but {excess} bytes past {limit}, the "
            "limit published for user data on {target}",
            "{call} 占用字节 {start} 到 {end}{in_run}：仍在 {hardware} 之内，但比 {target} 文档公布的用户数据上限 "
            "{limit} 多出 {excess} 字节",
        ),
        "possible": Text(
            "{call} may pass {limit}, the limit published for user data in {hardware} on {target}: with {run} it takes "
            "bytes {start} to {end}{safe}",
            "{call} 可能超出 {target} 文档公布的 {hardware} 用户数据上限 {limit}："
            "当 {run} 时占用字节 {start} 到 {end}{safe}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 48000)  # expect: ASC116
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 47040)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        outside = {fit.buffer.span for fit in physical_fits(facts) if fit.certainty >= Certainty.POSSIBLE}
        scratch = bool(scratch_calls(facts))
        told: dict[str | None, Certainty] = {}
        fits = published_fits(facts)
        for fit in fits:
            buffer = fit.buffer
            told_elsewhere = buffer.span in outside or buffer.growing is not None
            if fit.certainty < Certainty.POSSIBLE or fit.negative or told_elsewhere:
                continue
            if told.get(buffer.hardware, Certainty.NEVER) >= fit.certainty or (scratch and _in_scratch(facts, fit)):
                continue
            told[buffer.hardware] = fit.certainty
            related = (*earlier_notes(buffer.earlier), *call_notes(buffer))
            if fit.certainty is Certainty.CERTAIN:
                yield Finding(buffer.span, past_end(facts, fit), related=related, fix=largest_tile(fit))
            else:
                data = past_end(facts, fit) | safe_value(fits, fit)
                yield Finding(buffer.span, data, "possible", Severity.INFO, related)


def _in_scratch(facts: KernelFacts, fit: Fit) -> bool:
    """Whether the tensor may reach into the scratch of library calls, which ASC109 tells of."""
    memory = facts.profile.memory(fit.buffer.hardware or "")
    if memory is None or memory.scratch_start is None:
        return False
    return exceeds(fit.facts, fit.buffer.end, memory.scratch_start).certainty >= Certainty.POSSIBLE
