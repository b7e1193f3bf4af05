"""What must happen before what in a run, as one explicit graph, and the accesses that it leaves unordered.

Every instruction has four nodes: the scalar unit *dispatches* it, it *begins*, it *ends*, and its queue is *done* up to
it: it and all before it in its pipe have ended. Edges are the hardware's promises, each stated once in `_Builder`;
reachability answers everything else:

* a conflict is ordered if the earlier instruction's end reaches the later one's begin;
* a flag may still be up at a set if the end of the wait before it does not reach the set;
* what no topological order reaches never happens: it is behind a wait that cannot return.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import Literal, get_args

from tests.support.interpreter.events import Event, Range, Run
from tests.support.interpreter.values import Struct

Kind = Literal["RAW", "WAW", "WAR"]
Moment = Literal["dispatch", "begin", "end", "done"]
Node = tuple[int, Moment]
NEVER: Node = (-1, "end")
"""A node that nothing reaches: the set of a wait that has none."""

IN_ORDER = frozenset({"S", "M", "MTE1", "FIX"})
"""Pipes that finish an instruction before they begin the next; the others overlap their own."""

AUTO_SYNC = frozenset({("V", "V"), *(pair for pipe in ("V", "MTE2", "MTE3") for pair in ((pipe, "S"), ("S", pipe)))})
"""Pipes between which the compiler's auto-sync puts a flag or barrier where accesses conflict, on a vector core."""


def follows(event: Event) -> bool:
    """Whether an instruction begins only when all before it in its pipe have ended. Flags are no instructions here."""
    return event.pipe == "S" or (event.pipe in IN_ORDER and event.flag is None and not adds_little(event))


