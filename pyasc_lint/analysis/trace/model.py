"""What a concrete run consists of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from pyasc_lint.ir.nodes import Alloc, Call, MakeLocal, Var
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DType

Range = tuple[int, int]
"""Bytes from the first to one past the last."""


@dataclass(frozen=True, slots=True, eq=False)
class Tensor:
    """One LocalTensor in memory while the kernel runs. `address` and `size` are bytes."""

    stmt: Alloc | MakeLocal
    name: str
    hardware: str | None
    address: int
    size: int
    element: DType | None

    @property
    def span(self) -> Span:
        return self.stmt.span


@dataclass(frozen=True, slots=True)
class Local:
    """A LocalTensor value: `tensor` from byte `offset` on, as elements of `element`.

    `offset` None: only the memory is known, not the place in it.
    """

    tensor: Tensor
    offset: int | None
    element: DType | None


@dataclass(frozen=True, slots=True)
class Global:
    """A GlobalTensor value: what `parameter` points to from element `offset` on. `count` is its length in elements.

    `offset` None: somewhere in it.
    """

    parameter: Var | None
    offset: int | None
    count: int | None
    element: DType | None


@dataclass(frozen=True, slots=True, eq=False)
class Access:
    """Bytes that an instruction touches. `space` is a memory ("UB") or a GM parameter ("GM x").

    `exact`: the ranges are what the hardware touches, not more. `placed`: they are known at all; where they are not,
    `ranges` is empty. `cut`: others that lie outside of the tensor are left out.
    """

    space: str
    ranges: tuple[Range, ...]
    reads: bool
    writes: bool
    param: str
    tensor: Tensor | None = None
    exact: bool = True
    placed: bool = True
    cut: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Flag:
    """`set_flag` or `wait_flag`: event name, id, and the pipe it runs on ("set": the first, "wait": the second)."""

    kind: Literal["set", "wait"]
    event: str
    id: int
    pipe: str


@dataclass(slots=True, eq=False)
class Step:
    """One executed instruction. `number` is its place in program order; `iteration` the loop counts around it.

    `pipe` is "" where it is not known.
    """

    number: int
    stmt: Call
    pipe: str
    accesses: tuple[Access, ...]
    iteration: tuple[int, ...]
    flag: Flag | None = None
    barrier: str | None = None
    unsized: bool = False


@dataclass(slots=True, eq=False)
class Run:
    """One concrete run. `inputs` are the values that produced it; `complete`: it reached the end of the kernel.

    `guessed`: some branch or trip count depended on data that only the device knows. `degenerate`: an instruction moved
    no bytes at all, as when a run-time length is too small for one block. `skipped`: whole periods of a loop were left
    out.
    """

    inputs: Mapping[str, int]
    steps: list[Step] = field(default_factory=list)
    complete: bool = True
    guessed: bool = False
    degenerate: bool = False
    skipped: bool = False
