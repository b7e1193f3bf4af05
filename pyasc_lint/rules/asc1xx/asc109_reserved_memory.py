"""ASC109 reserved-memory."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.capacity import Fit
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.reserved import scratch_calls
from pyasc_lint.analysis.verdict import Certainty, broken
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._tiles import largest_tile
from pyasc_lint.rules._wording import IN_RUN, at, buffer_name, call_notes, run_of

_CALL = Text("{call} uses the scratch", "{call} 使用该保留区")


class ReservedMemory(Rule):
    """A tensor covers the reserved end of the UB in a kernel that calls an instruction using it.

    ## What happens
    Some library calls (on 2201 `select` in two of its modes and `add_deq_relu`) keep intermediate results in the last
    8 KiB of the UB. They overwrite whatever the kernel has there, without a word.

    ## How to fix
    Keep the tensors below the start of the reserved part, or use instructions that need none of it.

    ## Limits
    Nothing is reported where the kernel is built without the reserve (`--cce-disable-asc-reserved-ubuf`).

    ## Source
    Reserved UB of the chip profile (Ascend C static Tensor programming, asc-devkit).
    """

    code = "ASC109"
    name = "reserved-memory"
    severity = Severity.ERROR
    fixes = ("unsafe",)
    summary = Text("a tensor covers UB that a called instruction overwrites", "张量占用了所调用指令会覆盖的 UB 保留区")
    remedy = Text("keep tensors below the reserved part", "让张量位于保留区之前")
    messages = {
        "default": Text(
            "'{name}' takes bytes {start} to {end} of UB, but {call} uses the bytes from {reserved} on as "
            "scratch{in_run}",
            "'{name}' 占用 UB 的字节 {start} 到 {end}，而 {call} 会把 {reserved} 起的字节用作暂存{in_run}",
        )
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.VECCALC, 0, 256)
    b = asc.LocalTensor(asc.int32, asc.TPosition.VECCALC, 4096, 256)
    last = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 188416, 256)  # expect: ASC109
    asc.duplicate(a, 1.0, 256)
    asc.duplicate(b, 1, 256)
    asc.duplicate(last, 1.0, 256)
    asc.add_deq_relu(a, b, b, 256)  # noqa: ASC202
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    last = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 184320, 256)
    asc.duplicate(last, 1.0, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        calls = scratch_calls(facts)
        region = facts.profile.reserved_ub
        if not calls or region is None:
            return
        for buffer in facts.buffers:
            if buffer.hardware != "UB":
                continue
            covers = v.And(v.gt(buffer.end, region.start), v.lt(buffer.address, region.end))
            verdict = broken(buffer.facts, covers, buffer.end)
            if verdict.certainty <= Certainty.UNBOUNDED:
                continue
            run = verdict.witness
            data = {
                "name": buffer_name(buffer),
                "start": at(buffer.address, run),
                "end": at(buffer.end, run),
                "call": calls[0].stmt.api,
                "reserved": f"{region.start:,}",
                "run": run_of(facts, run, buffer.end),
                "in_run": IN_RUN if run else "",
            }
            related = (Note(calls[0].stmt.span, _CALL, {"call": calls[0].stmt.api}), *call_notes(buffer))
            severity = None if verdict.certainty is Certainty.CERTAIN else Severity.WARNING
            published = facts.published_end("UB")
            fix = largest_tile(Fit(buffer, region.start, buffer.facts, verdict, published=published))
            yield Finding(buffer.span, data, severity=severity, related=related, fix=fix)