def adds_little(event: Event) -> bool:
    """Whether a product adds to fewer than 10 fractals of 16 x 16: the cube unit does not wait for the one before."""
    params = event.args.get("params")
    adds = any(touch.reads and touch.writes for touch in event.touches)
    if event.pipe != "M" or not adds or not isinstance(params, Struct):
        return False
    rows, columns = (-(-params.fields[name] // 16) for name in ("m", "n"))
    return bool(rows * columns < 10)


_Place = tuple[str, tuple[Range, ...]]


@dataclass(frozen=True, eq=False)
class Conflict:
    """Two instructions that touch the same bytes, one of them writing. `earlier` comes first in the program."""

    earlier: Event
    later: Event
    kind: Kind


@lru_cache(maxsize=64)
def conflicts(run: Run) -> list[Conflict]:
    """All conflicts of a run, by program order of the later instruction."""
    found: list[Conflict] = []
    accesses: dict[_Place, list[tuple[Event, bool]]] = {}
    meeting: dict[_Place, list[_Place]] = {}
    bits: dict[_Place, int] = {}
    for later in run.events:
        mine = [((touch.space, tuple(touch.places())), touch) for touch in later.touches]
        kinds: dict[Event, set[Kind]] = defaultdict(set)
        for place, touch in mine:
            if place not in bits:
                bits[place], accesses[place] = touch.bits, []
                meeting[place] = [other for other in bits if other[0] == touch.space and bits[other] & touch.bits]
                for other in meeting[place]:
                    if other != place:
                        meeting[other].append(place)
            for other in meeting[place]:
                for earlier, wrote in accesses[other]:
                    if wrote or touch.writes:
                        kinds[earlier].add("WAW" if wrote and touch.writes else "RAW" if wrote else "WAR")
        for place, touch in mine:
            accesses[place].append((later, touch.writes))
        for earlier in sorted(kinds, key=lambda event: event.index):
            found.append(Conflict(earlier, later, min(kinds[earlier], key=get_args(Kind).index)))
    return found


def pairs(run: Run) -> dict[Event, Event | None]:
    """Every set and wait with its partner: the n-th wait of an event and id takes the flag of the n-th set."""
    flags: dict[tuple[str, int], tuple[list[Event], list[Event]]] = defaultdict(lambda: ([], []))
    for event in run.events:
        if event.flag is not None:
            flags[event.flag.event, event.flag.id][event.flag.kind == "wait"].append(event)
    partners: dict[Event, Event | None] = {}
    for sets, waits in flags.values():
        for number in range(max(len(sets), len(waits))):
            first = sets[number] if number < len(sets) else None
            second = waits[number] if number < len(waits) else None
            partners |= {event: other for event, other in ((first, second), (second, first)) if event is not None}
    return partners


@dataclass
class Order:
    """The finished graph. `before` holds, for every node that happens, all nodes before it as bits of `number`."""

    run: Run
    partners: dict[Event, Event | None]
    edges: dict[Node, list[Node]]
    number: dict[Node, int] = field(default_factory=dict)
    before: dict[Node, int] = field(default_factory=dict)

    def happens(self, event: Event, moment: Moment = "end") -> bool:
        """Whether an instruction gets that far."""
        return (event.index, moment) in self.before

    def ordered(self, first: Event, second: Event) -> bool:
        """Whether one instruction has certainly ended when another begins."""
        return bool(self.before[second.index, "begin"] >> self.number[first.index, "end"] & 1)

    def starts_first(self, first: Event, second: Event) -> bool:
        """Whether one instruction has certainly begun when another begins."""
        return bool(self.before[second.index, "begin"] >> self.number[first.index, "begin"] & 1)

    def finished(self, wait: Event, set_: Event) -> bool:
        """Whether a wait has certainly returned when a set raises its flag."""
        return bool(self.before[set_.index, "end"] >> self.number[wait.index, "end"] & 1)


def order_of(run: Run, assumed: Iterable[Conflict] = ()) -> Order:
    """The graph of a run; `assumed` conflicts are ordered as if the source had a flag or barrier for them."""
    builder = _Builder(run)
    for conflict in assumed:
        builder.flag_between(conflict.earlier, conflict.later)
    order = Order(run, builder.partners, builder.edges)
    _close(order)
    return order


def _close(order: Order) -> None:
    """Number the nodes that happen in a topological order, and gather what is before each."""
    waiting = {node: len(sources) for node, sources in order.edges.items()}
    targets: dict[Node, list[Node]] = defaultdict(list)
    for node, sources in order.edges.items():
        for source in sources:
            targets[source].append(node)
    ready = [node for node, count in waiting.items() if count == 0]
    while ready:
        node = ready.pop()
        order.number[node] = len(order.number)
        known = 0
        for source in order.edges[node]:
            known |= order.before[source] | 1 << order.number[source]
        order.before[node] = known
        for target in targets[node]:
            waiting[target] -= 1
            if waiting[target] == 0:
                ready.append(target)


class _Builder:
    """Collects edges: for each node, those that must come before it."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.partners = pairs(run)
        self.edges: dict[Node, list[Node]] = {}
        self.queues: dict[str, list[Event]] = defaultdict(list)
        for event in run.events:
            self.edges |= {(event.index, moment): [] for moment in get_args(Moment)}
            self.queues[event.pipe].append(event)
        self._dispatch()
        for pipe, queue in self.queues.items():
            if pipe != "ALL":
                self._queue(queue)
        self._flags()
        self._full_barriers()
        if run.auto_sync and run.core == "AIV":
            for conflict in conflicts(run):
                if (conflict.earlier.pipe, conflict.later.pipe) in AUTO_SYNC:
                    self.flag_between(conflict.earlier, conflict.later)

    def _edge(self, earlier: Event, moment: Moment, later: Event, then: Moment) -> None:
        self.edges[later.index, then].append((earlier.index, moment))

    def _dispatch(self) -> None:
        """The scalar unit dispatches in program order; an instruction begins after that, and ends after it began."""
        for event in self.run.events:
            self._edge(event, "dispatch", event, "begin")
            self._edge(event, "begin", event, "end")
            self._edge(event, "end", event, "done")
            if event.index:
                self._edge(self.run.events[event.index - 1], "dispatch", event, "dispatch")

    def _queue(self, queue: list[Event]) -> None:
        """A pipe begins its instructions in order. A wait or barrier that has not ended holds back what follows."""
        for earlier, later in pairwise(queue):
            self._edge(earlier, "begin", later, "begin")
            self._edge(earlier, "done", later, "done")
            if earlier.barrier or (earlier.flag is not None and earlier.flag.kind == "wait"):
                self._edge(earlier, "end", later, "begin")
            if follows(later):
                self._edge(earlier, "done", later, "begin")
            if later.barrier or (later.flag is not None and later.flag.kind == "set"):
                self._edge(earlier, "done", later, "end")  # "when all earlier instructions of the pipe are done"

    def _flags(self) -> None:
        """A wait returns after its set. In the scalar unit it stops dispatch until then."""
        for event in self.run.events:
            if event.flag is None or event.flag.kind != "wait":
                continue
            partner = self.partners[event]
            self.edges[event.index, "end"].append(NEVER if partner is None else (partner.index, "end"))
            if event.pipe == "S":
                self._stops_dispatch(event)

    def _full_barriers(self) -> None:
        """`pipe_barrier(PIPE_ALL)`: everything before it has ended before anything after it is dispatched."""
        latest: dict[str, Event] = {}
        for event in self.run.events:
            if event.pipe == "ALL":
                for earlier in latest.values():
                    self._edge(earlier, "done", event, "end")
                self._stops_dispatch(event)
            else:
                latest[event.pipe] = event

    def _stops_dispatch(self, event: Event) -> None:
        if event.index + 1 < len(self.run.events):
            self._edge(event, "end", self.run.events[event.index + 1], "dispatch")

    def flag_between(self, earlier: Event, later: Event) -> None:
        """As if a set stood right after `earlier` and its wait (or a barrier) right before `later`."""
        self._edge(earlier, "done", later, "dispatch" if later.pipe == "S" else "begin")


# -------------------------------------------------------------------------------------------------------- what is wrong


def hazards(order: Order) -> Iterator[Conflict]:
    """Conflicts between instructions that both happen, and may do so in either order."""
    for conflict in conflicts(order.run):
        first, second = conflict.earlier, conflict.later
        if order.happens(first) and order.happens(second):
            if not order.ordered(first, second) and not order.ordered(second, first):
                yield conflict


def unpaired(order: Order) -> Iterator[Event]:
    """Sets and waits without a partner."""
    return (event for event, partner in order.partners.items() if partner is None)


def repeated(order: Order) -> Iterator[Event]:
    """Sets that happen and may meet a flag that is still up."""
    latest: dict[tuple[str, int], Event] = {}
    for event in order.run.events:
        if event.flag is None or event.flag.kind != "set":
            continue
        key = (event.flag.event, event.flag.id)
        earlier = latest.get(key)
        latest[key] = event
        if earlier is None or not order.happens(event):
            continue
        wait = order.partners[earlier]
        if wait is None or not order.happens(wait) or not order.finished(wait, event):
            yield event


def stuck(order: Order) -> list[Event]:
    """Waits that never return and are to blame for it, in program order: their set comes later, or there is none.

    A wait whose set comes earlier in the program is itself behind another such wait, and one whose set comes later, but
    is not dispatched because a wait of the scalar unit is to blame, would return without that.
    """
    waits = [event for event in order.run.events if event.flag is not None and event.flag.kind == "wait"]
    sets = {
        wait: len(order.run.events) if (partner := order.partners[wait]) is None else partner.index
        for wait in waits
        if order.happens(wait, "begin") and not order.happens(wait)
    }
    late = [wait for wait, index in sets.items() if index > wait.index]
    stops = next((wait.index for wait in late if wait.pipe == "S"), len(order.run.events))
    return [wait for wait in late if wait.pipe == "S" or order.partners[wait] is None or sets[wait] < stops]
