"""What an allocation in a loop takes, iteration by iteration."""

from __future__ import annotations

from pyasc_lint.analysis.capacity import Fit
from pyasc_lint.analysis.facts import Buffer, Loop
from pyasc_lint.analysis.values import Poly
from pyasc_lint.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Crossing:
    """The first iteration (counted from 1) that passes the end of the memory, and the byte it ends at."""

    iteration: int
    end: int


def bytes_each(buffer: Buffer, loop: Loop) -> Poly | None:
    """How many bytes later each iteration starts; None where that is not known, or not the same for all."""
    if loop.step is None or loop.symbol not in buffer.address.free_symbols():
        return None
    grown = buffer.address.substitute({loop.symbol: loop.symbol + loop.step}) - buffer.address
    return grown if loop.symbol not in grown.free_symbols() else None


def crossing(fit: Fit, loop: Loop) -> Crossing | None:
    """Where the loop passes the end; None where that is not a constant."""
    grown = bytes_each(fit.buffer, loop)
    first = fit.buffer.end.substitute({loop.symbol: loop.start}).const
    if grown is None or grown.const is None or grown.const <= 0 or first is None:
        return None
    before = max((fit.end - first) // grown.const + 1, 0)
    return Crossing(before + 1, first + before * grown.const)
