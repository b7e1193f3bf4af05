"""ASC403 illegal-data-path."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.paths import illegal_paths
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import CALLED


class IllegalDataPath(Rule):
    """An instruction on a memory that its unit cannot reach, or a copy along a path that the chip does not have.

    ## What happens
    The vector unit works on the UB only, the cube unit on L0A, L0B and L0C, and each pipe moves data along fixed paths.
    pyasc checks none of it; the C++ compiler refuses some cases, the others compute with foreign bytes or stop the
    core.

    ## How to fix
    Move the data first: GM to UB for vector instructions; GM to L1 (`data_copy`), L1 to L0A or L0B (`load_data`), and
    L0C out with `fixpipe` for the cube.

    ## Limits
    Chips whose documents do not list the paths are not judged. UB to L1, which static-Tensor kernels must not use, is
    ASC202.

    ## Source
    Data paths of the chip profile; Ascend C: DataCopy, LoadData, Mmad, Fixpipe (asc-devkit).
    """

    code = "ASC403"
    name = "illegal-data-path"
    severity = Severity.ERROR
    summary = Text("no such data path on the chip", "芯片上没有这样的数据通路")
    remedy = Text("move the data to a memory that the instruction can reach", "先把数据搬到该指令可以访问的存储")
    messages = {
        "copy": Text(
            "{call} cannot copy from {source} to {destination} on {target}",
            "{target} 上的 {call} 不能从 {source} 搬运到 {destination}",
        ),
        "place": Text(
            "{call}: '{param}' is in {memory}, but this instruction works on {wanted} only",
            "{call}：'{param}' 位于 {memory}，而该指令只能访问 {wanted}",
        ),
    }
    bad = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    tile = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    asc.data_copy(tile, x_gm, 256)  # expect: ASC403
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.MIX_AIC_1_2)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    tile = asc.LocalTensor(asc.half, asc.TPosition.A1, 0, 256)
    asc.data_copy(tile, x_gm, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in illegal_paths(facts).values():
            stmt = found.call.stmt
            data = {
                "call": stmt.api,
                "source": found.source,
                "destination": found.destination,
                "target": facts.profile.name,
                "param": found.param,
                "memory": found.memory,
                "wanted": ", ".join(found.wanted),
            }
            related = tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(stmt.stack))
            yield Finding(stmt.span, data, "copy" if found.source else "place", related=related)
