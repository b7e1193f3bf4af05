"""What an instruction is to the analysis: its pipe, and the bytes of each operand that it reads and writes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field
from itertools import product
from typing import Literal

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, LocalRegion
from pyasc_lint.analysis.registers import Atomic
from pyasc_lint.analysis.values import Facts, Poly, Symbol
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.types import Element

Kind = Literal["read", "write", "read-write"]
Region = LocalRegion | GlobalRegion | tuple[LocalRegion, ...]
Dim = tuple[Poly, Poly]
"""(count, stride in bytes)."""

ZERO = Poly.of(0)


@dataclass(frozen=True, slots=True)
class Footprint:
    """Bytes of an operand: `length` bytes from every `start + sum(k_i * stride_i)` on, for 0 <= k_i < count_i.

    Everything is in bytes, relative to the operand's first byte (of the view, where it is a view). Nothing is touched
    where the length or a count is not positive.
    """

    start: Poly
    length: Poly
    dims: tuple[Dim, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether it certainly has no bytes."""
        sizes = (self.length.const, *(count.const for count, _ in self.dims))
        return any(size is not None and size <= 0 for size in sizes)

    def hull(self, facts: Facts) -> tuple[Poly, Poly]:
        """(first byte, one past the last byte), for counts and a length that are positive."""
        lo, hi = self.start, self.start + self.length
        for count, stride in self.dims:
            reach = (count - 1) * stride
            if _nonnegative(reach, facts):
                hi = hi + reach
            elif _nonnegative(-reach, facts):
                lo = lo + reach
            else:
                lo, hi = lo + v.minimum(reach, 0, facts), hi + v.maximum(reach, 0, facts)
        return lo, hi

    def ranges(self, assignment: Mapping[Symbol, int]) -> Iterator[tuple[int, int]]:
        """All (first byte, one past the last byte) under an assignment of every free symbol; they may overlap.

        Raises as `Poly.evaluate`: KeyError for a symbol without a value, ArithmeticError or ValueError where a value
        does not exist.
        """
        memo = dict(assignment)
        start, length = self.start.value(memo), self.length.value(memo)
        dims = [(count.value(memo), stride.value(memo)) for count, stride in self.dims]
        if length <= 0:
            return
        for steps in product(*(range(count) for count, _ in dims)):
            first = start + sum(step * stride for step, (_, stride) in zip(steps, dims, strict=True))
            yield first, first + length


def _nonnegative(value: Poly, facts: Facts) -> bool:
    if value.const is not None:
        return value.const >= 0
    lo = facts.interval(value).lo
    return lo is not None and lo >= 0


@dataclass(slots=True, eq=False)
class Access:
    """One set of bytes of one operand. An operand has several where its bytes form several patterns.

    `param` names the operand, `element_size` is bytes. A tuple of regions: it is one of them. `exact` is False for a
    superset: every byte touched is among these, but not every one of these need be.
    """

    kind: Kind
    param: str
    region: Region
    footprint: Footprint
    element: Element
    element_size: Poly
    exact: bool = True

    @property
    def reads(self) -> bool:
        return self.kind != "write"

    @property
    def writes(self) -> bool:
        return self.kind != "read"

    def origin(self, region: LocalRegion | GlobalRegion) -> Poly:
        """Bytes from a buffer's start, or from element 0 of a GlobalTensor, to the operand's first byte."""
        return region.offset if isinstance(region, LocalRegion) else region.offset * self.element_size


@dataclass(frozen=True, slots=True)
class Sync:
    """What a synchronisation instruction orders.

    "set" and "wait": `event` is the HardEvent, from `source` to `destination`; `id` the event id. "barrier": `source`
    is the pipe, "ALL" for all. "cross-set" and "cross-wait": `id` is the flag id, `source` the pipe. "all-cores":
    `sync_all`, also a full barrier. "fence": `data_sync_barrier`. None where the argument is not known.
    """

    kind: Literal["set", "wait", "barrier", "cross-set", "cross-wait", "all-cores", "fence"]
    event: str | None = None
    id: Poly | None = None
    source: str | None = None
    destination: str | None = None


@dataclass(slots=True, eq=False)
class Instruction:
    """One executed instruction.

    `pipe` is the queue it runs in: a name of `profiles.Pipe`, "ALL" for a full barrier, "" where the chip has no such
    path or the pipe is not known. `path` is (source memory, destination memory) of a copy, "GM" included. `atomic`:
    what a copy to GM does with the old value, None where that is not known. `scalar_result`: the scalar unit gets a
    value that the instruction computes. `skipped`: this kind of core has no such pipe, so nothing happens and there
    are no accesses. `unsized`: why its bytes are not known; its accesses then span the whole of every tensor operand
    and are not exact.
    """

    call: CallFact
    pipe: str = ""
    accesses: list[Access] = field(default_factory=list)
    path: tuple[str, str] | None = None
    sync: Sync | None = None
    atomic: Atomic | None = "none"
    scalar_result: bool = False
    skipped: bool = False
    unsized: str | None = None

    def at(self, call: CallFact) -> Instruction:
        """The same of a call that is alike."""
        return Instruction(
            call, self.pipe, self.accesses, self.path, self.sync, self.atomic, self.scalar_result, self.skipped,
            self.unsized,
        )  # fmt: skip
