"""Right patterns of copies, vector instructions and scalars on the pipes of the vector core."""

from __future__ import annotations

from tests.support.random_kernels.model import Writer, block, lines
from tests.support.random_kernels.statements import (
    barrier,
    compute,
    copy_in,
    copy_out,
    indices,
    pair,
    place,
    set_flag,
    vector,
    vector_barrier,
    wait_flag,
)
from tests.support.source_tree import Tree


def staged(w: Writer) -> Tree:
    """A loop of copy in, compute, copy out on one set of tensors."""
    header, tile = indices(w)
    first = w.stretch()
    two = w.chance(0.4)
    a, b = w.tensor("VECIN"), w.tensor("VECIN") if two else ""
    c = a if w.chance(0.2) and not two else w.tensor("VECOUT")
    where = place(first, tile)
    body = [*copy_in(w, a, where), *(copy_in(w, b, where) if two else []), *pair(w, "MTE2_V")]
    body += compute(w, c, a, *([b] if two else []))
    body += pair(w, "V_MTE3") + copy_out(w, where, c)
    body += barrier("ALL") if w.chance(0.2) else pair(w, "MTE3_MTE2")
    return [block(header, body)]


def straight(w: Writer) -> Tree:
    """No loop: two tiles in, results out, one tensor used again."""
    first = w.stretch(4)
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    ready = w.event_id("MTE2_V")
    body = copy_in(w, a, place(first, "0")) + pair(w, "MTE2_V", ready) + compute(w, b, a)
    if w.chance(0.5):
        body += pair(w, "V_MTE3") + copy_out(w, place(first, "1"), b)
        body += pair(w, "V_MTE2") + copy_in(w, a, place(first, "2"))
        body += pair(w, "MTE2_V", ready) + pair(w, "MTE3_V")
        body += compute(w, b, a)
    return body + pair(w, "V_MTE3") + copy_out(w, place(first, "3"), b)


def barriers(w: Writer) -> Tree:
    """Full barriers instead of flags."""
    header, tile = indices(w)
    where = place(w.stretch(), tile)
    a, c = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(w, a, where) + barrier("ALL") + compute(w, c, a) + barrier("ALL") + copy_out(w, where, c)
    last = barrier("ALL") if w.chance(0.5) else pair(w, "MTE3_V")
    return [block(header, body, last)]


def overwritten(w: Writer) -> Tree:
    """Two transfers of one pipe on the same bytes, with a barrier of that pipe between them."""
    first = w.stretch(4)
    a = w.tensor("VECIN")
    body = copy_in(w, a, place(first, "0")) + barrier("MTE2") + copy_in(w, a, place(first, "1"))
    body += pair(w, "MTE2_MTE3") + copy_out(w, place(first, "2"), a)
    if w.chance(0.6):
        body += barrier("MTE3") + copy_out(w, place(first, "2"), a)
    return body + (pair(w, "MTE3_MTE2") + copy_in(w, a, place(first, "2")) if w.chance(0.4) else [])


def scalars(w: Writer) -> Tree:
    """The scalar unit reads and writes elements between the others; the compiler may order that by itself."""

    def may(event: str) -> Tree:
        return pair(w, event) if not w.auto_sync or w.chance(0.4) else []

    first = w.stretch()
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    value, again = w.name("s"), w.name("s")
    body = copy_in(w, a, place(first, "i")) + may("MTE2_S")
    body += lines(f"{value} = {a}.get_value({w.random.choice(['0', '3', 'TILE - 1'])})")
    body += pair(w, "MTE2_V") + lines(f"asc.adds({b}, {a}, {value}, TILE)")
    if w.chance(0.4):
        body += may("V_S") + lines(f"{again} = {b}.get_value(1)") + may("S_V")
        body += lines(f"asc.muls({b}, {b}, {again}, TILE)")
    if w.chance(0.3):
        body += may("V_S") + lines(f"{b}.set_value(0, 1.0)") + may("S_MTE3")
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i"), b)
    body += pair(w, "MTE3_V") + may("S_MTE2") + pair(w, "V_MTE2")
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
    body = copy_in(w, a, where) + set_flag("MTE2_V", ready) + ([] if inside else wait_flag("MTE2_V", ready))
    body += [block(f"if {test}:", one), block("else:", two)]
    body += ([] if inside else set_flag("V_MTE3", done)) + wait_flag("V_MTE3", done) + copy_out(w, where, c)
    more = w.chance(0.4)
    if more:
        extra = w.tensor("VECIN")
        ident = w.event_id("MTE2_V")
        body += [block(f"if {test}:", copy_in(w, extra, where), set_flag("MTE2_V", ident))]
        body += pair(w, "MTE3_V")
        body += [block(f"if {test}:", wait_flag("MTE2_V", ident), lines(f"asc.abs({extra}, {extra}, TILE)"))]
    return [block(header, body, pair(w, "MTE3_MTE2"), pair(w, "V_MTE2"))]


