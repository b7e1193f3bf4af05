"""ASC502 unpaired-flag."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.analysis.trace.verdicts import Unpaired
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call
from pyasc_lint.rules._fix import After, Again, Before, Delete, Proposal
from pyasc_lint.rules._flags import (
    calls_of,
    flag_calls,
    half_pair,
    id_of,
    loop_around,
    same_block,
    set_text,
    wait_text,
    waiting_for,
    way_to,
    with_id,
)
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._steps import stack_notes, when

_SAME_ID = Text("use id {id} for both", "两者都使用 id {id}")
_PRIME = Text("set the flag once before the loop", "在循环之前置位一次")
_DRAIN = Text("wait for the flag once after the loop", "在循环之后等待一次")
_AROUND = Text("set the flag before the loop and wait for it after", "在循环之前置位，并在循环之后等待")
_SET = Text("set the flag before the wait", "在 wait_flag 之前置位")
_MOVE = Text("move the set before the wait", "把 set_flag 移到 wait_flag 之前")
_WAIT = Text("wait for the flag behind the set", "在 set_flag 之后等待")
_SET_FOR = Text("set the flag that line {line} waits for", "置位第 {line} 行等待的标志")
_DROP = Text("delete the set that nobody waits for", "删除无人等待的 set_flag")


class UnpairedFlag(Rule):
    """A `set_flag` that no `wait_flag` takes down, or a `wait_flag` for a flag that nobody sets.

    ## What happens
    The n-th wait of an event and id takes the flag of the n-th set. A wait without a set blocks its pipe for ever: the
    kernel ends in a time-out (507014, 507034). A set without a wait leaves the flag up, so a later set meets it, and
    the next kernel on the core starts with it.

    ## How to fix
    Give every set one wait with the same event and id on every path: guard both with the same condition, set once
    before a loop that waits first, and wait once after a loop that sets last.

    ## Limits
    Flags pair first in, first out, so the last one of too many is named. Judged on representative trip counts
    (0, 1, 2 and more) and both ways of every test.

    ## Source
    Ascend C: SetFlag/WaitFlag (asc-devkit).
    """

    code = "ASC502"
    name = "unpaired-flag"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a set without a wait, or a wait without a set", "set_flag 与 wait_flag 不成对")
    remedy = Text(
        "give every set one wait with the same event and id", "让每个 set_flag 都有相同事件和 id 的 wait_flag"
    )
    messages = {
        "set": Text(
            "no wait_flag({event}, {id}) takes this flag down: it stays up{run}",
            "没有 wait_flag({event}, {id}) 与此对应：该标志会一直保持置位{run}",
        ),
        "wait": Text(
            "no set_flag({event}, {id}) raises this flag: {pipe} waits for ever{run}",
            "没有 set_flag({event}, {id}) 与此对应：{pipe} 将永远等待{run}",
        ),
        "stuck": Text(
            "the set_flag({event}, {id}) for this wait comes only after a barrier, or a wait of the scalar unit, that "
            "this wait holds up: nothing goes on{run}",
            "与此对应的 set_flag({event}, {id}) 位于被它阻塞的同步之后：程序将挂起{run}",
        ),
        "circle": Text(
            "the set_flag({event}, {id}) for this wait stands behind wait_flag({other}, {other_id}) in line {line}, "
            "which never returns as {pipe} is held up here: nothing goes on{run}",
            "与此对应的 set_flag({event}, {id}) 位于第 {line} 行的 wait_flag({other}, {other_id}) 之后，"
            "而 {pipe} 阻塞于此，该等待永远不会返回：程序将挂起{run}",
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
    asc.set_flag(asc.HardEvent.MTE2_V, 0)  # expect: ASC502
    asc.wait_flag(asc.HardEvent.MTE2_V, 1)  # expect: ASC502
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
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for shown in trace(facts).unpaired:
            found = shown.defect
            flag = found.step.flag
            if flag is None:
                continue
            data = {"event": flag.event, "id": flag.id, "pipe": flag.pipe, "run": when(shown.inputs)}
            message: str = "stuck" if found.stuck else found.kind
            behind = found.behind.flag if found.behind is not None else None
            if found.behind is not None and behind is not None:
                message = "circle"
                data |= {"other": behind.event, "other_id": behind.id, "line": found.behind.stmt.span.line}
            fix = _fix(facts, found, message)
            yield Finding(found.step.stmt.span, data, message, related=stack_notes(found.step), fix=fix)


def _fix(facts: KernelFacts, found: Unpaired, message: str) -> Proposal | None:
    flag, call = found.step.flag, found.step.stmt
    if flag is None:
        return None
    setting, waiting = set_text(flag.event, flag.id), wait_text(flag.event, flag.id)
    calls = flag_calls(facts, flag.event, flag.id)
    partners = [other for other in calls if other.api != call.api]
    loop = loop_around(facts, call)
    inside = loop is not None and all(loop_around(facts, each) is loop for each in partners)
    if message == "stuck":
        if len(partners) != 1:
            return None
        return Proposal(_MOVE, (Before(call.span, setting), Delete(partners[0].span)))
    if message == "circle":
        around = (Before(loop.span, setting), After(loop.span, waiting)) if loop is not None and inside else ()
        return Proposal(_AROUND, around) if around else None
    half = half_pair(facts, flag.event)
    completed = _framed(facts, flag.event, message) if half is None else _completed(facts, flag.event, half)
    if completed is not None:
        return completed
    renumbered = _other_id(facts, flag.event, call)
    if renumbered is not None or not calls:  # an id that the loop computes
        return renumbered
    alternates = loop is not None and inside and calls[0].api == "wait_flag" and 2 * len(partners) == len(calls)
    if loop is not None and alternates:
        if message == "set":
            return Proposal(_DRAIN, (After(loop.span, waiting),))
        return Proposal(_PRIME, (Before(loop.span, setting),))
    if not same_block(facts, calls):
        return None
    if message == "wait":
        return Proposal(_SET, (Before(_first_without_set(calls).span, setting),))
    hazards = {each.defect.event for each in trace(facts).hazards}
    if not partners and flag.event not in hazards:
        return Proposal(_DROP, (Delete(call.span),))
    return Proposal(_WAIT, (After(_first_without_wait(calls).span, waiting),))


def _framed(facts: KernelFacts, event: str, message: str) -> Proposal | None:
    """Where a loop has sets and waits of ids that it computes: the sets before it, or the waits after it, that are
    missing. The other side tells the ids."""
    calls = list(calls_of(facts, event))
    inner = [call for call in calls if id_of(call) is None]
    loops = {id(loop): loop for call in inner if (loop := loop_around(facts, call)) is not None}
    outer = {api: _ids(call for call in calls if call.api == api and call not in inner) for api, _ in _PAIR}
    if len(loops) != 1 or {call.api for call in inner} != outer.keys():
        return None
    (loop,) = loops.values()
    if message == "set" and outer["set_flag"] and not outer["wait_flag"]:
        return Proposal(_DRAIN, tuple(After(loop.span, wait_text(event, ident)) for ident in outer["set_flag"]))
    if message == "wait" and outer["wait_flag"] and not outer["set_flag"]:
        return Proposal(_PRIME, tuple(Before(loop.span, set_text(event, ident)) for ident in outer["wait_flag"]))
    return None


def _ids(calls: Iterable[Call]) -> list[int]:
    return list(dict.fromkeys(ident for call in calls if (ident := id_of(call)) is not None))


def _completed(facts: KernelFacts, event: str, half: Call) -> Proposal | None:
    """The missing call of a pair in a loop: a wait before what the flag is for; a set before its wait, or at the end of
    the body where a set before the loop is what the first turn waits for."""
    elsewhere = any(call.api != half.api for call in calls_of(facts, event))
    if half.api == "set_flag":
        later = [each.defect.later.stmt for each in trace(facts).hazards if each.defect.event == event]
        if later:
            return waiting_for(half, later[0])
        return None if elsewhere else Proposal(_DROP, (Delete(half.span),))
    body = way_to(facts, half)[-1].block
    change = Again(body[-1].span if elsewhere else half.span, half.span, "set_flag", after=elsewhere)
    return Proposal(_SET_FOR, (change,), {"line": half.span.line})


def _first_without_set(calls: list[Call]) -> Call:
    """The first wait that no set before it is left for."""
    up = 0
    for call in calls:
        up += 1 if call.api == "set_flag" else -1
        if up < 0:
            return call
    return calls[-1]


def _first_without_wait(calls: list[Call]) -> Call:
    """The first set that another one follows without a wait in between, or the last."""
    for call, following in zip(calls, calls[1:], strict=False):
        if call.api == following.api == "set_flag":
            return call
    return calls[-1]


_PAIR = (("set_flag", "wait_flag"), ("wait_flag", "set_flag"))


def _other_id(facts: KernelFacts, event: str, call: Call) -> Proposal | None:
    """Where one call of an event has an id of its own and another one misses its partner, it gets the id of that."""
    calls = list({each.span: each for each in calls_of(facts, event)}.values())
    ids = {api: {id_of(each) for each in calls if each.api == api} for api in ("set_flag", "wait_flag")}
    lone = {api: [each for each in calls if each.api == api and id_of(each) not in ids[other]] for api, other in _PAIR}
    open_ids = {
        kind: {
            flag.id
            for each in trace(facts).unpaired
            if each.defect.kind == kind and (flag := each.defect.step.flag) is not None and flag.event == event
        }
        for kind in ("set", "wait")
    }
    for api, kind in (("wait_flag", "set"), ("set_flag", "wait")):
        if len(lone[api]) == 1 and len(open_ids[kind]) == 1:
            ident = open_ids[kind].pop()
            change = with_id(lone[api][0], ident)
            return None if change is None else Proposal(_SAME_ID, (change,), {"id": ident})
    return None
