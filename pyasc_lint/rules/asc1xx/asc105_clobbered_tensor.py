"""ASC105 clobbered-tensor."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import call_text, stack_notes, when

_VICTIM = Text("'{name}' is made here", "'{name}' 在此处创建")
_READER = Text("its data are read here", "其数据在此处被读取")


class ClobberedTensor(Rule):
    """A write destroys data of another tensor that are still read later.

    ## What happens
    Two tensors share bytes. The second one is written while the first still holds data that a later instruction reads,
    so that instruction computes with the wrong numbers. Nothing on the device notices.

    ## How to fix
    Give the second tensor bytes of its own, or read the first one for the last time before the second is written.
    Sharing bytes as such is fine: reuse of a dead tensor's memory is not reported.

    ## Limits
    Found by simulating the kernel's instructions on representative inputs, in the order of the program.
    Where nothing keeps that order, ASC501 or ASC507 tells so besides.

    ## Source
    Ascend C: static Tensor programming, LocalTensor constructor (asc-devkit).
    """

    code = "ASC105"
    name = "clobbered-tensor"
    severity = Severity.ERROR
    summary = Text("a write destroys data of another tensor still to be read", "写操作破坏了另一个张量尚待读取的数据")
    remedy = Text(
        "give the tensors different bytes, or read the first one before", "让两个张量使用不同的字节，或提前完成读取"
    )
    messages = {
        "default": Text(
            "{call} writes '{writer}' over bytes {bytes} of {hardware}, which hold data of '{victim}' that {reader} in "
            "line {line} still reads{run}",
            "{call} 写入 '{writer}' 时覆盖了 {hardware} 的字节 {bytes}，其中 '{victim}' 的数据仍要被第 {line} "
            "行的 {reader} "
            "读取{run}",
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
    other = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 2048, 1024)
    total = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 8192, 1024)
    asc.duplicate(tile, 1.0, 1024)
    asc.duplicate(other, 2.0, 1024)  # expect: ASC105
    asc.add(total, tile, other, 1024)
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
    other = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 4096, 1024)
    total = asc.LocalTensor(asc.float32, asc.TPosition.VECOUT, 8192, 1024)
    asc.duplicate(tile, 1.0, 1024)
    asc.duplicate(other, 2.0, 1024)
    asc.add(total, tile, other, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for shown in trace(facts).clobbers:
            found = shown.defect
            writer = found.writer_access.tensor
            data = {
                "call": call_text(found.writer),
                "writer": writer.name if writer is not None else "?",
                "bytes": f"{found.bytes[0]:,}..{found.bytes[1] - 1:,}",
                "hardware": found.writer_access.space,
                "victim": found.victim.name,
                "reader": call_text(found.reader),
                "line": found.reader.stmt.span.line,
                "run": when({} if shown.certain else shown.inputs),
            }
            related = (
                Note(found.victim.span, _VICTIM, {"name": found.victim.name}),
                Note(found.reader.stmt.span, _READER),
                *stack_notes(found.writer),
            )
            severity = None if shown.certain else Severity.WARNING
            yield Finding(found.writer.stmt.span, data, severity=severity, related=related, aspect=found.victim.name)
