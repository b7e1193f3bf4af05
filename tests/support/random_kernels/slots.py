"""Right patterns in which tensors have slots that take turns."""

from __future__ import annotations

from tests.support.random_kernels.model import Writer, block, lines
from tests.support.random_kernels.statements import (
    compute,
    copy_in,
    copy_out,
    indices,
    pair,
    part,
    place,
    set_flag,
    wait_flag,
)
from tests.support.random_kernels.vector import straight
from tests.support.source_tree import Tree

FREE = ("V_MTE2", "MTE3_V")
"""The events that free a slot; both are set before the first iteration and waited for after the last one."""


def turn(w: Writer, slots: int, count: str, where: str) -> tuple[Tree, Tree, Tree]:
    """What sets the flags that free the slots, the body of iteration `count`, and what waits for them in the end."""
    a, c = w.tensor("VECIN", slots), w.tensor("VECOUT", slots)
    ids = {event: w.event_id(event, slots) for event in ("V_MTE2", "MTE2_V", "MTE3_V", "V_MTE3")}
    slot = "0" if slots == 1 else w.name("slot")

    def ident(event: str) -> str:
        return place(ids[event], slot)

    choices = [f"({count}) % {slots}"] * 3 + [f"({count}) & 1", f"1 - ({count}) % 2"] * (slots == 2)
    body = lines(f"{slot} = {w.random.choice(choices)}") if slots > 1 else []
    body += wait_flag("V_MTE2", ident("V_MTE2")) + copy_in(w, part(a, slot), where)
    body += pair(w, "MTE2_V", ident("MTE2_V")) + wait_flag("MTE3_V", ident("MTE3_V"))
    body += compute(w, part(c, slot), part(a, slot))
    body += set_flag("V_MTE2", ident("V_MTE2")) + pair(w, "V_MTE3", ident("V_MTE3"))
    body += copy_out(w, where, part(c, slot)) + set_flag("MTE3_V", ident("MTE3_V"))
    around = [(event, ids[event] + number) for event in FREE for number in range(slots)]
    before = [node for event, number in around for node in set_flag(event, number)]
    after = [node for event, number in around for node in wait_flag(event, number)]
    if slots > 1 and w.chance(0.25):
        primes = [set_flag(event, place(ids[event], "k")) for event in FREE]
        before = [block(f"for k in asc.static_range({slots}):", *primes)]
    return before, body, after


def _slots(w: Writer, *numbers: int) -> int:
    """How many slots; none where the ids do not suffice."""
    slots = w.random.choice(numbers)
    events = ("V_MTE2", "MTE2_V", "MTE3_V", "V_MTE3", "MTE3_MTE2")
    return slots if all(w.has_ids(event, slots) for event in events) else 0


def primed(w: Writer) -> Tree:
    """Tiles in slots that take turns; the flags that free a slot are set before the loop and waited for after it."""
    slots = _slots(w, 1, 2, 2, 2, 3)
    if not slots:
        return straight(w)
    header, tile = indices(w)
    before, body, after = turn(w, slots, tile, place(w.stretch(), tile))
    return [*before, block(header, body), *after]


def deep(w: Writer) -> Tree:
    """Two or three loops in one another; iterations are counted through all of them to choose the slot."""
    slots = _slots(w, 2, 2, 3)
    if not slots:
        return straight(w)
    trips, columns = w.trips(), w.random.choice([2, 3])
    depth, count = w.random.choice([0, 2, 3]), f"i * {columns} + j"
    if depth:
        count = f"({count}) * {depth} + l"
    before, body, after = turn(w, slots, count, place(w.stretch(128), count))
    if depth:
        body = [block(f"for l in range({depth}):", body)]
    return [*before, block(f"for i in range({trips}):", block(f"for j in range({columns}):", body)), *after]


def successive(w: Writer) -> Tree:
    """Two loops on the same slots: the flags that the first one leaves up are those that the second one waits for."""
    if not _slots(w, 1):
        return straight(w)
    first = w.stretch(128)
    before, body, after = turn(w, 1, "i", place(first, "i"))
    again = [node.copy() for node in body]
    loops = [block(f"for i in range({w.trips()}):", body), block(f"for i in range({w.trips()}):", again)]
    return [*before, *loops, *after]


def early(w: Writer) -> Tree:
    """All waits of an iteration stand at its beginning: each holds up its own queue only."""
    trips, first = w.trips(), w.stretch()
    a, c = w.tensor("VECIN"), w.tensor("VECOUT")
    ready, done = w.event_id("MTE2_V"), w.event_id("V_MTE3")
    waits = [wait_flag("MTE2_V", ready), wait_flag("V_MTE3", done)]
    w.random.shuffle(waits)
    body = [node for wait in waits for node in wait] + copy_in(w, a, place(first, "i")) + set_flag("MTE2_V", ready)
    body += compute(w, c, a) + set_flag("V_MTE3", done) + copy_out(w, place(first, "i"), c)
    return [block(f"for i in range({trips}):", body, pair(w, "V_MTE2"), pair(w, "MTE3_V"))]


def guarded(w: Writer) -> Tree:
    """As `primed`, but the first iterations do not wait and the last ones do not set."""
    slots = _slots(w, 1, 2, 2, 3)
    if not slots:
        return straight(w)
    trips = w.trips()
    where = place(w.stretch(), "i")
    a = w.tensor("VECIN", slots)
    ids = {event: w.event_id(event, slots) for event in ("MTE3_MTE2", "MTE2_V", "V_MTE3")}
    slot = f"i % {slots}" if slots > 1 else "0"

    def ident(event: str) -> str:
        return place(ids[event], slot)

    body = [block(f"if i >= {slots}:" if slots > 1 else "if i > 0:", wait_flag("MTE3_MTE2", ident("MTE3_MTE2")))]
    body += copy_in(w, part(a, slot), where) + pair(w, "MTE2_V", ident("MTE2_V"))
    body += compute(w, part(a, slot), part(a, slot)) + pair(w, "V_MTE3", ident("V_MTE3"))
    body += copy_out(w, where, part(a, slot))
    body += [block(f"if i + {slots} < {trips}:", set_flag("MTE3_MTE2", ident("MTE3_MTE2")))]
    return [block(f"for i in range({trips}):", body)]


