"""How fixes order two instructions, by their places in the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Span
from pyasc_lint.ir.nodes import Call, Const, Enum, For, Stmt, While
from pyasc_lint.ir.survey import Level, survey
from pyasc_lint.rules._fix import After, Again, Before, Change, Proposal, Replace
from pyasc_lint.rules._rule import Text

_WAIT_FOR = Text("wait for the flag that line {line} sets", "等待第 {line} 行置位的标志")


def way_to(facts: KernelFacts, stmt: Stmt) -> tuple[Level, ...]:
    """The statements around one, outermost first, itself last; empty where it is not in the kernel."""
    return survey(facts.kernel).ways.get(stmt, ())


def same_block(facts: KernelFacts, calls: list[Call]) -> bool:
    """Whether calls run one after the other, each as often as the others."""
    blocks = {id(way[-1].block) for call in calls if (way := way_to(facts, call))}
    return len(blocks) == 1


def loop_around(facts: KernelFacts, stmt: Stmt) -> Stmt | None:
    """The innermost run-time loop around a statement."""
    around = [level.stmt for level in way_to(facts, stmt)[:-1] if isinstance(level.stmt, For | While)]
    return around[-1] if around else None


def half_pair(facts: KernelFacts, event: str, near: Stmt | None = None) -> Call | None:
    """The only call with an event in a run-time loop (that around `near`): its partner is missing there."""
    loops: dict[Stmt | None, dict[Span, Call]] = {}
    for call in calls_of(facts, event):
        loops.setdefault(loop_around(facts, call), {})[call.span] = call
    loops.pop(None, None)
    found = loops.values() if near is None else [loops.get(loop_around(facts, near), {})]
    halves = [call for calls in found if len(calls) == 1 for call in calls.values()]
    return halves[0] if len(halves) == 1 else None


def waiting_for(half: Call, later: Stmt) -> Proposal:
    """The missing wait for a set, before the statement that it is for."""
    return Proposal(_WAIT_FOR, (Again(later.span, half.span, "wait_flag"),), {"line": half.span.line})


def flag_calls(facts: KernelFacts, event: str, ident: int) -> list[Call]:
    """All calls that set or wait for a flag, in source order; each place once."""
    found = {call.span: call for call in calls_of(facts, event) if id_of(call) == ident}
    return list(found.values())


def calls_of(facts: KernelFacts, event: str) -> Iterator[Call]:
    """All calls with an event."""
    for call in survey(facts.kernel).calls("set_flag", "wait_flag"):
        name = call.args.get("event")
        if isinstance(name, Enum) and name.member == event:
            yield call


def with_id(call: Call, ident: int) -> Change | None:
    """The call with another event id; None where its id is not a number of its own."""
    if id_of(call) is None or "event_id" not in call.spans:
        return None
    return Replace(call.spans["event_id"], str(ident))


def id_of(call: Call) -> int | None:
    """The event id of a call where it is a constant."""
    ident = call.args.get("event_id")
    return ident.value if isinstance(ident, Const) and isinstance(ident.value, int) else None


def set_text(event: str, ident: int) -> str:
    return f"asc.set_flag(asc.HardEvent.{event}, {ident})"


def wait_text(event: str, ident: int) -> str:
    return f"asc.wait_flag(asc.HardEvent.{event}, {ident})"


def ordering(facts: KernelFacts, earlier: Call, later: Call, event: str, ident: int) -> tuple[Change, ...]:
    """A flag that the later instruction waits for and that is set after the earlier one; empty where none can do it.

    Set and wait stand in one block, so that they pair however often it runs. Where the later instruction is one of a
    following iteration, the flag is set once before the loop and taken down after it.
    """
    first, second = way_to(facts, earlier), way_to(facts, later)
    depth = _common(first, second)
    if depth is None:
        return ()
    start, end = first[depth], second[depth]
    if start.index < end.index:
        # In an unrolled loop the later one may stand first in the source.
        if start.stmt.span < end.stmt.span or start.stmt.span.path != end.stmt.span.path:
            return (After(start.stmt.span, set_text(event, ident)), Before(end.stmt.span, wait_text(event, ident)))
        return ()
    loops = [level.stmt for level in first[:depth] if isinstance(level.stmt, For | While)]
    if not loops:
        return ()
    return (
        Before(loops[-1].span, set_text(event, ident)),
        Before(end.stmt.span, wait_text(event, ident)),
        After(start.stmt.span, set_text(event, ident)),
        After(loops[-1].span, wait_text(event, ident)),
    )


def _common(first: Sequence[Level], second: Sequence[Level]) -> int | None:
    """The deepest level at which two ways are in one block."""
    common = [depth for depth, (one, other) in enumerate(zip(first, second, strict=False)) if one.block is other.block]
    return common[-1] if common else None
