"""How fixes order two instructions, by their places in the kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Span
from pyasc_lint.ir.nodes import Block, Call, Const, Enum, For, Stmt, While, sub_blocks
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._fix import After, Before, Change, Replace


@dataclass(frozen=True, slots=True)
class _Level:
    """A statement on the way from the kernel's body to another one: its block, its index there."""

    block: Block
    index: int

    @property
    def stmt(self) -> Stmt:
        return self.block[self.index]


def way_to(facts: KernelFacts, stmt: Stmt) -> list[_Level]:
    """The statements around one, outermost first, itself last; empty where it is not in the kernel."""
    todo: list[tuple[Block, tuple[_Level, ...]]] = [(facts.kernel.body, ())]
    while todo:
        block, outer = todo.pop()
        for index, each in enumerate(block):
            way = (*outer, _Level(block, index))
            if each is stmt:
                return list(way)
            todo += [(inner, way) for inner in sub_blocks(each)]
    return []


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
    loops: dict[int, dict[Span, Call]] = {}
    for call in calls_of(facts, event):
        loop = loop_around(facts, call)
        if loop is not None:
            loops.setdefault(id(loop), {})[call.span] = call
    around = loop_around(facts, near) if near is not None else None
    found = [calls for loop, calls in loops.items() if near is None or loop == id(around)]
    halves = [call for calls in found if len(calls) == 1 for call in calls.values()]
    return halves[0] if len(halves) == 1 else None


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


def _common(first: list[_Level], second: list[_Level]) -> int | None:
    """The deepest level at which two ways are in one block."""
    common = [depth for depth, (one, other) in enumerate(zip(first, second, strict=False)) if one.block is other.block]
    return common[-1] if common else None
