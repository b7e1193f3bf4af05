"""Whether tensors fit their memory."""

from __future__ import annotations

from dataclasses import dataclass

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Buffer, KernelFacts
from pyasc_lint.analysis.values import Poly, Symbol
from pyasc_lint.analysis.verdict import Certainty, Verdict, exceeds


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How one tensor relates to an end of its memory. `end` is that end in bytes."""

    buffer: Buffer
    end: int
    verdict: Verdict

    @property
    def largest_count(self) -> int | None:
        """Elements that fit from the tensor's address on, in whole 32-byte blocks where one fits; None if not constant."""
        address, size = self.buffer.address.const, self.buffer.element_size.const
        if address is None or size is None or size <= 0 or address >= self.end:
            return None
        space = self.end - address
        whole = space - space % 32
        return (whole or space) // size


def physical_fits(facts: KernelFacts) -> list[Fit]:
    """Every tensor against the physical end of its memory, in the order they are made.

    A tensor behind one that already passes the end (as surely) tells nothing new and is left out.
    """
    found: list[Fit] = []
    reported: dict[Buffer, Certainty] = {}
    for buffer in facts.buffers:
        end = facts.end_of(buffer.hardware) if buffer.hardware is not None else None
        if end is None:
            continue
        verdict = exceeds(buffer.facts, buffer.end, end)
        before = [reported[earlier] for earlier in buffer.earlier if earlier in reported]
        if verdict.certainty is Certainty.NEVER:
            continue
        reported[buffer] = verdict.certainty
        if any(_rank(certainty) >= _rank(verdict.certainty) for certainty in before):
            continue
        found.append(Fit(buffer, end, verdict))
    return found


def _rank(certainty: Certainty) -> int:
    return [Certainty.NEVER, Certainty.UNBOUNDED, Certainty.POSSIBLE, Certainty.CERTAIN].index(certainty)


def largest_value(fit: Fit, symbol: Symbol) -> int | None:
    """The largest value of an input for which the tensor fits; None where there is none or it is not known."""
    return largest_within(fit.buffer, symbol, fit.end)


def largest_within(buffer: Buffer, symbol: Symbol, end: int) -> int | None:
    """The largest value of an input for which a tensor ends at `end` or before."""
    known = buffer.facts.largest(symbol, v.le(buffer.end, end))
    if known is not None:
        return known
    return _linear_bound(buffer.end, symbol, end)


def _linear_bound(value: Poly, symbol: Symbol, end: int) -> int | None:
    """Solve `value <= end` where the symbol is the only unknown and enters linearly."""
    at_zero, at_one, at_two = (value.substitute({symbol: number}).const for number in (0, 1, 2))
    if at_zero is None or at_one is None or at_two is None:
        return None
    factor = at_one - at_zero
    if factor <= 0 or at_two - at_one != factor:
        return None
    return (end - at_zero) // factor
