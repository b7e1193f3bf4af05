"""Kernels about order: copies, vector instructions and scalars on several pipes, with flags and barriers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from tests.support.random_kernels.defects import spoil
from tests.support.random_kernels.model import RandomKernel, Writer, block, lines
from tests.support.source_tree import Node, Tree


def synchronisation_kernel(seed: int) -> RandomKernel:
    """The kernel of a seed: one or two patterns, more than half of the time without a defect."""
    random = Random(f"synchronisation {seed}")
    writer = Writer(random, tile=random.choice([64, 128]), auto_sync=random.random() < 0.85)
    writer.allocates = writer.chance(0.4)
    for number in range(random.choice([1, 1, 1, 2])):
        if number:
            writer.body += lines("asc.pipe_barrier(asc.PipeID.PIPE_ALL)") if writer.chance(0.5) else []
        writer.body += random.choice(PATTERNS)(writer)
    tree = writer.finish("xy")
    defects = spoil(tree, random, random.choice([0, 0, 0, 1, 1, 2]))
    return RandomKernel(seed, tree, writer.domains, defects)


# ----------------------------------------------------------------------------------------------------------- statements


def set_flag(event: str, ident: int | str) -> Tree:
    return lines(f"asc.set_flag(asc.HardEvent.{event}, {ident})")


def wait_flag(event: str, ident: int | str) -> Tree:
    return lines(f"asc.wait_flag(asc.HardEvent.{event}, {ident})")


def pair(event: str, ident: int | str) -> Tree:
    return [*set_flag(event, ident), *wait_flag(event, ident)]


def barrier(pipe: str) -> Tree:
    return lines(f"asc.pipe_barrier(asc.PipeID.PIPE_{pipe})")


def part(tensor: str, tiles: str) -> str:
    """The tile of a tensor at an index that is an expression."""
    if tiles == "0":
        return tensor
    return f"{tensor}[{tiles if tiles.isidentifier() else f'({tiles})'} * TILE:]"


def copy_in(tensor: str, tile: str, source: str = "x") -> Tree:
    return lines(f"asc.data_copy({tensor}, {part(f'{source}_gm', tile)}, TILE)")


def copy_out(tile: str, tensor: str, target: str = "y") -> Tree:
    return lines(f"asc.data_copy({part(f'{target}_gm', tile)}, {tensor}, TILE)")


def compute(w: Writer, target: str, *sources: str) -> Tree:
    """One to three vector instructions from the sources to the target."""
    if len(sources) == 2:
        body = lines(f"asc.{w.random.choice(['add', 'mul', 'max'])}({target}, {sources[0]}, {sources[1]}, TILE)")
    else:
        arguments = f"{target}, {sources[0]}"
        body = lines(f"asc.{w.random.choice([f'muls({arguments}, 2.0', f'exp({arguments}'])}, TILE)")
    for _ in range(w.random.choice([0, 0, 1, 2])):
        if not w.auto_sync:
            body += barrier("V")
        body += lines(f"asc.{w.random.choice([f'adds({target}, {target}, 1.0', f'relu({target}, {target}'])}, TILE)")
    return body


def place(first: int, index: str) -> str:
    """Tile `index` of a stretch of GM that starts at tile `first`."""
    return f"{index} + {first}" if first else index


def indices(w: Writer) -> tuple[str, str]:
    """The header of a loop over `i`, and the tile that an iteration works on."""
    trips = w.trips()
    if w.chance(0.15):
        return f"for i in range(1, {trips} + 1):", "i - 1"
    if w.chance(0.1):
        return f"for i in range({trips} - 1, -1, -1):", "i"
    return f"for i in range({trips}):", "i"


# ------------------------------------------------------------------------------------------------------------- patterns


def staged(w: Writer) -> Tree:
    """A loop of copy in, compute, copy out on one set of tensors."""
    header, tile = indices(w)
    first = w.stretch()
    two = w.chance(0.4)
    a, b = w.tensor("VECIN"), w.tensor("VECIN") if two else ""
    c = a if w.chance(0.2) and not two else w.tensor("VECOUT")
    where = place(first, tile)
    body = [*copy_in(a, where), *(copy_in(b, where) if two else []), *pair("MTE2_V", w.event_id("MTE2_V"))]
    body += compute(w, c, a, *([b] if two else []))
    body += pair("V_MTE3", w.event_id("V_MTE3")) + copy_out(where, c)
    body += barrier("ALL") if w.chance(0.2) else pair("MTE3_MTE2", w.event_id("MTE3_MTE2"))
    return [block(header, body)]


def primed(w: Writer) -> Tree:
    """Tiles in slots that take turns; the flags that free a slot are set before the loop and waited for after it."""
    slots = w.random.choice([1, 2, 2, 2, 3])
    if not all(w.has_ids(event, slots) for event in ("V_MTE2", "MTE2_V", "MTE3_V", "V_MTE3")):
        return straight(w)
    header, tile = indices(w)
    where = place(w.stretch(), tile)
    a, c = w.tensor("VECIN", slots), w.tensor("VECOUT", slots)
    ids = {event: w.event_id(event, slots) for event in ("V_MTE2", "MTE2_V", "MTE3_V", "V_MTE3")}
    slot = "0" if slots == 1 else "slot"

    def ident(event: str) -> str:
        return place(ids[event], slot)

    mod = "i & 1" if slots == 2 and w.chance(0.3) else f"i % {slots}"
    body = lines(f"slot = {mod}") if slots > 1 else []
    body += wait_flag("V_MTE2", ident("V_MTE2")) + copy_in(part(a, slot), where)
    body += pair("MTE2_V", ident("MTE2_V")) + wait_flag("MTE3_V", ident("MTE3_V"))
    body += compute(w, part(c, slot), part(a, slot))
    body += set_flag("V_MTE2", ident("V_MTE2")) + pair("V_MTE3", ident("V_MTE3"))
    body += copy_out(where, part(c, slot)) + set_flag("MTE3_V", ident("MTE3_V"))
    around = [(event, ids[event] + number) for event in ("V_MTE2", "MTE3_V") for number in range(slots)]
    before = [node for event, number in around for node in set_flag(event, number)]
    after = [node for event, number in around for node in wait_flag(event, number)]
    if slots > 1 and w.chance(0.25):
        primes = [set_flag(event, place(ids[event], "k")) for event in ("V_MTE2", "MTE3_V")]
        before = [block(f"for k in asc.static_range({slots}):", *primes)]
    return [*before, block(header, body), *after]


def guarded(w: Writer) -> Tree:
    """As `primed`, but the first iterations do not wait and the last ones do not set."""
    slots = w.random.choice([1, 2, 2, 3])
    if not all(w.has_ids(event, slots) for event in ("MTE3_MTE2", "MTE2_V", "V_MTE3")):
        return straight(w)
    trips = w.trips()
    where = place(w.stretch(), "i")
    a = w.tensor("VECIN", slots)
    ids = {event: w.event_id(event, slots) for event in ("MTE3_MTE2", "MTE2_V", "V_MTE3")}
    slot = f"i % {slots}" if slots > 1 else "0"

    def ident(event: str) -> str:
        return place(ids[event], slot)

    body = [block(f"if i >= {slots}:" if slots > 1 else "if i > 0:", wait_flag("MTE3_MTE2", ident("MTE3_MTE2")))]
    body += copy_in(part(a, slot), where) + pair("MTE2_V", ident("MTE2_V"))
    body += compute(w, part(a, slot), part(a, slot)) + pair("V_MTE3", ident("V_MTE3")) + copy_out(where, part(a, slot))
    body += [block(f"if i + {slots} < {trips}:", set_flag("MTE3_MTE2", ident("MTE3_MTE2")))]
    return [block(f"for i in range({trips}):", body)]


def prefetch(w: Writer) -> Tree:
    """The next tile is copied in while this one is computed."""
    if not all(w.has_ids(event, 2) for event in ("V_MTE2", "MTE2_V", "MTE3_V")) or not w.has_ids("V_MTE3", 1):
        return straight(w)
    trips = w.trips()
    first = w.stretch()
    a, c = w.tensor("VECIN", 2), w.tensor("VECOUT")
    used, ready = w.event_id("V_MTE2", 2), w.event_id("MTE2_V", 2)
    out, free = w.event_id("V_MTE3"), w.event_id("MTE3_V")
    load = copy_in(part(a, "(i + 1) % 2"), place(first, "i + 1")) + set_flag("MTE2_V", place(ready, "(i + 1) % 2"))
    body = [
        block(f"if i + 1 < {trips}:", wait_flag("V_MTE2", place(used, "(i + 1) % 2")), load),
        *wait_flag("MTE2_V", place(ready, "i % 2")),
        *wait_flag("MTE3_V", free),
        *compute(w, c, part(a, "i % 2")),
        *set_flag("V_MTE2", place(used, "i % 2")),
        *pair("V_MTE3", out),
        *copy_out(place(first, "i"), c),
        *set_flag("MTE3_V", free),
    ]
    start = copy_in(a, place(first, "0")) + set_flag("MTE2_V", ready)
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


def straight(w: Writer) -> Tree:
    """No loop: two tiles in, results out, one tensor used again."""
    first = w.stretch(4)
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    ready = w.event_id("MTE2_V")
    body = copy_in(a, place(first, "0")) + pair("MTE2_V", ready) + compute(w, b, a)
    if w.chance(0.5):
        body += pair("V_MTE3", w.event_id("V_MTE3")) + copy_out(place(first, "1"), b)
        body += pair("V_MTE2", w.event_id("V_MTE2")) + copy_in(a, place(first, "2"))
        body += pair("MTE2_V", ready) + pair("MTE3_V", w.event_id("MTE3_V"))
        body += compute(w, b, a)
    return body + pair("V_MTE3", w.event_id("V_MTE3")) + copy_out(place(first, "3"), b)


def barriers(w: Writer) -> Tree:
    """Full barriers instead of flags."""
    header, tile = indices(w)
    where = place(w.stretch(), tile)
    a, c = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(a, where) + barrier("ALL") + compute(w, c, a) + barrier("ALL") + copy_out(where, c)
    last = barrier("ALL") if w.chance(0.5) else pair("MTE3_V", w.event_id("MTE3_V"))
    return [block(header, body, last)]


def overwritten(w: Writer) -> Tree:
    """Two transfers of one pipe on the same bytes, with a barrier of that pipe between them."""
    first = w.stretch(4)
    a = w.tensor("VECIN")
    body = copy_in(a, place(first, "0")) + barrier("MTE2") + copy_in(a, place(first, "1"))
    body += pair("MTE2_MTE3", w.event_id("MTE2_MTE3")) + copy_out(place(first, "2"), a)
    if w.chance(0.6):
        body += barrier("MTE3") + copy_out(place(first, "2"), a)
    return body + (pair("MTE3_MTE2", w.event_id("MTE3_MTE2")) + copy_in(a, place(first, "2")) if w.chance(0.4) else [])


def scalars(w: Writer) -> Tree:
    """The scalar unit reads an element before the vector unit goes on, in a loop or not."""
    if not w.auto_sync:
        return straight(w)
    first = w.stretch()
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(a, place(first, "i"))
    value = w.name("s")
    if w.chance(0.6):
        body += pair("MTE2_S", w.event_id("MTE2_S"))
    body += lines(f"{value} = {a}.get_value({w.random.choice(['0', '3', 'TILE - 1'])})")
    body += pair("MTE2_V", w.event_id("MTE2_V")) + lines(f"asc.adds({b}, {a}, {value}, TILE)")
    if w.chance(0.4):
        again = w.name("s")
        body += pair("V_S", w.event_id("V_S")) if w.chance(0.5) else []
        body += lines(f"{again} = {b}.get_value(1)", f"asc.muls({b}, {b}, {again}, TILE)")
    if w.chance(0.3):
        body += lines(f"{b}.set_value(0, 1.0)") + (pair("S_MTE3", w.event_id("S_MTE3")) if w.chance(0.5) else [])
    body += pair("V_MTE3", w.event_id("V_MTE3")) + copy_out(place(first, "i"), b)
    body += pair("MTE3_V", w.event_id("MTE3_V")) + pair("V_MTE2", w.event_id("V_MTE2"))
    return [block(f"for i in range({w.trips()}):", body)]


def branches(w: Writer) -> Tree:
    """A test of a parameter chooses between two ways of computing; flags around it belong to both."""
    first = w.stretch()
    header, tile = indices(w)
    where = place(first, tile)
    a, c = w.tensor("VECIN"), w.tensor("VECOUT")
    ready, done = w.event_id("MTE2_V"), w.event_id("V_MTE3")
    inside = w.chance(0.5)
    test = w.mode()
    one, two = compute(w, c, a), compute(w, c, a)
    if inside:
        one, two = ([*wait_flag("MTE2_V", ready), *each, *set_flag("V_MTE3", done)] for each in (one, two))
    body = copy_in(a, where) + set_flag("MTE2_V", ready) + ([] if inside else wait_flag("MTE2_V", ready))
    body += [block(f"if {test}:", one), block("else:", two)]
    body += ([] if inside else set_flag("V_MTE3", done)) + wait_flag("V_MTE3", done) + copy_out(where, c)
    more = w.chance(0.4)
    if more:
        extra = w.tensor("VECIN")
        ident = w.event_id("MTE2_V")
        body += [block(f"if {test}:", copy_in(extra, where), set_flag("MTE2_V", ident))]
        body += pair("MTE3_V", w.event_id("MTE3_V"))
        body += [block(f"if {test}:", wait_flag("MTE2_V", ident), lines(f"asc.abs({extra}, {extra}, TILE)"))]
    return [block(header, body, pair("MTE3_MTE2", w.event_id("MTE3_MTE2")), pair("V_MTE2", w.event_id("V_MTE2")))]


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


def accumulated(w: Writer) -> Tree:
    """A sum over all tiles, copied out at the end."""
    header, tile = indices(w)
    first = w.stretch()
    a, total = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(a, place(first, tile)) + pair("MTE2_V", w.event_id("MTE2_V"))
    body += lines(f"asc.add({total}, {total}, {a}, TILE)") + pair("V_MTE2", w.event_id("V_MTE2"))
    return [
        *lines(f"asc.duplicate({total}, 0.0, TILE)"),
        *([] if w.auto_sync else barrier("V")),
        block(header, body),
        *pair("V_MTE3", w.event_id("V_MTE3")),
        *copy_out(place(first, "63"), total),
    ]


def nested(w: Writer) -> Tree:
    """Rows of tiles: one result for each row."""
    rows = w.random.choice(["2", "3", w.trips()])
    columns = w.random.choice([2, 3])
    first = w.stretch()
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    fetch = copy_in(a, place(first, f"i * {columns} + j")) + pair("MTE2_V", w.event_id("MTE2_V"))
    fetch += lines(f"asc.max({b}, {b}, {a}, TILE)") + pair("V_MTE2", w.event_id("V_MTE2"))
    body = lines(f"asc.duplicate({b}, 0.0, TILE)") + ([] if w.auto_sync else barrier("V"))
    body += [block(f"for j in range({columns}):", fetch)]
    body += pair("V_MTE3", w.event_id("V_MTE3")) + copy_out(place(first, "i"), b) + pair("MTE3_V", w.event_id("MTE3_V"))
    if w.chance(0.5):
        body += [*pair("MTE3_MTE2", w.event_id("MTE3_MTE2"))]
    return [block(f"for i in range({rows}):", body)]


def chosen(w: Writer) -> Tree:
    """Two tensors with names of their own; a branch on the parity of the iteration chooses."""
    if not all(w.has_ids(event, 2) for event in ("V_MTE2", "MTE2_V")):
        return straight(w)
    first = w.stretch()
    one, two, c = w.tensor("VECIN"), w.tensor("VECIN"), w.tensor("VECOUT")
    used, ready, done = w.event_id("V_MTE2", 2), w.event_id("MTE2_V", 2), w.event_id("V_MTE3")

    def turn(number: int, tensor: str) -> Tree:
        body = wait_flag("V_MTE2", used + number) + copy_in(tensor, place(first, "i")) + pair("MTE2_V", ready + number)
        return body + compute(w, c, tensor) + set_flag("V_MTE2", used + number)

    body: Tree = [block("if i % 2 == 0:", turn(0, one)), block("else:", turn(1, two))]
    body += pair("V_MTE3", done) + copy_out(place(first, "i"), c) + pair("MTE3_V", w.event_id("MTE3_V"))
    before = set_flag("V_MTE2", used) + set_flag("V_MTE2", used + 1)
    after = wait_flag("V_MTE2", used) + wait_flag("V_MTE2", used + 1)
    return [*before, block(f"for i in range({w.trips()}):", body), *after]


Pattern = Callable[[Writer], list[Node]]

PATTERNS: list[Pattern] = [
    staged, primed, primed, guarded, prefetch, straight, barriers, overwritten, scalars, scalars, branches, helpers,
    accumulated, nested, chosen,
]  # fmt: skip
