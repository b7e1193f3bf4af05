"""What is shown of a kernel beside its findings: rows of memory maps, allocators and calls. Plain data."""

from __future__ import annotations

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span


@dataclass
class BufferRow:
    """One tensor of a memory map. `start`, `end` and `bytes` are byte numbers, None where they are not constant.

    `address`, `size_text` and `end_text` say the same as expressions. `allocated`: it came from an allocator, whose
    cursor stands at the address before and at the end after. `written_by` and `read_by` are pipes, `uses` the lines of
    the instructions that do so, in the file of `span`.
    """

    name: str
    span: Span
    position: str
    dtype: str
    address: str
    start: int | None
    end: int | None
    bytes: int | None
    size_text: str
    note: str
    end_text: str = ""
    allocated: bool = False
    written_by: tuple[str, ...] = ()
    read_by: tuple[str, ...] = ()
    uses: tuple[int, ...] = ()


@dataclass
class MemoryMap:
    """What one core of a kernel has in one on-chip memory of one chip, in bytes.

    `end` is the physical end; `ends` names every end (published limit, scratch, physical) and its byte. `most` is where
    all tensors end at the latest, None where nothing bounds that.
    """

    target: str
    hardware: str
    core: str
    start: int
    end: int
    ends: tuple[tuple[str, int], ...]
    buffers: list[BufferRow]
    most: int | None = None


@dataclass(frozen=True, slots=True)
class AllocatorRow:
    """One LocalMemAllocator. `positions` are the TPositions that live in its memory on the chip."""

    name: str
    span: Span
    hardware: str
    positions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CallRow:
    """One call that issues an instruction on a core. `name` is without `asc.`; `pipe` is "ALL" for a full barrier.

    `event` is the HardEvent that it sets or waits for, `event_id` the id as an expression.
    """

    name: str
    span: Span
    core: str
    pipe: str
    event: str | None = None
    event_id: str | None = None
