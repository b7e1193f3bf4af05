"""Which distances between two operands make a repeat overwrite what it, or a later one, still reads of the other."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import NamedTuple

from pyasc_lint.analysis.operands import Access, Instruction
from pyasc_lint.analysis.values import Poly
from pyasc_lint.deferred import dataclass

_MAX_REPEATS = 255
_MAX_UNEVEN = 32
"""The most repeats that are looked at where the operands move on by different steps."""
_MAX_RANGES = 64
_LENGTHS = (256, 128, 64, 32)
"""Bytes of a repeat that leaves no gap to the next one."""

Range = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Shape:
    """The bytes of the first repeat of an operand, as sorted ranges from its start, and those to the next repeat."""

    ranges: tuple[Range, ...]
    step: int
    repeats: Poly
    element_size: int


class Bad(NamedTuple):
    """Written start minus read start, in bytes, between `above` and `below`, with more than `repeats` repeats."""

    above: int
    below: int
    repeats: int


def shapes_of(instruction: Instruction) -> dict[str, Shape | None]:
    """The shapes of all operands by name; None where one is not constant."""
    operands: dict[str, list[Access]] = {}
    for access in instruction.accesses:
        if not access.footprint.empty:
            operands.setdefault(access.param, []).append(access)
    dims = [access.footprint.dims for accesses in operands.values() for access in accesses]
    repeats = {outer[0][0] for outer in dims if outer}
    if len(repeats) != 1:
        return {}
    return {param: _shape(accesses, *repeats) for param, accesses in operands.items()}


def _shape(accesses: list[Access], repeats: Poly) -> Shape | None:
    ranges: list[Range] = []
    steps: set[int | None] = set()
    size = accesses[0].element_size.const
    for access in accesses:
        footprint = access.footprint
        start, length = footprint.start.const, footprint.length.const
        inner = [(count.const, stride.const) for count, stride in footprint.dims[1:]]
        if footprint.dims:
            steps.add(footprint.dims[0][1].const)
        else:  # repeats without gaps
            length = next((each for each in _LENGTHS if footprint.length == repeats * each), None)
            steps.add(length)
        if start is None or length is None:
            return None
        dims = [(count, stride) for count, stride in inner if count is not None and stride is not None]
        if len(dims) < len(inner):
            return None
        for indices in product(*(range(count) for count, _ in dims)):
            first = start + sum(index * stride for index, (_, stride) in zip(indices, dims, strict=True))
            ranges += [(first, first + length)] if length > 0 else []
    step = steps.pop()
    if steps or step is None or size is None or len(ranges) > _MAX_RANGES:
        return None
    return Shape(tuple(sorted(ranges)), step, repeats, size)


def bad_distances(written: Shape, read: Shape, most: int | None) -> list[Bad] | None:
    """All distances at which the operands overlap partly; None where there are too many to look at.

    `most`: an upper bound of the number of repeats. Sums that stay in place (no step in either) may go on.
    """
    limit = min(_MAX_REPEATS if most is None else most, _MAX_REPEATS)
    if written.step == read.step:
        pairs = [(0, second) for second in range(limit if read.step else 1)]  # only how far they are apart matters
    elif limit <= _MAX_UNEVEN:
        pairs = [(first, second) for second in range(limit) for first in range(second + 1)]
    else:
        return None
    alike = written.ranges == read.ranges or _narrows(written, read)
    in_place = alike and written.element_size <= read.element_size
    near = _merged((lo - b, hi - a) for a, b in written.ranges for lo, hi in read.ranges)
    found = []
    for first, second in pairs:
        offset = second * read.step - first * written.step
        intervals = [(lo + offset, hi + offset) for lo, hi in near]
        if in_place and first == second:
            intervals = [part for interval in intervals for part in _without(interval, offset)]
        found += [Bad(above, below, second) for above, below in intervals]
    return found


def _narrows(written: Shape, read: Shape) -> bool:
    """Whether each repeat writes the first part of what it reads, as narrowing in place does."""
    if len(written.ranges) != 1 or len(read.ranges) != 1:
        return False
    (start, end), (first, last) = written.ranges[0], read.ranges[0]
    return start == first and end <= last


def _merged(ranges: Iterable[Range]) -> list[Range]:
    """Open intervals of integers, joined where they overlap."""
    result: list[Range] = []
    for lo, hi in sorted(ranges):
        if result and lo < result[-1][1] - 1:
            result[-1] = (result[-1][0], max(result[-1][1], hi))
        else:
            result.append((lo, hi))
    return result


def _without(interval: Range, point: int) -> list[Range]:
    lo, hi = interval
    return [(lo, point), (point, hi)] if lo < point < hi else [interval]
