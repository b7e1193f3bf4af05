"""ASC405 partial-overlap."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.overlap import partial_overlaps
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import CALLED, IN_RUN, at, run_of


class PartialOverlap(Rule):
    """The destination of a vector instruction overlaps a source partly.

    ## What happens
    The vector unit works in repeats of 256 bytes. A destination may be exactly the source or have no byte in common
    with it; in between, results are written over source elements before these are read.

    ## How to fix
    Write to another tensor, or shift so that destination and source are the same or apart.

    ## Limits
    Judged for element-wise instructions; with a mask and repeats only where the mask and the strides are constant. Sums
    that stay in place, with no step from repeat to repeat, are left alone.

    ## Source
    Ascend C: general constraints, address overlap (asc-devkit).
    """

    code = "ASC405"
    name = "partial-overlap"
    severity = Severity.ERROR
    summary = Text("operands of one vector instruction overlap partly", "同一条矢量指令的操作数部分重叠")
    remedy = Text("make destination and source the same or apart", "让目的与源完全相同或完全不重叠")
    messages = {
        "default": Text(
            "{call}: '{dst}' starts {shift} bytes from '{src}' and overlaps it partly{in_run}",
            "{call}：'{dst}' 与 '{src}' 的起始地址相差 {shift} 字节，两者部分重叠{in_run}",
        ),
        "repeats": Text(
            "{call}: '{dst}' starts {shift} bytes from '{src}', and repeats write it over source elements that are "
            "still to be read{in_run}",
            "{call}：各次重复写入 '{dst}' 时会覆盖 '{src}' 中尚未读取的源元素；两者起始地址相差 {shift} 字节{in_run}",
        ),
        "width": Text(
            "{call}: '{dst}' and '{src}' share an address, but the elements of '{dst}' are wider: results "
            "overwrite source elements that are still to be read",
            "{call}：'{dst}' 与 '{src}' 地址相同，但 '{dst}' 的元素更宽：结果会覆盖尚未读取的源元素",
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
    asc.muls(tile[8:], tile, 2.0, 512)  # expect: ASC405
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
    asc.muls(tile[512:], tile, 2.0, 512)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in partial_overlaps(facts):
            stmt, run = found.instruction.call.stmt, found.verdict.witness
            data = {
                "call": stmt.api,
                "dst": found.written.param,
                "src": found.read.param,
                "shift": at(found.shift, run),
                "run": run_of(facts, run, found.shift),
                "in_run": IN_RUN if run else "",
            }
            message = "repeats" if found.repeats else "width" if found.shift.const == 0 else "default"
            severity = None if found.verdict.certainty is Certainty.CERTAIN else Severity.WARNING
            related = tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(stmt.stack))
            yield Finding(stmt.span, data, message, severity, related)
