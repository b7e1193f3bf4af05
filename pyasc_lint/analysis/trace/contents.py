"""What on-chip memory holds during one concrete run, in program order: who wrote each byte, and whether anybody did.

A byte is *undefined* until something writes it, and becomes so again where an element-wise instruction writes a result
computed from undefined bytes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field

from pyasc_lint.analysis.trace.model import Access, Range, Run, Step, Tensor
from pyasc_lint.ir.nodes import Alloc, MakeLocal

Maker = Alloc | MakeLocal


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
    """Bytes with one history: the last writer, and the tensors whose data it (or later ones) destroyed."""

    start: int
    end: int
    step: Step | None = None
    access: Access | None = None
    defined: bool = False
    lost: dict[Maker, tuple[Step, Access]] = field(default_factory=dict)

    def split(self, at: int) -> _Segment:
        tail = _Segment(at, self.end, self.step, self.access, self.defined, dict(self.lost))
        self.end = at
        return tail


class Contents:
    """Replays a run. `clobbers` and `undefined` hold what went wrong, in program order."""

    def __init__(self, run: Run) -> None:
        self.clobbers: list[Clobber] = []
        self.undefined: list[Undefined] = []
        self.ordered: set[int] = set()
        self._memories: dict[str, list[_Segment]] = {}
        self._untracked: set[str] = set()
        self._blind = False
        for step in run.steps:
            self._step(step)

    def _step(self, step: Step) -> None:
        if not step.pipe or (step.unsized and not step.accesses):
            self._blind = True  # which memory it writes is not known
        if step.unsized:
            self._untracked.update(access.space for access in step.accesses)
            return
        holes: list[tuple[Access, list[Range]]] = []
        for access in step.accesses:
            if access.tensor is not None and access.reads and access.placed:
                holes.append((access, self._read(step, access)))
        for access in step.accesses:
            if access.tensor is not None and access.writes and not access.placed:
                self._write_somewhere(access)
            elif access.tensor is not None and access.writes:
                self._write(step, access, _carried(access, holes))

    # -------------------------------------------------------------------------------------------------------- reads

    def _read(self, step: Step, access: Access) -> list[Range]:
        """Check a read; returns the undefined bytes in it."""
        assert access.tensor is not None
        missing: list[Range] = []
        total = 0
        for start, end in access.ranges:
            total += end - start
            for segment in self._cover(access.space, start, end):
                if not segment.defined:
                    missing.append((segment.start, segment.end))
                owner = segment.access.tensor if segment.access is not None else None
                maker = access.tensor.stmt
                if owner is not None and owner.stmt is not maker and maker in segment.lost:
                    writer, by = segment.lost[maker]
                    span = (segment.start, segment.end)
                    self.clobbers.append(Clobber(writer, by, access.tensor, step, access, span))
        if missing and not self._blind and access.space not in self._untracked and access.exact:
            unwritten = sum(end - start for start, end in missing)
            if unwritten == total or _matters(step, access):
                self.undefined.append(Undefined(step, access, missing[0], unwritten == total))
                self._define(access)
                return []
        return missing

    def _define(self, access: Access) -> None:
        """After a finding, take the bytes as written: what follows from it is no new defect."""
        for start, end in access.ranges:
            for segment in self._cover(access.space, start, end):
                segment.defined = True

    # ------------------------------------------------------------------------------------------------------- writes

    def _write(self, step: Step, access: Access, holes: list[Range]) -> None:
        assert access.tensor is not None
        maker = access.tensor.stmt
        for start, end in access.ranges:
            for segment in self._cover(access.space, start, end):
                owner = segment.access.tensor if segment.access is not None else None
                if owner is not None and owner.stmt is not maker:
                    segment.lost[owner.stmt] = (step, access)
                segment.lost.pop(maker, None)
                segment.step, segment.access, segment.defined = step, access, True
        for start, end in holes:
            for segment in self._cover(access.space, start, end):
                segment.defined = False

    def _write_somewhere(self, access: Access) -> None:
        """Any byte of the tensor may be written, and where it has no place, any of the memory."""
        assert access.tensor is not None
        tensor = access.tensor
        self._untracked.add(access.space)
        for segment in self._cover(access.space, tensor.address, tensor.address + tensor.size):
            segment.lost.pop(tensor.stmt, None)

    # ------------------------------------------------------------------------------------------------------ segments

    def _cover(self, space: str, start: int, end: int) -> Iterator[_Segment]:
        """The segments of exactly these bytes, made where there are none."""
        segments = self._memories.setdefault(space, [_Segment(0, 1 << 62)])
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


def _matters(step: Step, access: Access) -> bool:
    """Whether undefined bytes in a read do harm at once: they leave for GM, become a scalar, or enter a reduction."""
    return step.pipe in ("MTE3", "S", "FIX") or "reduce" in step.stmt.api


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
