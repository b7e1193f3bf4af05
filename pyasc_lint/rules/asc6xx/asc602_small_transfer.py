"""ASC602 small-transfer."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.instructions import instructions_of
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text

_EFFICIENT = 16 * 1024
"""Bytes of a transfer from which on the bandwidth of GM is used well (Ascend C performance guide)."""

_SMALL = 2 * 1024
"""Far below: an eighth of that."""


class SmallTransfer(Rule):
    """A transfer in a loop moves far fewer bytes than the bandwidth of global memory calls for.

    ## What happens
    Every transfer has a fixed cost. Below about 16 KiB it dominates, and the kernel waits for it.

    ## How to fix
    Copy larger tiles: several rows at once (`DataCopyParams` with a block count), or a longer count.

    ## Limits
    Only transfers of constant length inside loops are judged.

    ## Source
    Ascend C performance guide: transfers of at least 16 KiB (asc-devkit).
    """

    code = "ASC602"
    name = "small-transfer"
    severity = Severity.INFO
    summary = Text("a transfer far below the bandwidth-efficient size", "搬运量远低于带宽高效的大小")
    remedy = Text("copy larger tiles", "每次搬运更大的 tile")
    messages = {
        "default": Text(
            "{call} moves {bytes} bytes an iteration; transfers use the bandwidth well from about {efficient} bytes on",
            "{call} 每次迭代只搬运 {bytes} 字节；约 {efficient} 字节以上才能充分利用带宽",
        )
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    for i in range(8):
        asc.data_copy(tile[i * 64:], x_gm[i * 64:], 64)  # expect: ASC602
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for instruction in instructions_of(facts):
            path = instruction.path
            if path is None or "GM" not in path or not instruction.call.loops:
                continue
            sizes = [access.footprint.length.const for access in instruction.accesses if access.writes]
            counts = [
                count.const for access in instruction.accesses if access.writes for count, _ in access.footprint.dims
            ]
            if len(sizes) != 1 or sizes[0] is None or None in counts:
                continue
            total = sizes[0]
            for count in counts:
                total *= count or 0
            if 0 < total < _SMALL:
                data = {"call": instruction.call.stmt.api, "bytes": f"{total:,}", "efficient": f"{_EFFICIENT:,}"}
                yield Finding(instruction.call.stmt.span, data)
