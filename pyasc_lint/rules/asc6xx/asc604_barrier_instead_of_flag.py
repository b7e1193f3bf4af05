"""ASC604 barrier-instead-of-flag."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Before, Proposal, Replace
from pyasc_lint.rules._flags import set_text, wait_text
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._steps import free_id

_FLAG = Text("use a flag of asc.HardEvent.{event} with id {id}", "改用 asc.HardEvent.{event}（id {id}）的标志")


class BarrierInsteadOfFlag(Rule):
    """A full barrier in a loop orders one pipe before one other, which a flag does at less cost.

    ## What happens
    `pipe_barrier(PIPE_ALL)` makes every pipe wait for all others, in every iteration, so copies and computation no
    longer overlap. The results are right.

    ## How to fix
    Replace it by `set_flag` after the earlier and `wait_flag` before the later instruction, with the event that the
    message names.

    ## Limits
    Judged by simulating the instructions without the barrier on representative inputs.

    ## Source
    Ascend C: PipeBarrier, SetFlag/WaitFlag (asc-devkit).
    """

    code = "ASC604"
    name = "barrier-instead-of-flag"
    severity = Severity.INFO
    fixes = ("unsafe",)
    summary = Text("a full barrier in a loop where one event suffices", "循环中使用了全流水屏障，而一个事件即可")
    remedy = Text("use set_flag and wait_flag of that event", "改用该事件的 set_flag 与 wait_flag")
    messages = {
        "default": Text(
            "pipe_barrier(PIPE_ALL) in a loop only orders {earlier} before {later}: a flag of "
            "asc.HardEvent.{earlier}_{later} with id {id} does so without stopping the other pipes",
            "循环中的 pipe_barrier(PIPE_ALL) 只保证 {earlier} 先于 {later}：使用 asc.HardEvent.{earlier}_{later}"
            "（id {id}）的标志即可，且不会停住其他流水",
        )
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8192)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.set_flag(asc.HardEvent.V_MTE2, 0)
    for i in range(8):
        asc.wait_flag(asc.HardEvent.V_MTE2, 0)
        asc.data_copy(tile, x_gm[i * 1024:], 1024)
        asc.pipe_barrier(asc.PipeID.PIPE_ALL)  # expect: ASC604
        asc.muls(tile, tile, 2.0, 1024)
        asc.set_flag(asc.HardEvent.V_MTE2, 0)
    asc.wait_flag(asc.HardEvent.V_MTE2, 0)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8192)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.set_flag(asc.HardEvent.V_MTE2, 0)
    for i in range(8):
        asc.wait_flag(asc.HardEvent.V_MTE2, 0)
        asc.data_copy(tile, x_gm[i * 1024:], 1024)
        asc.set_flag(asc.HardEvent.MTE2_V, 0)
        asc.wait_flag(asc.HardEvent.MTE2_V, 0)
        asc.muls(tile, tile, 2.0, 1024)
        asc.set_flag(asc.HardEvent.V_MTE2, 0)
    asc.wait_flag(asc.HardEvent.V_MTE2, 0)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for stmt, earlier, later in trace(facts).replaceable:
            event = f"{earlier}_{later}"
            if earlier == later or facts.profile.event_status(facts.core, event) not in ("documented", None):
                continue
            ident = free_id(facts, event)
            changes = (Before(stmt.span, set_text(event, ident)), Replace(stmt.span, wait_text(event, ident)))
            fix = Proposal(_FLAG, changes, {"event": event, "id": ident}, "unsafe")
            yield Finding(stmt.span, {"earlier": earlier, "later": later, "id": ident}, fix=fix)
