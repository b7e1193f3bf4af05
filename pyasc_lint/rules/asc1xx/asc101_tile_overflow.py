"""ASC101 tile-overflow."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.capacity import physical_fits
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._tiles import largest_tile
from pyasc_lint.rules._wording import call_notes, earlier_notes, past_end


class TileOverflow(Rule):
    """An allocation passes the end of its on-chip memory in every run that reaches it.

    ## What happens
    `LocalMemAllocator` only adds the tile's bytes to its cursor; it checks nothing, and neither do pyasc and the C++
    compiler. The kernel builds, and the first instruction that touches the bytes past the end stops the core with
    `507035` (vector) or `507015` (cube): "the ub address out of bounds". Branches count at their maximum, helpers
    allocate from their caller's allocator.

    ## How to fix
    Make the tile smaller (the message names the largest one that fits), or reuse the memory of a tensor that is no
    longer needed with `asc.LocalTensor(dtype, position, address, size)`.

    ## Limits
    A tensor behind one that already passes the end is not reported again. An overflow that only some values of an
    input bring about is ASC102; an allocation repeated by a run-time loop is ASC103.

    ## Source
    Physical sizes: chip profiles (`--list-targets`). Allocator: Ascend C `LocalMemAllocator` (asc-devkit).
    """

    code = "ASC101"
    name = "tile-overflow"
    severity = Severity.ERROR
    fixes = ("unsafe",)
    summary = Text("an allocation passes the end of its memory", "分配超出了所在存储的末尾")
    remedy = Text(
        "make the tile smaller, or reuse the memory of a dead tensor", "减小 tile，或复用已不再使用的张量的内存"
    )
    messages = {
        "default": Text(
            "{call}: {bytes} bytes at {start} end at {end}{in_run}, but {hardware} on {target} ends at {limit} "
            "({excess} bytes too many{fits})",
            "{call}：从 {start} 起的 {bytes} 字节结束于 {end}{in_run}，但 {target} 的 {hardware} 到 {limit} 为止"
            "（超出 {excess} 字节{fits}）",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 40960)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 8200)  # expect: ASC101
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 40960)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 6080)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for fit in physical_fits(facts):
            buffer = fit.buffer
            if fit.certainty is Certainty.CERTAIN and buffer.is_alloc and buffer.growing is None and not fit.repeated:
                related = (*earlier_notes(buffer.earlier), *call_notes(buffer))
                yield Finding(buffer.span, past_end(facts, fit), related=related, fix=largest_tile(fit))
