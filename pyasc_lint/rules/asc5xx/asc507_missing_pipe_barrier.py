"""ASC507 missing-pipe-barrier."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Before, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import EARLIER, aside, bytes_of, call_text, memory_of, stack_notes, when

_BARRIER = Text("put {barrier} before it", "在其之前加上 {barrier}")


class MissingPipeBarrier(Rule):
    """Two instructions of one pipe touch the same bytes, and that pipe does not order them by itself.

    ## What happens
    MTE2 and MTE3 start transfers in order but let them overlap, so two transfers on the same bytes may finish in either
    order. V does the same where the kernel is built with `auto_sync=False`, and M where a product adds to the one
    before and has fewer than 10 fractals of 16 x 16 elements.

    ## How to fix
    Put `asc.pipe_barrier(asc.PipeID.PIPE_MTE2)` (the pipe that the message names) between the two, or let a flag chain
    through another pipe order them.

    ## Limits
    As for ASC501.

    ## Source
    Ascend C: PipeBarrier (asc-devkit).
    """

    code = "ASC507"
    name = "missing-pipe-barrier"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("overlapping accesses in one pipe that it does not order", "同一流水中重叠的访问没有顺序保证")
    remedy = Text("put a pipe_barrier of that pipe between the two", "在两者之间加上该流水的 pipe_barrier")
    messages = {
        "default": Text(
            "{later} touches {memory} bytes {bytes} that {earlier} in line {line} touches too{aside} ({kind}); "
            "{pipe} does not order its own instructions: add pipe_barrier(asc.PipeID.PIPE_{pipe}) between them{run}",
            "{later} 访问 {memory} 的字节 {bytes}，第 {line} 行的 {earlier}{aside}也访问这些字节（{kind}）；{pipe} "
            "不保证自身指令之间的顺序：请在两者之间加 pipe_barrier(asc.PipeID.PIPE_{pipe}){run}",
        ),
        "overlap": Text(
            "{later} touches {memory} bytes {bytes} that {earlier} in line {line} touches too{aside} "
            "({kind}); {pipe} does not order its own instructions, and a barrier alone would not do: the data of "
            "'{victim}' would still be lost, so give the two tensors different bytes{run}",
            "{later} 访问 {memory} 的字节 {bytes}，第 {line} 行的 {earlier}{aside}也访问这些字节"
            "（{kind}）；{pipe} 不保证自身指令之间的顺序，而仅加屏障仍会丢失 '{victim}' 的数据："
            "请让两个张量使用不同的字节{run}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 2048)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.data_copy(tile, x_gm[1024:], 1024)  # expect: ASC507
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 2048)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_MTE2)
    asc.data_copy(tile, x_gm[1024:], 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        traces = trace(facts)
        for shown in traces.hazards:
            hazard = shown.defect
            if hazard.earlier_pipe != hazard.later_pipe:
                continue
            data = {
                "later": call_text(hazard.later),
                "memory": memory_of(hazard.later_access),
                "bytes": bytes_of(hazard.bytes),
                "earlier": call_text(hazard.earlier),
                "line": hazard.earlier.stmt.span.line,
                "aside": aside(hazard),
                "kind": hazard.kind,
                "pipe": hazard.later_pipe,
                "run": when({} if shown.certain else shown.inputs),
            }
            earlier = Note(
                hazard.earlier.stmt.span, EARLIER, {"call": call_text(hazard.earlier), "pipe": hazard.earlier_pipe}
            )
            severity = None if shown.certain else Severity.WARNING
            barrier = f"asc.pipe_barrier(asc.PipeID.PIPE_{hazard.later_pipe})"
            related = (earlier, *stack_notes(hazard.later))
            victim = traces.destroyed(hazard)
            if victim is not None:
                data["victim"] = victim.name
                yield Finding(hazard.later.stmt.span, data, "overlap", severity, related)
                continue
            fix = Proposal(_BARRIER, (Before(hazard.later.stmt.span, barrier),), {"barrier": barrier})
            yield Finding(hazard.later.stmt.span, data, severity=severity, related=related, fix=fix)
