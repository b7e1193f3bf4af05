"""ASC508 no-such-event."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call, Enum
from pyasc_lint.rules._fix import Delete, Proposal
from pyasc_lint.rules._flags import calls_of
from pyasc_lint.rules._rule import Finding, Rule, Text

_DELETE = Text("delete it", "删除")
_DELETE_ALL = Text("delete all calls with this event", "删除所有使用该事件的调用")


class NoSuchEvent(Rule):
    """An event or a barrier pipe that the core does not have.

    ## What happens
    pyasc accepts every member of `HardEvent` and `PipeID`. On a core that lacks one of the two pipes the flag joins
    nothing: the wait never returns, or orders nothing. `PIPE_S` needs no barrier and has none.

    ## How to fix
    Use an event between pipes of this core; the message names those that start at the same pipe.

    ## Limits
    Chips whose documents do not list the events of a core are not judged.

    ## Source
    Events and barrier pipes of the chip profile (kernel_event.h and the architecture pages in asc-devkit).
    """

    code = "ASC508"
    name = "no-such-event"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("an event or barrier pipe that this core lacks", "该核上不存在的事件或流水")
    remedy = Text("use an event between pipes of this core", "使用该核上存在的流水之间的事件")
    messages = {
        "default": Text(
            "asc.HardEvent.{event} does not exist on the {core} core of {target}{instead}",
            "{target} 的 {core} 核上没有 asc.HardEvent.{event}{instead}",
        ),
        "barrier": Text(
            "pipe_barrier(asc.PipeID.{pipe}) does not exist on the {core} core of {target}; it has {instead}",
            "{target} 的 {core} 核上没有 pipe_barrier(asc.PipeID.{pipe})；可用：{instead}",
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
    asc.set_flag(asc.HardEvent.MTE1_M, 0)  # expect: ASC508
    asc.wait_flag(asc.HardEvent.MTE1_M, 0)  # expect: ASC508
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
        for fact in facts.calls:
            call = fact.stmt
            if call.api in ("set_flag", "wait_flag"):
                yield from self._event(facts, call)
            elif call.api == "pipe_barrier":
                yield from self._barrier(facts, call)

    def _event(self, facts: KernelFacts, call: Call) -> Iterator[Finding]:
        event = call.args.get("event")
        if not isinstance(event, Enum) or event.enum != "HardEvent":
            return
        if facts.profile.event_status(facts.core, event.member) != "absent":
            return
        start = event.member.partition("_")[0] + "_"
        known = facts.profile.cores[facts.core].events or ()
        similar = [name for name in known if name.startswith(start)]
        instead = f": {', '.join(similar)}" if similar else ""
        data = {"event": event.member, "core": facts.core, "target": facts.profile.name, "instead": instead}
        places = dict.fromkeys(each.span for each in calls_of(facts, event.member))
        fix = Proposal(_DELETE_ALL, tuple(map(Delete, places)), applicability="unsafe")
        yield Finding(call.span, data, fix=fix)

    def _barrier(self, facts: KernelFacts, call: Call) -> Iterator[Finding]:
        pipe = call.args.get("pipe")
        core = facts.profile.cores.get(facts.core)
        if not isinstance(pipe, Enum) or core is None or not core.barriers:
            return
        if pipe.member.removeprefix("PIPE_") in core.barriers:
            return
        instead = ", ".join(f"PIPE_{name}" for name in core.barriers)
        data = {"pipe": pipe.member, "core": facts.core, "target": facts.profile.name, "instead": instead}
        # A barrier of the scalar pipe never does anything; another one may be a slip.
        fix = Proposal(_DELETE, (Delete(call.span),), applicability="safe" if pipe.member == "PIPE_S" else "unsafe")
        yield Finding(call.span, data, "barrier", fix=fix)
