"""What a run consists of: its instructions in program order, with the bytes they touch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from pyasc_lint.ir import nodes
from tests.support.interpreter.values import Global, Local, Tensor

Range = tuple[int, int]
"""Bytes from the first to one past the last."""


@dataclass(frozen=True, eq=False)
class Touch:
    """Bytes of one operand, in the order of its elements, relative to the start of `owner`.

    `owner` is the tensor or the GlobalTensor that the bytes belong to; `unit` is bytes of an element. `exact`: all of
    these bytes are touched, and not some of them.
    """

    param: str
    owner: Local | Global
    ranges: tuple[Range, ...]
    reads: bool
    writes: bool
    unit: int
    exact: bool = True

    @property
    def tensor(self) -> Tensor | None:
        return self.owner.tensor if isinstance(self.owner, Local) else None

    @property
    def space(self) -> str:
        """The memory the bytes are in; GM behind another parameter is another memory."""
        return self.owner.tensor.memory if isinstance(self.owner, Local) else f"GM {self.owner.parameter.name}"

    @property
    def length(self) -> int | None:
        """Bytes of the owner; None for GM without a length."""
        if isinstance(self.owner, Local):
            return self.owner.tensor.size
        return None if self.owner.count is None else self.owner.count * self.unit

    @property
    def overruns(self) -> bool:
        """Whether some byte lies outside of the owner."""
        return any(lo < 0 or (self.length is not None and hi > self.length) for lo, hi in self.ranges)

    def places(self) -> Iterator[Range]:
        """The bytes inside the owner and the memory, as addresses of the space: others are a defect of their own."""
        start = self.owner.tensor.address if isinstance(self.owner, Local) else self.owner.base * self.unit
        for lo, hi in self.ranges:
            lo, hi = max(lo, 0), hi if self.length is None else min(hi, self.length)
            if start + hi > max(start + lo, 0):
                yield max(start + lo, 0), start + hi

    @property
    def bits(self) -> int:
        """The bytes of `places` as the bits of one number."""
        found = 0
        for lo, hi in self.places():
            found |= ((1 << (hi - lo)) - 1) << lo
        return found


@dataclass(frozen=True)
class Flag:
    """`set_flag` or `wait_flag` of an event and id."""

    kind: Literal["set", "wait"]
    event: str
    id: int


@dataclass(eq=False)
class Event:
    """One executed instruction. `pipe` is the queue it runs in, "ALL" for a full barrier.

    `args` are the values of its arguments; `barrier`: it is a `pipe_barrier` of its pipe.
    """

    index: int
    call: nodes.Call
    pipe: str
    args: Mapping[str, Any] = field(default_factory=dict)
    touches: tuple[Touch, ...] = ()
    flag: Flag | None = None
    barrier: bool = False

    @property
    def line(self) -> int:
        return self.call.span.line


@dataclass(frozen=True, eq=False)
class Issued:
    """One executed call, whether it is an instruction (`event`) or none of this core, and whether a loop repeats it."""

    call: nodes.Call
    args: Mapping[str, Any]
    looped: bool
    event: Event | None


@dataclass(frozen=True)
class Defect:
    """Something wrong in a run, by the rule that tells it. `line` is where the rule reports it.

    `beside`: the same number takes another operand of the instruction out of bounds, too.
    """

    rule: str
    line: int
    text: str = ""
    beside: bool = False


@dataclass(eq=False)
class Run:
    """One run: its instructions in program order, the tensors it made, and the transfers it cut to whole blocks."""

    core: str
    auto_sync: bool
    issued: list[Issued] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    tensors: list[Tensor] = field(default_factory=list)
    odd_transfers: list[Event] = field(default_factory=list)
