"""What on-chip memory holds during one concrete run, in program order: who wrote each byte, and whether anybody did.

A byte is *undefined* until something writes it, and becomes so again where an element-wise instruction writes a result
computed from undefined bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace

from pyasc_lint import api
from pyasc_lint.analysis.trace.model import Access, Action, Effect, Range, Run, Step, Tensor
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, MakeLocal

Maker = Alloc | MakeLocal

_ELEMENTWISE = ("vector.unary", "vector.binary", "vector.scalar", "vector.fused", "vector.convert")
_ONE_TO_ONE = ("data_copy", "copy", "select")


@dataclass(frozen=True, slots=True, eq=False)
class Clobber:
    """`writer` destroys bytes of `victim` that `reader` still reads through it."""

    writer: Step
    writer_access: Access
    victim: Tensor
    reader: Step
    reader_access: Access
    bytes: Range


@dataclass(frozen=True, slots=True, eq=False)
class Undefined:
    """An instruction reads bytes that nobody wrote: none at all (`all`), or some that matter."""

    step: Step
    access: Access
    bytes: Range
    all: bool


@dataclass(slots=True, eq=False)
class _Segment:
    """Bytes with one history: what tensor they were last written through, and the tensors whose data was destroyed.

    `lost` says by which write (number and access) the data of a tensor was destroyed.
    """

    start: int
    end: int
    owner: Maker | None = None
    defined: bool = False
    lost: dict[Maker, tuple[int, Access]] = field(default_factory=dict)

    def split(self, at: int) -> _Segment:
        tail = _Segment(at, self.end, self.owner, self.defined, dict(self.lost))
        self.end = at
        return tail


class _Memory:
    """What one memory holds."""

    def __init__(self) -> None:
        self.segments = [_Segment(0, 1 << 62)]

    def copy(self) -> _Memory:
        other = _Memory()
        other.segments = [replace(segment, lost=dict(segment.lost)) for segment in self.segments]
        return other

    def cover(self, start: int, end: int) -> Iterator[_Segment]:
        """The segments of exactly these bytes, made where there are none."""
        segments = self.segments
        start = max(start, 0)  # a tensor before the first byte is told where it is made
        if start >= end:
            return
        index = bisect_right(segments, start, key=lambda segment: segment.start) - 1
        if segments[index].start < start:
            segments.insert(index + 1, segments[index].split(start))
            index += 1
        while index < len(segments) and segments[index].start < end:
            if segments[index].end > end:
                segments.insert(index + 1, segments[index].split(end))
            yield segments[index]
            index += 1


class Contents:
    """Replays a run, piece by piece. `clobbers` and `undefined` hold what went wrong, in program order."""

    def __init__(self) -> None:
        self.clobbers: list[Clobber] = []
        self.undefined: list[Undefined] = []
        self._memories: dict[str, _Memory] = defaultdict(_Memory)
        self._untracked: set[str] = set()
        self._blind = False
        # How often anything was found or changed, but for which write was the last one; and at which count an effect
        # last left everything as it was: it does so again as long as the count is the same.
        self._age = 0
        self._settled: dict[Effect, int] = {}

    def copy(self) -> Contents:
        """An independent one in the same state."""
        other = Contents()
        other.clobbers, other.undefined = [*self.clobbers], [*self.undefined]
        other._memories.update((space, memory.copy()) for space, memory in self._memories.items())
        other._untracked, other._blind = {*self._untracked}, self._blind
        other._age, other._settled = self._age, dict(self._settled)
        return other

    def feed(self, run: Run, start: int, stop: int) -> None:
        """Execute the actions from one number to another."""
        self._run = run
        self._untracked |= run.partial
        actions = run.actions
        for number in range(start, stop):
            effect = actions[number].effect
            if self._settled.get(effect) != self._age:
                before = self._age
                if self._execute(number, actions[number]) and self._age == before:
                    self._settled[effect] = before

    def _execute(self, number: int, action: Action) -> bool:
        """Execute an action; says whether all that it reads is defined."""
        if not action.pipe or (action.unsized and not action.accesses):
            self._blind = True  # which memory it writes is not known
        if action.unsized:
            self._untracked.update(access.space for access in action.accesses)
            return True
        holes: list[tuple[Access, list[Range]]] = []
        for access in action.accesses:
            if access.tensor is not None and access.reads and access.placed:
                missing = self._read(number, action, access)
                if missing:
                    holes.append((access, missing))
        for access in action.accesses:
            if access.tensor is not None and access.writes and not access.placed:
                self._write_somewhere(access.space, access.tensor)
            elif access.tensor is not None and access.writes:
                carried = _carried(access, holes) if holes and _carries(action) else []
                self._write(number, access, access.tensor.stmt, carried)
        return not holes

    # -------------------------------------------------------------------------------------------------------- reads

    def _read(self, number: int, action: Action, access: Access) -> list[Range]:
        """Check a read; returns the undefined bytes in it."""
        assert access.tensor is not None
        memory, maker = self._memories[access.space], access.tensor.stmt
        missing: list[Range] = []
        total = 0
        for start, end in access.ranges:
            total += end - start
            for segment in memory.cover(start, end):
                if not segment.defined:
                    missing.append((segment.start, segment.end))
                if segment.owner is not None and segment.owner is not maker and maker in segment.lost:
                    self._age += 1
                    writer, by = segment.lost[maker]
                    steps = (self._run.step(writer), by, access.tensor, self._run.step(number))
                    self.clobbers.append(Clobber(*steps, access, (segment.start, segment.end)))
        if missing and not self._blind and access.space not in self._untracked and access.exact:
            unwritten = sum(end - start for start, end in missing)
            if unwritten == total or _matters(action):
                self.undefined.append(Undefined(self._run.step(number), access, missing[0], unwritten == total))
                self._define(memory, access)
                return []
        return missing

    def _define(self, memory: _Memory, access: Access) -> None:
        """After a finding, take the bytes as written: what follows from it is no new defect."""
        self._age += 1
        for start, end in access.ranges:
            for segment in memory.cover(start, end):
                segment.defined = True

    # ------------------------------------------------------------------------------------------------------- writes

    def _write(self, number: int, access: Access, maker: Maker, holes: list[Range]) -> None:
        memory = self._memories[access.space]
        changed = bool(holes)
        for start, end in access.ranges:
            for segment in memory.cover(start, end):
                if segment.owner is not None and segment.owner is not maker:
                    segment.lost[segment.owner] = (number, access)
                changed = changed or segment.owner is not maker or not segment.defined or maker in segment.lost
                segment.lost.pop(maker, None)
                segment.owner, segment.defined = maker, True
        for start, end in holes:
            for segment in memory.cover(start, end):
                segment.defined = False
        self._age += changed

    def _write_somewhere(self, space: str, tensor: Tensor) -> None:
        """Any byte of the tensor may be written, and where it has no place, any of the memory."""
        memory = self._memories[space]
        self._untracked.add(space)
        for segment in memory.cover(tensor.address, tensor.address + tensor.size):
            if segment.lost.pop(tensor.stmt, None) is not None:
                self._age += 1


def _matters(action: Action) -> bool:
    """Whether undefined bytes in a read do harm at once: they leave for GM, become a scalar, or enter a reduction."""
    return action.pipe in ("MTE3", "S", "FIX") or "reduce" in action.stmt.api


def _carries(action: Action) -> bool:
    """Whether each element of a result comes from those at its place in the sources."""
    function = api.find_function(action.stmt.api)
    return function is not None and (function.category in _ELEMENTWISE or function.name in _ONE_TO_ONE)


def _carried(written: Access, holes: list[tuple[Access, list[Range]]]) -> list[Range]:
    """The bytes of a result that come from undefined source bytes, where source and result correspond in order."""
    if len(written.ranges) != 1 or written.cut:
        return []
    start, end = written.ranges[0]
    carried: list[Range] = []
    for access, missing in holes:
        if len(access.ranges) != 1 or access.cut or not missing:
            continue
        first, last = access.ranges[0]
        if last - first <= 0:
            continue
        scale = (end - start) / (last - first)
        if scale not in (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0):
            continue
        carried += [(start + int((lo - first) * scale), start + int((hi - first) * scale)) for lo, hi in missing]
    return carried
