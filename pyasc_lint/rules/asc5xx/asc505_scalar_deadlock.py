"""ASC505 scalar-deadlock."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Before, Delete, Proposal
from pyasc_lint.rules._flags import set_text
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import stack_notes, when

_LATER = Text("the set that never happens", "永远不会执行的 set_flag")

_MOVE = Text("move the set before the wait", "把 set_flag 移到 wait_flag 之前")


class ScalarDeadlock(Rule):
    """A wait on the scalar pipe stands before the only set that could end it.

    ## What happens
    The scalar unit dispatches all instructions in program order. While it waits itself it dispatches nothing, so a set
    that comes later in the program never executes: the kernel hangs and ends in a time-out (507014, 507034).

    ## How to fix
    Move the set before the wait. (A wait on any other pipe may stand before its set: it blocks only that queue.)

    ## Limits
    None known.

    ## Source
    Ascend C: SetFlag/WaitFlag, scalar pipeline (asc-devkit).
    """

    code = "ASC505"
    name = "scalar-deadlock"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a wait on the scalar pipe before its only set", "标量流水上的 wait 位于其唯一的 set 之前")
    remedy = Text("move the set before the wait", "把 set_flag 移到 wait_flag 之前")
    messages = {
        "default": Text(
            "wait_flag({event}, {id}) stops the scalar unit, and its set_flag comes only in line {line}: nothing is "
            "dispatched any more{run}",
            "wait_flag({event}, {id}) 会停住标量单元，而对应的 set_flag 在第 {line} 行才出现："
            "此后不再派发任何指令{run}",
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
    asc.data_copy(tile, x_gm, 1024)
    asc.wait_flag(asc.HardEvent.MTE2_S, 0)  # expect: ASC505
    asc.set_flag(asc.HardEvent.MTE2_S, 0)
    first = tile.get_value(0)
    asc.adds(tile, tile, first, 1024)
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
    asc.data_copy(tile, x_gm, 1024)
    asc.set_flag(asc.HardEvent.MTE2_S, 0)
    asc.wait_flag(asc.HardEvent.MTE2_S, 0)
    first = tile.get_value(0)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.adds(tile, tile, first, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for shown in trace(facts).deadlocks:
            wait, late = shown.defect
            flag = wait.flag
            if flag is None:
                continue
            data = {"event": flag.event, "id": flag.id, "line": late.stmt.span.line, "run": when(shown.inputs)}
            related = (Note(late.stmt.span, _LATER), *stack_notes(wait))
            changes = (Before(wait.stmt.span, set_text(flag.event, flag.id)), Delete(late.stmt.span))
            yield Finding(wait.stmt.span, data, related=related, fix=Proposal(_MOVE, changes))
