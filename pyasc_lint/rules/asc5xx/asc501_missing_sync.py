"""ASC501 missing-sync."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Before, Proposal
from pyasc_lint.rules._flags import half_pair, ordering, waiting_for
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import (
    EARLIER,
    aside,
    bytes_of,
    call_text,
    free_id,
    memory_of,
    stack_notes,
    when,
)

_FLAG = Text(
    "set and wait for a flag of asc.HardEvent.{event} with id {id}", "用 asc.HardEvent.{event}（id {id}）的标志同步"
)
_BARRIER = Text("put a barrier of all pipes before it", "在其之前加上全流水屏障")


class MissingSync(Rule):
    """Two instructions on different pipes touch the same bytes, one of them writes, and nothing orders them.

    ## What happens
    The pipes of a core run in parallel. Without a `set_flag`/`wait_flag` pair (or a barrier) between the two accesses
    either may come first: a read gets old data (RAW), a write destroys data still to be read (WAR), or the wrong write
    wins (WAW). The kernel computes wrong numbers, often only now and then.

    ## How to fix
    Set a flag after the earlier access and wait for it before the later one, with the event and the free id that the
    message names. Between iterations, set it at the end of the loop body and wait at its start, with one set before
    the loop and one wait after it.

    ## Limits
    Found by simulating instructions on representative inputs; accesses at places that only the device knows (gather,
    run-time masks) count only where they certainly meet. The compiler's auto-sync orders the scalar unit with V, MTE2
    and MTE3 on vector cores. Different GM parameters are taken to be different memory.

    ## Source
    Ascend C: SetFlag/WaitFlag, pipelines of the AI Core (asc-devkit).
    """

    code = "ASC501"
    name = "missing-sync"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("conflicting accesses on two pipes that nothing orders", "两条流水上的冲突访问之间没有同步")
    remedy = Text(
        "set a flag after the earlier access and wait for it before the later one",
        "在先前的访问之后 set_flag，在后面的访问之前 wait_flag",
    )
    messages = {
        "default": Text(
            "{later} on {later_pipe} {later_does} {memory} bytes {bytes} that {earlier} on {earlier_pipe} in "
            "line {line} "
            "{earlier_does}{aside}, and nothing orders them ({kind}): add set_flag and wait_flag of "
            "asc.HardEvent.{event} with id {id}{run}",
            "{later_pipe} 上的 {later} {later_does_zh} {memory} 的字节 {bytes}，而第 {line} 行 {earlier_pipe} "
            "上的 {earlier}"
            "{aside}{earlier_does_zh}这些字节，两者之间没有同步（{kind}）：请用 asc.HardEvent.{event} 的 "
            "set_flag 和 "
            "wait_flag，id 可取 {id}{run}",
        ),
        "half": Text(
            "{later} on {later_pipe} {later_does} {memory} bytes {bytes} that {earlier} on {earlier_pipe} in "
            "line {line} "
            "{earlier_does}{aside}, and nothing orders them ({kind}): line {set_line} sets asc.HardEvent.{event}, "
            "but nothing waits for it before this call{run}",
            "{later_pipe} 上的 {later} {later_does_zh} {memory} 的字节 {bytes}，而第 {line} 行 {earlier_pipe} "
            "上的 {earlier}"
            "{aside}{earlier_does_zh}这些字节，两者之间没有同步（{kind}）：第 {set_line} 行 set_flag 了 "
            "asc.HardEvent.{event}，但在此调用之前没有对应的 wait_flag{run}",
        ),
        "overlap": Text(
            "{later} on {later_pipe} {later_does} {memory} bytes {bytes} that {earlier} on {earlier_pipe} in "
            "line {line} "
            "{earlier_does}{aside}, and nothing orders them ({kind}); order alone would not do: the data "
            "of '{victim}' would still be lost, so give the two tensors different bytes{run}",
            "{later_pipe} 上的 {later} {later_does_zh} {memory} 的字节 {bytes}，而第 {line} 行 {earlier_pipe} "
            "上的 {earlier}"
            "{aside}{earlier_does_zh}这些字节，两者之间没有同步（{kind}）；仅有同步仍会丢失 '{victim}' "
            "的数据：请让两个张量使用不同的字节{run}",
        ),
        "barrier": Text(
            "{later} on {later_pipe} {later_does} {memory} bytes {bytes} that {earlier} on {earlier_pipe} in "
            "line {line} "
            "{earlier_does}{aside}, and nothing orders them ({kind}): no event joins these pipes, so add "
            "pipe_barrier(asc.PipeID.PIPE_ALL){run}",
            "{later_pipe} 上的 {later} {later_does_zh} {memory} 的字节 {bytes}，而第 {line} 行 {earlier_pipe} "
            "上的 {earlier}"
            "{aside}{earlier_does_zh}这些字节，两者之间没有同步（{kind}）：这两条流水之间没有事件，请使用 "
            "pipe_barrier(asc.PipeID.PIPE_ALL){run}",
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
    asc.data_copy(tile, x_gm, 1024)
    asc.muls(tile, tile, 2.0, 1024)  # expect: ASC501
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
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        traces = trace(facts)
        for shown in traces.hazards:
            hazard = shown.defect
            if hazard.earlier_pipe == hazard.later_pipe:
                continue
            event = hazard.event
            known = facts.profile.event_status(facts.core, event) in ("documented", "undocumented", None)
            reads = hazard.kind == "RAW"
            before = hazard.kind == "WAR"
            data = {
                "later": call_text(hazard.later),
                "later_pipe": hazard.later_pipe,
                "later_does": "reads" if reads else "writes",
                "later_does_zh": "读取" if reads else "写入",
                "memory": memory_of(hazard.later_access),
                "bytes": bytes_of(hazard.bytes),
                "earlier": call_text(hazard.earlier),
                "earlier_pipe": hazard.earlier_pipe,
                "earlier_does": "reads" if before else "writes",
                "earlier_does_zh": "读取" if before else "写入",
                "line": hazard.earlier.stmt.span.line,
                "aside": aside(hazard),
                "kind": hazard.kind,
                "event": event,
                "id": free_id(facts, event),
                "run": when({} if shown.certain else shown.inputs),
            }
            half = half_pair(facts, event, hazard.later.stmt) if known else None
            lone_set = half if half is not None and half.api == "set_flag" else None
            victim = traces.destroyed(hazard)
            message: str
            fix: Proposal | None
            if victim is not None:
                data["victim"] = victim.name
                message, fix = "overlap", None
            elif lone_set is not None:
                data["set_line"] = lone_set.span.line
                message, fix = "half", waiting_for(lone_set, hazard.later.stmt)
            else:
                message, fix = "default" if known else "barrier", _fix(facts, hazard, event if known else None)
            earlier = Note(
                hazard.earlier.stmt.span, EARLIER, {"call": call_text(hazard.earlier), "pipe": hazard.earlier_pipe}
            )
            yield Finding(
                hazard.later.stmt.span,
                data,
                message,
                None if shown.certain else Severity.WARNING,
                (earlier, *stack_notes(hazard.later)),
                aspect=hazard.earlier_pipe,
                fix=fix,
            )


def _fix(facts: KernelFacts, hazard: Hazard, event: str | None) -> Proposal:
    """A flag where one can do it, else a barrier."""
    if event is not None:
        ident = free_id(facts, event)
        changes = ordering(facts, hazard.earlier.stmt, hazard.later.stmt, event, ident)
        if changes:
            return Proposal(_FLAG, changes, {"event": event, "id": ident})
    return Proposal(_BARRIER, (Before(hazard.later.stmt.span, "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"),))
