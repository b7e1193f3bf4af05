"""Building footprints."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.operands.model import ZERO, Dim, Footprint
from pyasc_lint.analysis.values import Facts, Poly

ONE = Poly.of(1)
EMPTY = Footprint(ZERO, ZERO)

BLOCK = 32
"""Bytes of a block, the unit of most strides."""
REPEAT = 256
"""Bytes of the widest operand that one repeat of a vector instruction works on: 8 blocks."""
FRACTAL = 512
"""Bytes of a matrix fractal in L0A and L0B."""
CUBE = 16
"""Rows and columns of the cube unit's smallest matrix."""


def span(length: Poly, *dims: Dim, start: Poly = ZERO) -> Footprint:
    """A footprint with as few dimensions as possible: patterns without gaps become one run of bytes."""
    kept: list[Dim] = []
    for count, stride in dims:
        number = count.const
        if number is not None and number <= 0:
            return EMPTY
        if number != 1 and not (number is not None and stride.const == 0):
            kept.append((count, stride))
    if length.const is not None and length.const <= 0:
        return EMPTY
    merged = True
    while merged:
        merged = False
        for dim in kept:
            if dim[1] == length:
                length = length * dim[0]
                kept.remove(dim)
                merged = True
                break
    return Footprint(start, length, tuple(kept))


def multiple(value: Poly, unit: int, facts: Facts) -> bool:
    """Whether a value is certainly a multiple of `unit`."""
    if value.const is not None:
        return value.const % unit == 0
    known = facts.congruence(value)
    return known.mod % unit == 0 and known.rem % unit == 0


def round_down(value: Poly, unit: int, facts: Facts) -> Poly:
    """The multiple of `unit` at or below a value."""
    return value if multiple(value, unit, facts) else v.floor_div(value, unit, facts) * unit


def floor_div(value: Poly, unit: Poly | int, facts: Facts) -> Poly:
    return v.floor_div(value, unit, facts)


def ceil_div(value: Poly, unit: Poly | int, facts: Facts) -> Poly:
    """`value` / `unit`, rounded up."""
    return v.floor_div(value + (unit - 1), unit, facts)


def round_up(value: Poly, unit: int, facts: Facts) -> Poly:
    """The next multiple of `unit`."""
    return value if multiple(value, unit, facts) else ceil_div(value, unit, facts) * unit