def decided(w: Writer) -> Tree:
    """An element decides what is done with the others; nobody knows it before."""
    w.domains["data()"] = (0, 1)
    first, a, c, value = w.stretch(), w.tensor("VECIN"), w.tensor("VECOUT"), w.name("s")
    explicit = not w.auto_sync or w.chance(0.3)
    body = copy_in(w, a, place(first, "i")) + pair(w, "MTE2_S") + lines(f"{value} = {a}.get_value(0)")
    body += pair(w, "S_MTE2") if explicit else []
    body += pair(w, "MTE2_V") + [block(f"if {value} > 0.0:", compute(w, c, a)), block("else:", compute(w, c, a))]
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i"), c) + pair(w, "MTE3_V") + pair(w, "V_MTE2")
    return [block(f"for i in range({w.trips()}):", body)]


def accumulated(w: Writer) -> Tree:
    """A sum over all tiles, copied out at the end."""
    header, tile = indices(w)
    first = w.stretch()
    a, total = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(w, a, place(first, tile)) + pair(w, "MTE2_V")
    body += lines(f"asc.add({total}, {total}, {a}, TILE)") + pair(w, "V_MTE2")
    return [
        *lines(f"asc.duplicate({total}, 0.0, TILE)"),
        *vector_barrier(w),
        block(header, body),
        *pair(w, "V_MTE3"),
        *copy_out(w, place(first, "63"), total),
    ]


def nested(w: Writer) -> Tree:
    """Rows of tiles: one result for each row."""
    rows = w.random.choice(["2", "3", w.trips()])
    columns = w.random.choice(["2", "3", "m"])
    if columns == "m":
        w.parameter("m", (1, 2, 3))
    first = w.stretch()
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    fetch = copy_in(w, a, place(first, f"i * {columns} + j")) + pair(w, "MTE2_V")
    fetch += lines(f"asc.max({b}, {b}, {a}, TILE)") + pair(w, "V_MTE2")
    body = lines(f"asc.duplicate({b}, 0.0, TILE)") + vector_barrier(w)
    body += [block(f"for j in range({columns}):", fetch)]
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i"), b) + pair(w, "MTE3_V")
    body += pair(w, "MTE3_MTE2") if w.chance(0.5) else []
    return [block(f"for i in range({rows}):", body)]


def at_the_ends(w: Writer) -> Tree:
    """The first iteration clears a sum, the last one copies it out; no barrier is needed where nothing comes before."""
    trips, first = w.trips(), w.stretch()
    a, total = w.tensor("VECIN"), w.tensor("VECOUT")
    body: Tree = [block("if i == 0:", lines(f"asc.duplicate({total}, 0.0, TILE)"), vector_barrier(w))]
    body += copy_in(w, a, place(first, "i")) + pair(w, "MTE2_V")
    body += vector(w, "add", total, total, a) + pair(w, "V_MTE2")
    last = pair(w, "V_MTE3") + copy_out(w, place(first, "63"), total)
    body += [block(w.random.choice([f"if i == {trips} - 1:", f"if i + 1 == {trips}:"]), last)]
    return [block(f"for i in range({trips}):", body)]
