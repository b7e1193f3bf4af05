"""ASC107 out-of-bounds-access."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.bounds import overruns
from pyasc_lint.analysis.facts import KernelFacts, LocalRegion
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._overrun import overrun_finding
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import buffer_name

_MADE = Text("'{name}' has {size} bytes", "'{name}' 共 {size} 字节")


class OutOfBoundsAccess(Rule):
    """An instruction reads or writes past the end of a LocalTensor.

    ## What happens
    A LocalTensor is only an address: nothing stops an instruction at its end. It reads or destroys whatever lies
    behind, often another tensor, and the kernel computes wrong numbers; past the end of the memory the core stops with
    `507035`.

    ## How to fix
    Make the count (or mask, repeat times and strides) fit what is left of the tensor from the slice on, or make the
    tensor larger. Counts are elements; repeat strides are 32-byte blocks.

    ## Limits
    Accesses at places that only the device knows (gather offsets, run-time masks) are not judged.

    ## Source
    Ascend C: operand layouts of each instruction (asc-devkit), as carried in the API table.
    """

    code = "ASC107"
    name = "out-of-bounds-access"
    severity = Severity.ERROR
    summary = Text("an instruction passes the end of a LocalTensor", "指令的访问超出了 LocalTensor 的末尾")
    remedy = Text("make the count fit what is left of the tensor", "让元素个数不超过张量剩余部分")
    messages = {
        "default": Text(
            "{call}: '{param}' touches bytes {first} to {end} of '{name}', which has {size} ({excess} too "
            "many{largest}){in_run}",
            "{call}：'{param}' 访问 '{name}' 的字节 {first} 到 {end}，而它只有 {size} 字节（超出 "
            "{excess}{largest}）{in_run}",
        ),
        "before": Text(
            "{call}: '{param}' starts at byte {first} of '{name}', before its beginning{in_run}",
            "{call}：'{param}' 从 '{name}' 的字节 {first} 开始，位于其起始之前{in_run}",
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
    asc.duplicate(tile, 0.0, 1024)
    asc.muls(tile[512:], tile[512:], 2.0, 1024)  # expect: ASC107
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
    asc.duplicate(tile, 0.0, 1024)
    asc.muls(tile[512:], tile[512:], 2.0, 512)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        told = set()
        for found in overruns(facts):
            region = found.region
            if not isinstance(region, LocalRegion) or found.instruction.call.stmt in told:
                continue
            told.add(found.instruction.call.stmt)
            name = buffer_name(region.buffer)
            made = Note(region.buffer.span, _MADE, {"name": name, "size": region.buffer.size})
            yield overrun_finding(facts, found, name, made)