def prefetch(w: Writer) -> Tree:
    """The next tile is copied in while this one is computed."""
    if not _slots(w, 2):
        return straight(w)
    trips = w.trips()
    first = w.stretch()
    a, c = w.tensor("VECIN", 2), w.tensor("VECOUT")
    used, ready = w.event_id("V_MTE2", 2), w.event_id("MTE2_V", 2)
    out, free = w.event_id("V_MTE3"), w.event_id("MTE3_V")
    load = copy_in(w, part(a, "(i + 1) % 2"), place(first, "i + 1")) + set_flag("MTE2_V", place(ready, "(i + 1) % 2"))
    body = [
        block(f"if i + 1 < {trips}:", wait_flag("V_MTE2", place(used, "(i + 1) % 2")), load),
        *wait_flag("MTE2_V", place(ready, "i % 2")),
        *wait_flag("MTE3_V", free),
        *compute(w, c, part(a, "i % 2")),
        *set_flag("V_MTE2", place(used, "i % 2")),
        *pair(w, "V_MTE3", out),
        *copy_out(w, place(first, "i"), c),
        *set_flag("MTE3_V", free),
    ]
    start = copy_in(w, a, place(first, "0")) + set_flag("MTE2_V", ready)
    last, before_last = place(used, f"({trips} - 1) % 2"), place(used, f"({trips}) % 2")
    return [
        *set_flag("V_MTE2", used + 1),
        *set_flag("MTE3_V", free),
        block(f"if {trips} > 0:", start),
        block(f"for i in range({trips}):", body),
        block(f"if {trips} > 0:", wait_flag("V_MTE2", last)),
        block(f"if {trips} > 1:", wait_flag("V_MTE2", before_last)),
        block(f"if {trips} < 2:", wait_flag("V_MTE2", used + 1)),
        *wait_flag("MTE3_V", free),
    ]


def helpers(w: Writer) -> Tree:
    """Helpers that hold one half of a pair; the other half is where they are called, or in another helper."""
    load, store, wait = w.name("load"), w.name("store"), w.name("ready")
    slots = w.random.choice([1, 2])
    a = w.tensor("VECIN", slots)
    ready, done, free = (w.event_id(event, slots) for event in ("MTE2_V", "V_MTE3", "MTE3_MTE2"))
    where = place(w.stretch(), "i")
    w.helpers += [
        *lines("@asc.jit"),
        block(
            f"def {load}(dst: asc.LocalTensor, src: asc.GlobalTensor, event_id: int):",
            lines("asc.data_copy(dst, src, TILE)", "asc.set_flag(asc.HardEvent.MTE2_V, event_id)"),
        ),
        *lines("@asc.jit"),
        block(f"def {wait}(event_id: int):", wait_flag("MTE2_V", "event_id")),
        *lines("@asc.jit"),
        block(
            f"def {store}(dst: asc.GlobalTensor, src: asc.LocalTensor, event_id: int):",
            wait_flag("V_MTE3", "event_id") + lines("asc.data_copy(dst, src, TILE)"),
        ),
    ]
    slot = f"i % {slots}" if slots > 1 else "0"
    body = wait_flag("MTE3_MTE2", place(free, slot))
    body += lines(f"{load}({part(a, slot)}, {part('x_gm', where)}, {place(ready, slot)})")
    body += lines(f"{wait}({place(ready, slot)})")
    body += compute(w, part(a, slot), part(a, slot)) + set_flag("V_MTE3", place(done, slot))
    body += lines(f"{store}({part('y_gm', where)}, {part(a, slot)}, {place(done, slot)})")
    body += set_flag("MTE3_MTE2", place(free, slot))
    before = [node for number in range(slots) for node in set_flag("MTE3_MTE2", free + number)]
    after = [node for number in range(slots) for node in wait_flag("MTE3_MTE2", free + number)]
    return [*before, block(f"for i in range({w.trips()}):", body), *after]


def chosen(w: Writer) -> Tree:
    """Two tensors with names of their own; a branch on the parity of the iteration chooses."""
    if not _slots(w, 2):
        return straight(w)
    first = w.stretch()
    one, two, c = w.tensor("VECIN"), w.tensor("VECIN"), w.tensor("VECOUT")
    used, ready, done = w.event_id("V_MTE2", 2), w.event_id("MTE2_V", 2), w.event_id("V_MTE3")

    def choice(number: int, tensor: str) -> Tree:
        body = wait_flag("V_MTE2", used + number) + copy_in(w, tensor, place(first, "i"))
        body += pair(w, "MTE2_V", ready + number)
        return body + compute(w, c, tensor) + set_flag("V_MTE2", used + number)

    body: Tree = [block("if i % 2 == 0:", choice(0, one)), block("else:", choice(1, two))]
    body += pair(w, "V_MTE3", done) + copy_out(w, place(first, "i"), c) + pair(w, "MTE3_V")
    before = set_flag("V_MTE2", used) + set_flag("V_MTE2", used + 1)
    after = wait_flag("V_MTE2", used) + wait_flag("V_MTE2", used + 1)
    return [*before, block(f"for i in range({w.trips()}):", body), *after]
