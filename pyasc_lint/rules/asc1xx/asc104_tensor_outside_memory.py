"""ASC104 tensor-outside-memory."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.capacity import physical_fits
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._tiles import largest_tile
from pyasc_lint.rules._wording import call_notes, past_end


class TensorOutsideMemory(Rule):
    """A `LocalTensor` with an address of its own lies outside of its memory in every run that reaches it.

    ## What happens
    `LocalTensor(dtype, position, address, tile_size)` only notes the address: neither pyasc nor the compiler compares
    it with the memory behind the position. The first instruction that touches the bytes past the end stops the core
    with "the ub address out of bounds" (`507035`, on a cube core `507015`).

    ## How to fix
    `address` counts bytes and `tile_size` elements; the tensor takes `tile_size * dtype.sizeof()` bytes from the
    address on. Lower one of them; the message names the largest tile that fits at the address.

    ## Limits
    A tensor that only some values of an input take outside is ASC102.

    ## Source
    Physical sizes: chip profiles (`--list-targets`). Constructor: Ascend C `LocalTensor` (asc-devkit).
    """

    code = "ASC104"
    name = "tensor-outside-memory"
    severity = Severity.ERROR
    fixes = ("unsafe",)
    summary = Text("a constructed tensor lies outside of its memory", "构造的张量位于所在存储之外")
    remedy = Text("lower the address (bytes) or the tile size (elements)", "减小地址（字节）或 tile 大小（元素）")
    messages = {
        "default": Text(
            "{call} takes bytes {start} to {end}{in_run}, but {hardware} on {target} ends at {limit} "
            "({excess} bytes too many{fits})",
            "{call} 占用字节 {start} 到 {end}{in_run}，但 {target} 的 {hardware} 到 {limit} 为止"
            "（超出 {excess} 字节{fits}）",
        ),
        "negative": Text(
            "{call} starts at {start}{in_run}, before the first byte of {hardware}",
            "{call} 的起始地址为 {start}{in_run}，在 {hardware} 的首字节之前",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 187136, 4096)  # expect: ASC104
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 187136, 256)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for fit in physical_fits(facts):
            if fit.certainty is Certainty.CERTAIN and not fit.buffer.is_alloc:
                message = "negative" if fit.negative else "default"
                related, fix = call_notes(fit.buffer), largest_tile(fit)
                yield Finding(fit.buffer.span, past_end(facts, fit), message, related=related, fix=fix)
