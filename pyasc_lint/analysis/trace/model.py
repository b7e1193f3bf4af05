"""What a concrete run consists of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Literal

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, Call, If, MakeLocal, Var
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DType

Range = tuple[int, int]
"""Bytes from the first to one past the last."""


Way = tuple[If, bool]
"""A test, and whether it held."""


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

    def __hash__(self) -> int:
        return hash((self.tensor, self.offset))


@dataclass(frozen=True, slots=True)
class Global:
    """A GlobalTensor value: what `parameter` points to from element `offset` on. `count` is its length in elements.

    `offset` None: somewhere in it.
    """

    parameter: Var | None
    offset: int | None
    count: int | None
    element: DType | None

    def __hash__(self) -> int:
        return hash((self.parameter, self.offset))


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


Key = tuple[str, int]
"""Event and id: what a set and its wait have in common."""


@dataclass(frozen=True, slots=True)
class Flag:
    """`set_flag` or `wait_flag`: event name, id, and the pipe it runs on ("set": the first, "wait": the second)."""

    kind: Literal["set", "wait"]
    event: str
    id: int
    pipe: str
    key: Key = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "key", (self.event, self.id))


@dataclass(frozen=True, slots=True, eq=False)
class Effect:
    """What an instruction does. `pipe` is "" where it is not known."""

    pipe: str
    accesses: tuple[Access, ...]
    flag: Flag | None = None
    barrier: str | None = None
    unsized: bool = False

    @property
    def placed(self) -> bool:
        """Whether all of its accesses have a known place."""
        return all(access.placed for access in self.accesses)


class Action:
    """A call, and what it does with its operands of one moment. All runs of a kernel share the ones that are alike.

    `queue` is the pipe that executes it; `works`: it is neither flag nor barrier; `touches`: it is known what it
    accesses, and on which pipe. The rest is that of its effect.
    """

    __slots__ = (
        "accesses",
        "barrier",
        "effect",
        "flag",
        "pipe",
        "placed",
        "queue",
        "stmt",
        "touches",
        "unsized",
        "works",
    )

    def __init__(self, stmt: Call, effect: Effect) -> None:
        self.stmt = stmt
        self.effect = effect
        self.pipe = effect.pipe
        self.accesses = effect.accesses
        self.flag = effect.flag
        self.barrier = effect.barrier
        self.unsized = effect.unsized
        self.placed = effect.placed
        self.queue = effect.pipe if effect.flag is None else effect.flag.pipe
        self.works = effect.flag is None and effect.barrier is None
        self.touches = self.works and bool(effect.pipe and effect.accesses)


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """One executed instruction. `number` is its place in program order; `iteration` the loop counts around it."""

    number: int
    action: Action
    iteration: tuple[int, ...]

    @property
    def stmt(self) -> Call:
        return self.action.stmt

    @property
    def pipe(self) -> str:
        return self.action.pipe

    @property
    def flag(self) -> Flag | None:
        return self.action.flag


@dataclass(slots=True, eq=False)
class Run:
    """One concrete run. `inputs` are the values that produced it; `complete`: it reached the end of the kernel.

    `actions` are what it executes, in program order. `ways` are those that tests went, but for the guessed ones.
    `guessed`: some branch or trip count depended on data that only the device knows. `partial`: memories of which
    iterations that are left out would write other bytes.
    """

    inputs: Mapping[str, int]
    actions: list[Action] = field(default_factory=list)
    ways: set[Way] = field(default_factory=set)
    complete: bool = True
    guessed: bool = False
    partial: set[str] = field(default_factory=set)
    _distinct: dict[Action, None] | None = None
    _starts: list[int] = field(default_factory=lambda: [0])
    _iterations: list[tuple[int, ...]] = field(default_factory=lambda: [()])

    def enter(self, iteration: tuple[int, ...]) -> None:
        """Say which loop iteration the following actions belong to."""
        if self._starts[-1] == len(self.actions):
            self._iterations[-1] = iteration
        else:
            self._starts.append(len(self.actions))
            self._iterations.append(iteration)

    @property
    def distinct(self) -> Iterable[Action]:
        """Its actions, each once, in the order of their first execution. Only for a run that has ended."""
        if self._distinct is None:
            self._distinct = dict.fromkeys(self.actions)
        return self._distinct

    def step(self, number: int) -> Step:
        """The instruction at a place in program order."""
        iteration = self._iterations[bisect_right(self._starts, number) - 1]
        return Step(number, self.actions[number], iteration)
