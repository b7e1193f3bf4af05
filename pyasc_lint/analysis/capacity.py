"""Whether tensors lie inside their memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Buffer, KernelFacts
from pyasc_lint.analysis.values import Facts, Poly, Symbol
from pyasc_lint.analysis.verdict import NEVER, Certainty, Verdict, broken, exceeds
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span

_WIDEST = 8
"""Bytes of the widest element type."""

_BLOCK = 32
"""Bytes: tiles stay whole blocks."""


@dataclass(frozen=True, slots=True, eq=False)
class Fit:
    """How one tensor relates to an end of its memory, in bytes.

    `facts` are those where it is made, for valid sizes. `repeated`: an allocation before it passes the end as surely,
    so that this one tells nothing new. `negative`: the verdict is about a start before the first byte. `published` is
    the limit for user data, below which a tile that is made smaller should stay.
    """

    buffer: Buffer
    end: int
    facts: Facts
    verdict: Verdict
    repeated: bool = False
    negative: bool = False
    published: int | None = None

    @property
    def certainty(self) -> Certainty:
        return self.verdict.certainty

    @property
    def room(self) -> int:
        """Where a tile that is made smaller should end."""
        return self.end if self.published is None else min(self.end, self.published)

    @property
    def largest_count(self) -> int | None:
        """Elements that fit from the tensor's address on up to `room`, in whole 32-byte blocks where one fits.

        None where address or element size are not constant, or nothing fits.
        """
        address, size = self.buffer.address.const, self.buffer.element_size.const
        if address is None or size is None or size <= 0 or address >= self.room:
            return None
        space = self.room - address
        whole = space - space % _BLOCK
        return (whole or space) // size

    @property
    def alike(self) -> list[Buffer]:
        """The tensor and those allocated before it that have as many elements."""
        count = self.buffer.count.const
        earlier = self.buffer.earlier if self.buffer.is_alloc and count is not None else ()
        return [*(each for each in earlier if each.count.const == count), self.buffer]

    @property
    def largest_shared(self) -> int | None:
        """Elements with which all of `alike` fit; None where sizes are not constant, or nothing fits."""
        start, own, count = self.buffer.address.const, self.buffer.size.const, self.buffer.count.const
        sizes = [size for each in self.alike if (size := each.element_size.const) is not None and size > 0]
        if start is None or own is None or count is None or len(sizes) < len(self.alike):
            return None
        others = start + own - sum(sizes) * count
        step = max(_BLOCK // min(sizes), 1)
        largest = (self.room - others) // sum(sizes) // step * step
        return largest if largest > 0 else None

    def largest(self, symbol: Symbol) -> int | None:
        """The largest value of an input with which the tensor fits, whatever the others are; None: not known."""
        end = _in_last_iterations(self.facts, self.buffer.end)
        return self.facts.largest(symbol, v.le(end, self.end))

    def holds(self, symbol: Symbol, value: int) -> bool:
        """Whether the tensor fits with this value of an input, whatever the others are."""
        fixed = self.facts.assume(v.eq(symbol, value))
        return not fixed.is_feasible() or fixed.ask(v.le(self.buffer.end, self.end)) is v.Answer.PROVED


@lru_cache(maxsize=1)  # several rules ask about the same kernel
def physical_fits(facts: KernelFacts) -> tuple[Fit, ...]:
    """Every tensor against the physical end of its memory, in the order they are made."""
    return tuple(_fits(facts, {hardware: facts.end_of(hardware) for hardware in _memories(facts)}))


def published_fits(facts: KernelFacts) -> tuple[Fit, ...]:
    """Every tensor against the end that documents publish for user data, where that is before the physical one."""
    ends = {}
    for hardware in _memories(facts):
        published, physical = facts.published_end(hardware), facts.end_of(hardware)
        if published is not None and physical is not None and published < physical:
            ends[hardware] = published
    return tuple(_fits(facts, ends))


def _memories(facts: KernelFacts) -> list[str]:
    return list(dict.fromkeys(buffer.hardware for buffer in facts.buffers if buffer.hardware is not None))


def _fits(facts: KernelFacts, ends: Mapping[str, int | None]) -> Iterator[Fit]:
    worst: dict[Buffer, Certainty] = {}
    counts: dict[Buffer, dict[Poly, None]] = {}
    growing: set[Span] = set()
    for buffer in facts.buffers:
        end = ends.get(buffer.hardware) if buffer.hardware is not None else None
        if end is None:
            continue
        counts[buffer] = {count: None for earlier in buffer.before for count in counts.get(earlier, ())}
        if buffer.count.const is None:
            counts[buffer][buffer.count] = None
        known = _valid(buffer.facts, counts[buffer])
        before = max((worst.get(earlier, Certainty.NEVER) for earlier in buffer.before), default=Certainty.NEVER)
        if before is Certainty.CERTAIN and (buffer.growing is None or buffer.span in growing):
            verdict = Verdict(Certainty.CERTAIN)
        else:
            verdict = _end_verdict(facts, buffer, known, end, before)
        below = NEVER if buffer.is_alloc else broken(known, v.lt(buffer.address, 0), buffer.address, "below")
        negative = below.certainty > verdict.certainty and below.certainty is not Certainty.UNBOUNDED
        verdict = below if negative else verdict
        worst[buffer] = max(before, verdict.certainty)
        if buffer.growing is not None and verdict.certainty is Certainty.CERTAIN:
            growing.add(buffer.span)
        published = facts.published_end(buffer.hardware) if buffer.hardware is not None else None
        yield Fit(buffer, end, known, verdict, before >= verdict.certainty, negative, published)


def _end_verdict(facts: KernelFacts, buffer: Buffer, known: Facts, end: int, before: Certainty) -> Verdict:
    verdict = exceeds(known, buffer.end, end, before)
    sizes = [symbol for symbol in verdict.symbols if symbol in facts.sizes]
    if verdict.certainty is Certainty.UNBOUNDED and sizes:
        widest = known.assume(v.And(*(v.le(symbol, _WIDEST) for symbol in sizes)))
        if widest.ask(v.gt(buffer.end, end)) is v.Answer.REFUTED:
            return NEVER
    return verdict


def _valid(facts: Facts, counts: Iterable[Poly]) -> Facts:
    """The facts, if tensors of these numbers of elements have at least one (ASC111 tells where they have none)."""
    for count in counts:
        narrowed = facts.assume(v.ge(count, 1))
        facts = narrowed if narrowed.is_feasible() else facts
    return facts


def largest_safe(fit: Fit, fits: Iterable[Fit], symbol: Symbol) -> int | None:
    """The largest value of an input with which a tensor fits, and with it all others for which such a value "
    "is known."""
    own = fit.largest(symbol)
    if own is None:
        return None
    sized = [other for other in fits if symbol in other.buffer.end.free_symbols()]
    sized = [other for other in sized if other.certainty is not Certainty.CERTAIN]
    bounds = [bound for other in sized if (bound := other.largest(symbol)) is not None and bound >= 1]
    smallest = min([own, *bounds])
    return smallest if smallest == own or fit.holds(symbol, smallest) else own


def sized_by(buffer: Buffer) -> Poly:
    """The value whose inputs size a tensor. The address of an allocation is what others before it made it."""
    unrolled = any(loop.unrolled for loop in buffer.loops)
    return buffer.size if buffer.is_alloc and not unrolled else buffer.end


def _in_last_iterations(facts: Facts, value: Poly) -> Poly:
    """What a value is in the last iteration of each loop that it grows in."""
    loops = [symbol for symbol in value.free_symbols() if symbol.kind == "loop"]
    for symbol in sorted(loops, key=lambda loop: -loop.index):
        ends = facts.loop_range(symbol)
        last = value.substitute({symbol: ends[1]}) if ends is not None else value
        if facts.ask(v.ge(last, value)) is v.Answer.PROVED:
            value = last
    return value
