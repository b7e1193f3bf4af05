"""ASC503 event-id-out-of-range."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import Certainty, broken
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call, Enum
from pyasc_lint.rules._fix import Proposal
from pyasc_lint.rules._flags import flag_calls, id_of, with_id
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._steps import free_id
from pyasc_lint.rules._wording import amount

_FREE = Text("use id {id}, which is free", "使用空闲的 id {id}")


class EventIdOutOfRange(Rule):
    """An event id that the chip does not have, or one that the system uses itself.

    ## What happens
    The chip has a fixed number of flags per event; an id past them sets some other flag or none. Ids 6 and 7 exist but
    are taken: the framework and the compiler's auto-sync use them, so a kernel's own flags get mixed up with theirs.

    ## How to fix
    Use the ids that the message names.

    ## Limits
    An id computed from a value that nothing bounds is not judged.

    ## Source
    Event ids of the chip profile (Ascend C static Tensor programming, SetFlag/WaitFlag in asc-devkit).
    """

    code = "ASC503"
    name = "event-id-out-of-range"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("an event id that the chip lacks or the system uses", "芯片不具备或被系统占用的事件 id")
    remedy = Text("use one of the free ids, 0 to 5", "使用空闲的 id：0 到 5")
    messages = {
        "default": Text(
            "event id {id} does not exist on {target}: it has ids 0 to {last}, of which {usable} are free for a kernel",
            "{target} 上不存在事件 id {id}：共有 0 到 {last}，其中 kernel 可用 {usable}",
        ),
        "reserved": Text(
            "event id {id} is reserved on {target}: use {usable}", "事件 id {id} 在 {target} 上被保留：请使用 {usable}"
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
    asc.set_flag(asc.HardEvent.MTE2_V, 8)  # expect: ASC503
    asc.wait_flag(asc.HardEvent.MTE2_V, 8)  # expect: ASC503
    asc.muls(tile, tile, 2.0, 1024)
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
    asc.set_flag(asc.HardEvent.MTE2_V, 5)
    asc.wait_flag(asc.HardEvent.MTE2_V, 5)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        ids = facts.profile.event_ids
        usable = ids.usable or tuple(range(ids.count))
        for call in facts.calls:
            ident = call.operands.get("event_id")
            if call.stmt.api not in ("set_flag", "wait_flag") or not isinstance(ident, Poly):
                continue
            data = {
                "id": amount(ident),
                "target": facts.profile.name,
                "last": ids.count - 1,
                "usable": f"{usable[0]} to {usable[-1]}" if len(usable) > 2 else ", ".join(map(str, usable)),
            }
            outside = v.Or(v.lt(ident, 0), v.ge(ident, ids.count))
            verdict = broken(call.facts, outside, ident)
            if verdict.certainty is Certainty.CERTAIN:
                yield Finding(call.stmt.span, data, fix=_fix(facts, call.stmt))
            elif verdict.certainty is Certainty.POSSIBLE:
                yield Finding(call.stmt.span, data, severity=Severity.WARNING)
            elif ids.reserved and call.facts.certain(v.among(ident, ids.reserved)):
                yield Finding(call.stmt.span, data, "reserved", Severity.WARNING, fix=_fix(facts, call.stmt))


def _fix(facts: KernelFacts, call: Call) -> Proposal | None:
    """All calls with this event and id get a free one."""
    event, ident = call.args.get("event"), id_of(call)
    if not isinstance(event, Enum) or ident is None:
        return None
    free = free_id(facts, event.member)
    changes = [with_id(each, free) for each in flag_calls(facts, event.member, ident)]
    return Proposal(_FREE, tuple(each for each in changes if each is not None), {"id": free})
