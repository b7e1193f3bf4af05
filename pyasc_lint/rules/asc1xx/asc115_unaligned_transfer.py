"""ASC115 unaligned-transfer."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.bounds import OddTransfer, odd_transfers
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts, LocalRegion
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._fix import Around, Proposal, Rename
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import CALLED, IN_RUN, at, run_of

_PAD = Text("use data_copy_pad", "改用 data_copy_pad")


class UnalignedTransfer(Rule):
    """`data_copy` moves a number of bytes that is no multiple of 32.

    ## What happens
    The hardware moves whole 32-byte blocks: it drops the bytes after the last whole one without a word. A copy of fewer
    than 32 bytes moves nothing at all, so GM keeps what it had.

    ## How to fix
    Use `asc.data_copy_pad` with `DataCopyExtParams(1, bytes, 0, 0, 0)`, which takes a length in bytes, or make the
    count a multiple of a block.

    ## Limits
    A run-time count of which nothing is known is not judged.

    ## Source
    Ascend C: DataCopy (asc-devkit); seen on a 910B4, where write-backs of 4 and 16 bytes left GM untouched.
    """

    code = "ASC115"
    name = "unaligned-transfer"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("data_copy of bytes that are no multiple of 32", "data_copy 的字节数不是 32 的倍数")
    remedy = Text("use data_copy_pad for the odd tail", "零头请使用 data_copy_pad")
    messages = {
        "default": Text(
            "data_copy moves whole {unit}-byte blocks: of {bytes} bytes the last {tail} are dropped; use "
            "data_copy_pad{in_run}",
            "data_copy 只搬运完整的 {unit} 字节块：{bytes} 字节中的最后 {tail} 字节会被丢弃；请使用 "
            "data_copy_pad{in_run}",
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
    asc.data_copy(tile, x_gm, 1001)  # expect: ASC115
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
    asc.data_copy(tile, x_gm, 1000)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in odd_transfers(facts):
            run = found.verdict.witness
            length = found.bytes.evaluate(run) if run else found.bytes.const
            data = {
                "unit": found.unit,
                "bytes": at(found.bytes, run),
                "tail": f"{length % found.unit}" if length is not None else "?",
                "run": run_of(facts, run, found.bytes),
                "in_run": IN_RUN if run else "",
            }
            stmt = found.instruction.call.stmt
            severity = None if found.verdict.certainty is Certainty.CERTAIN else Severity.WARNING
            related = tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(stmt.stack))
            yield Finding(stmt.span, data, severity=severity, related=related, fix=_fix(found))


def _fix(found: OddTransfer) -> Proposal | None:
    """`data_copy_pad` of as many bytes."""
    call = found.instruction.call
    stmt, count = call.stmt, call.stmt.spans.get("count")
    regions = [value for value in call.operands.values() if isinstance(value, GlobalRegion | LocalRegion)]
    elements = [region.element for region in regions if isinstance(region.element, DType)]
    if stmt.keywords or count is None or not elements:
        return None
    loads = isinstance(call.operands.get("src"), GlobalRegion)
    padding = f", asc.DataCopyPadExtParams(asc.{elements[0].name}, False, 0, 0, 0)" if loads else ""
    changes = (
        Rename(stmt.span, "data_copy_pad"),
        Around(count, "asc.DataCopyExtParams(1, ", f" * {elements[0].size}, 0, 0, 0){padding}"),
    )
    return Proposal(_PAD, changes)
