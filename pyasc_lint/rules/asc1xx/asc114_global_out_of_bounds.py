"""ASC114 global-out-of-bounds."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.bounds import overruns
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._overrun import overrun_finding
from pyasc_lint.rules._rule import Finding, Rule, Text


class GlobalOutOfBounds(Rule):
    """A transfer passes the length that `set_global_buffer` gave a GlobalTensor.

    ## What happens
    The length is a promise that nothing checks. A read past it brings foreign data in, a write destroys them, and past
    the allocation the core stops with a memory fault.

    ## How to fix
    Shorten the transfer or start it earlier; where the last tile is smaller, copy only what is left.

    ## Limits
    GlobalTensors without a length are not judged.

    ## Source
    Ascend C: GlobalTensor SetGlobalBuffer (asc-devkit).
    """

    code = "ASC114"
    name = "global-out-of-bounds"
    severity = Severity.ERROR
    summary = Text("a transfer passes the length given to set_global_buffer", "搬运超出了 set_global_buffer 给定的长度")
    remedy = Text("shorten the transfer, or give the real length", "缩短搬运长度，或给出真实长度")
    messages = {
        "default": Text(
            "{call}: '{param}' touches bytes {first} to {end} of GlobalTensor '{name}', which has {size} "
            "({excess} too many{largest}){in_run}",
            "{call}：'{param}' 访问 GlobalTensor '{name}' 的字节 {first} 到 {end}，而它只有 {size} 字节"
            "（超出 {excess}{largest}）{in_run}",
        ),
        "before": Text(
            "{call}: '{param}' starts at byte {first} of GlobalTensor '{name}', before its beginning{in_run}",
            "{call}：'{param}' 从 GlobalTensor '{name}' 的字节 {first} 开始，位于其起始之前{in_run}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm[256:], 1024)  # expect: ASC114
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
    asc.data_copy(tile, x_gm[256:], 768)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in overruns(facts):
            if isinstance(found.region, GlobalRegion):
                parameter = found.region.parameter
                yield overrun_finding(facts, found, parameter.name if parameter is not None else found.access.param)
