"""ASC112 uninitialized-read."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import call_text, stack_notes, when

_MADE = Text("'{name}' is made here", "'{name}' 在此处创建")


class UninitializedRead(Rule):
    """An instruction reads on-chip bytes that nobody has written.

    ## What happens
    On-chip memory holds what the last kernel left. Whatever is computed from such bytes is garbage; it does harm where
    it reaches global memory, a scalar or a reduction.

    ## How to fix
    Copy data in, or fill the tensor (`asc.duplicate`) before it is read; where only a tail is missing, process as many
    elements as were copied.

    ## Limits
    Reported where none of the bytes read were ever written, or where unwritten bytes (also through element-wise
    instructions) reach GM, a scalar or a reduction. Found by simulating instructions on representative inputs.

    ## Source
    Ascend C: static Tensor programming (asc-devkit).
    """

    code = "ASC112"
    name = "uninitialized-read"
    severity = Severity.WARNING
    summary = Text("reads bytes that nobody has written", "读取了从未写入的字节")
    remedy = Text("copy data in or fill the tensor first", "请先搬入数据或用 duplicate 填充")
    messages = {
        "default": Text(
            "{call} reads '{name}', none of whose bytes {bytes} were written before{run}",
            "{call} 读取 '{name}'，但其字节 {bytes} 此前从未写入{run}",
        ),
        "part": Text(
            "{call} reads bytes {bytes} of {hardware} in '{name}' that were never written, and they reach {where}{run}",
            "{call} 读取了 '{name}' 中从未写入的字节（{hardware} 的 {bytes}），它们会进入{where}{run}",
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
    asc.muls(tile, tile, 2.0, 1024)  # expect: ASC112
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
    asc.duplicate(tile, 1.0, 1024)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for shown in trace(facts).undefined:
            found = shown.defect
            tensor = found.access.tensor
            name = tensor.name if tensor is not None and tensor.name else found.access.param
            data = {
                "call": call_text(found.step),
                "name": name,
                "bytes": f"{found.bytes[0]:,}..{found.bytes[1] - 1:,}",
                "hardware": found.access.space,
                "where": _where(found.step.pipe),
                "run": when(shown.inputs),
            }
            made = (Note(tensor.span, _MADE, {"name": name}),) if tensor is not None else ()
            message = "default" if found.all else "part"
            related = (*made, *stack_notes(found.step))
            yield Finding(found.step.stmt.span, data, message, related=related, aspect=found.access.param)


def _where(pipe: str) -> Text:
    """What unwritten bytes reach through an instruction of a pipe."""
    if pipe in ("MTE3", "FIX"):
        return Text("global memory", "全局内存")
    return Text("a scalar", "标量") if pipe == "S" else Text("a reduction", "归约")
