"""Constant mask bits as few regular patterns of elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple


class Series(NamedTuple):
    """`length` elements from every `start + k * step` on, for 0 <= k < times."""

    start: int
    length: int
    times: int
    step: int


class BlockSeries(NamedTuple):
    """A pattern within a block, in every block `block + k * step` for 0 <= k < times."""

    block: int
    times: int
    step: int
    inside: Series


@lru_cache(maxsize=512)
def linear(bits: int, limit: int) -> tuple[Series, ...]:
    """The set bits below `limit`, in runs; equal runs at equal distances are one series."""
    return tuple(_series(_runs(bits & ((1 << limit) - 1))))


@lru_cache(maxsize=512)
def blocked(bits: int, limit: int, per_block: int) -> tuple[BlockSeries, ...]:
    """The set bits below `limit` by blocks of `per_block` elements."""
    patterns: dict[int, list[int]] = {}
    for block in range(limit // per_block):
        pattern = bits >> (block * per_block) & ((1 << per_block) - 1)
        if pattern:
            patterns.setdefault(pattern, []).append(block)
    return tuple(
        BlockSeries(blocks.start, blocks.times, blocks.step, inside)
        for pattern, numbers in patterns.items()
        for blocks in _series((number, 1) for number in numbers)
        for inside in linear(pattern, per_block)
    )


@lru_cache(maxsize=512)
def grouped(bits: int, limit: int, group: int) -> int:
    """One bit for each group of elements that has a set bit."""
    mask = (1 << group) - 1
    return sum(1 << number for number in range(limit // group) if bits >> (number * group) & mask)


def _runs(bits: int) -> Iterator[tuple[int, int]]:
    start = 0
    while bits:
        skipped = (bits & -bits).bit_length() - 1
        bits >>= skipped
        length = (~bits & (bits + 1)).bit_length() - 1
        yield start + skipped, length
        start += skipped + length
        bits >>= length


def _series(runs: Iterable[tuple[int, int]]) -> Iterator[Series]:
    """Runs (start, length), ascending, with equal ones at equal distances put together."""
    start = length = step = times = 0
    for first, size in runs:
        if times and size == length and (times == 1 or first == start + times * step):
            step, times = first - start if times == 1 else step, times + 1
            continue
        if times:
            yield Series(start, length, times, step)
        start, length, times, step = first, size, 1, 0
    if times:
        yield Series(start, length, times, step)
