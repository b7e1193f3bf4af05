"""Which elements of its operands a vector instruction works on.

A repeat works on 8 blocks (256 bytes) of the widest operand; a mask picks elements of every repeat. In counter mode the
mask is the number of elements of the whole instruction and decides the repeats.
"""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.operands import bits as masks
from pyasc_lint.analysis.operands.model import ZERO, Dim, Footprint
from pyasc_lint.analysis.operands.shapes import BLOCK, ONE, REPEAT, ceil_div, floor_div, span
from pyasc_lint.analysis.values import Facts, Poly
from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Strides:
    """Bytes between the blocks of a repeat, and between repeats. `block` None: a repeat's elements are contiguous."""

    block: Poly | None
    repeat: Poly

    @staticmethod
    def of_blocks(block: Poly, repeat: Poly) -> Strides:
        """From strides in 32-byte blocks."""
        return Strides(None if block.const == 1 else block * BLOCK, repeat * BLOCK)


class Lanes:
    """The elements of one instruction; `footprints` is where they are in one operand."""

    exact = True
    """Whether these are the elements and not a superset."""

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        """Where the elements are in an operand with elements of `size` bytes."""
        raise NotImplementedError

    def grouped(self, group: Poly) -> Lanes:
        """One element for each group of `group` elements that has a lane: what block and pair reductions write."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Contiguous(Lanes):
    """The first `count` elements."""

    count: Poly

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        yield span(self.count * size)


@dataclass(frozen=True, slots=True)
class First(Lanes):
    """The first `count` elements of every repeat; `count` is no more than a repeat has."""

    count: Poly
    repeats: Poly
    facts: Facts
    start: Poly = ZERO
    """Repeats before the first one."""

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        repeat: Dim = (self.repeats, strides.repeat)
        used, base = self.count * size, self.start * strides.repeat
        if strides.block is None:
            yield span(used, repeat, start=base)
            return
        blocks = floor_div(used, BLOCK, self.facts)
        yield span(Poly.of(BLOCK), repeat, (blocks, strides.block), start=base)
        yield span(used - blocks * BLOCK, repeat, start=base + blocks * strides.block)

    def grouped(self, group: Poly) -> Lanes:
        return First(ceil_div(self.count, group, self.facts), self.repeats, self.facts, self.start)


@dataclass(frozen=True, slots=True)
class Masked(Lanes):
    """The elements of constant mask bits in every repeat, which has `limit` elements."""

    bits: int
    limit: int
    repeats: Poly

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        repeat: Dim = (self.repeats, strides.repeat)
        if strides.block is None:
            for start, length, count, step in masks.linear(self.bits, self.limit):
                yield span(size * length, repeat, (Poly.of(count), size * step), start=size * start)
            return
        assert size.const is not None
        for block, blocks, distance, inside in masks.blocked(self.bits, self.limit, BLOCK // size.const):
            yield span(
                size * inside.length,
                repeat,
                (Poly.of(blocks), strides.block * distance),
                (Poly.of(inside.times), size * inside.step),
                start=strides.block * block + size * inside.start,
            )

    def grouped(self, group: Poly) -> Lanes:
        assert group.const is not None
        return Masked(masks.grouped(self.bits, self.limit, group.const), self.limit // group.const, self.repeats)


@dataclass(frozen=True, slots=True)
class Counted(Lanes):
    """The first `count` elements of as many repeats as it takes: counter mode. A repeat has `limit` elements."""

    count: Poly
    limit: Poly
    facts: Facts

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        if strides.block is None and strides.repeat == self.limit * size:
            yield span(self.count * size)
            return
        full = floor_div(self.count, self.limit, self.facts)
        yield from First(self.limit, full, self.facts).footprints(size, strides)
        yield from First(self.count - full * self.limit, ONE, self.facts, full).footprints(size, strides)


@dataclass(frozen=True, slots=True)
class Unknown(Lanes):
    """Some elements of every repeat, which has `limit` elements: all of them, as a superset."""

    limit: Poly
    repeats: Poly
    facts: Facts
    exact = False

    def footprints(self, size: Poly, strides: Strides) -> Iterator[Footprint]:
        yield from First(self.limit, self.repeats, self.facts).footprints(size, strides)

    def grouped(self, group: Poly) -> Lanes:
        return Unknown(ceil_div(self.limit, group, self.facts), self.repeats, self.facts)


def per_repeat(widest: Poly, facts: Facts) -> Poly:
    """Elements of one repeat, from the bytes of the widest operand's element."""
    return floor_div(Poly.of(REPEAT), widest, facts)


def capped(count: Poly, widest: Poly, facts: Facts) -> Poly:
    """A mask that counts elements, cut to what one repeat has."""
    limit = per_repeat(widest, facts)
    if count.const is not None and limit.const is not None:
        return count if count.const <= limit.const else limit
    used = facts.interval(count * widest)
    return count if used.hi is not None and used.hi <= REPEAT else v.minimum(count, limit, facts)
