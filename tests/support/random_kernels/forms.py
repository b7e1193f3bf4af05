"""Right patterns in which instructions touch only some blocks of a tensor, or other numbers of bytes than they read."""

from __future__ import annotations

from tests.support.random_kernels.model import Writer, block, lines
from tests.support.random_kernels.statements import (
    copy_in,
    copy_out,
    pair,
    part,
    place,
    set_flag,
    vector_barrier,
    wait_flag,
)
from tests.support.source_tree import Tree

EVEN = "64, TILE // 64, asc.UnaryRepeatParams(2, 2, 16, 16)"
"""Every other block of two tiles."""


def interleaved(w: Writer) -> Tree:
    """Transfers into the odd blocks of a tensor while the vector unit works on the even ones."""
    first = w.stretch(8)
    a = w.tensor("VECIN", 2)
    even, odd, used = w.event_id("MTE2_V"), w.event_id("MTE2_V"), w.event_id("V_MTE2")
    gaps = "asc.DataCopyParams(TILE // 8, 1, 0, 1)"

    def fetch(start: str, tile: int) -> Tree:
        return lines(f"asc.data_copy({a}{start}, {part('x_gm', place(first, str(tile)))}, {gaps})")

    body = fetch("", 0) + set_flag("MTE2_V", even) + fetch("[8:]", 1) + set_flag("MTE2_V", odd)
    body += wait_flag("MTE2_V", even) + lines(f"asc.adds({a}, {a}, 1.0, {EVEN})") + set_flag("V_MTE2", used)
    body += wait_flag("MTE2_V", odd) + lines(f"asc.muls({a}[8:], {a}[8:], 2.0, {EVEN})")
    body += wait_flag("V_MTE2", used) + fetch("", 2) + pair(w, "MTE2_MTE3") + pair(w, "V_MTE3")
    body += copy_out(w, place(first, "0"), a) + copy_out(w, place(first, "1"), f"{a}[TILE:]")
    if w.chance(0.5):
        return body
    return [block(f"for i in range({w.trips()}):", body, pair(w, "MTE3_MTE2"))]


def halves(w: Writer) -> Tree:
    """The halves of a tensor have flags of their own."""
    first = w.stretch()
    a = w.tensor("VECIN", 2)
    ids = w.event_id("MTE2_V", 2)
    body: Tree = []
    for half in (0, 1):
        body += copy_in(w, part(a, str(half)), place(first, f"i * 2 + {half}")) + set_flag("MTE2_V", ids + half)
    for half in (0, 1):
        tile = part(a, str(half))
        body += wait_flag("MTE2_V", ids + half) + lines(f"asc.relu({tile}, {tile}, TILE)")
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i * 2"), a)
    body += copy_out(w, place(first, "i * 2 + 1"), part(a, "1"))
    return [block(f"for i in range({w.trips()}):", body, pair(w, "MTE3_MTE2"))]


def reduced(w: Writer) -> Tree:
    """Sums of 64 elements, from one vector instruction to the next; their number is read by the scalar unit, or not."""
    first = w.stretch()
    a, sums, b = w.tensor("VECIN"), w.tensor("VECCALC"), w.tensor("VECOUT")
    value = w.name("s")
    body = copy_in(w, a, place(first, "i")) + pair(w, "MTE2_V")
    body += lines(f"asc.whole_reduce_sum({sums}, {a}, 64, TILE // 64, 1, 1, 8)") + pair(w, "V_S")
    body += lines(f"{value} = {sums}.get_value(0)") + pair(w, "S_V")
    body += lines(f"asc.duplicate({b}, {value}, TILE)") + vector_barrier(w) + lines(f"asc.add({b}, {b}, {a}, TILE)")
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i"), b) + pair(w, "MTE3_V") + pair(w, "V_MTE2")
    return [block(f"for i in range({w.trips()}):", body)]


def moved(w: Writer) -> Tree:
    """A copy inside of the UB, by the vector unit; its source is free for the next transfer at once."""
    first = w.stretch()
    a, b = w.tensor("VECIN"), w.tensor("VECOUT")
    body = copy_in(w, a, place(first, "i")) + pair(w, "MTE2_V")
    body += lines(w.random.choice([f"asc.data_copy({b}, {a}, TILE)", f"asc.adds({b}, {a}, 0.0, TILE)"]))
    body += pair(w, "V_MTE2") + vector_barrier(w) + lines(f"asc.relu({b}, {b}, TILE)")
    body += pair(w, "V_MTE3") + copy_out(w, place(first, "i"), b) + pair(w, "MTE3_V")
    return [block(f"for i in range({w.trips()}):", body)]
