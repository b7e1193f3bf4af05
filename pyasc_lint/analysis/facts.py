"""What the analysis knows about one kernel: the input of rules, memory maps and the language server."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.ir.nodes import Alloc, Call, Expr, Kernel, MakeLocal, NewAllocator, Var
from pyasc_lint.ir.spans import Span, Stack
from pyasc_lint.ir.types import DType, Element
from pyasc_lint.profiles import Core, Profile


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """A run-time loop around a statement. `trips` is the number of iterations, None where it is not known.

    `symbol` counts in steps of the loop: it is the loop variable of a `for`, the iteration number of a `while`.
    """

    symbol: Symbol
    start: Poly
    step: int | None
    trips: Poly | None
    span: Span


@dataclass(slots=True, eq=False)
class Allocator:
    """One construction of a LocalMemAllocator. `loops` are the run-time loops around it, outermost first.

    `earlier` is an allocator of the same memory that was constructed before on some path to this one.
    """

    stmt: NewAllocator
    hardware: str | None
    loops: tuple[Loop, ...]
    earlier: Allocator | None = None


@dataclass(slots=True, eq=False)
class Buffer:
    """One tensor with a place in on-chip memory: an allocation or an addressed LocalTensor.

    `address` and `size` are bytes, `count` elements; `facts` holds what is known where it is made. `growing` is the
    innermost run-time loop that repeats an allocation from an allocator made outside of it.
    """

    stmt: Alloc | MakeLocal
    name: str
    hardware: str | None
    position: str | None
    element: Element
    element_size: Poly
    address: Poly
    count: Poly
    size: Poly
    facts: Facts
    loops: tuple[Loop, ...] = ()
    allocator: Allocator | None = None
    earlier: tuple[Buffer, ...] = ()
    growing: Loop | None = None

    @property
    def is_alloc(self) -> bool:
        return isinstance(self.stmt, Alloc)

    @property
    def span(self) -> Span:
        return self.stmt.span

    @property
    def stack(self) -> Stack:
        return self.stmt.stack

    @property
    def end(self) -> Poly:
        """One past the last byte."""
        return self.address + self.size


@dataclass(frozen=True, slots=True, eq=False)
class LocalRegion:
    """A LocalTensor operand: bytes from `offset` of `buffer` on, as elements of `element`."""

    buffer: Buffer
    offset: Poly
    element: Element


@dataclass(frozen=True, slots=True, eq=False)
class GlobalRegion:
    """A GlobalTensor operand: elements from `offset` on of what `parameter` points to.

    `base` is the element offset of the buffer inside the parameter; `count` its length where it was given.
    """

    parameter: Var | None
    base: Poly
    offset: Poly
    count: Poly | None
    element: Element


Operand = Poly | Cond | LocalRegion | GlobalRegion | tuple["LocalRegion", ...] | Expr
"""An evaluated operand. A tuple holds the tensors it may be; an Expr is what has no better value."""


@dataclass(slots=True, eq=False)
class CallFact:
    """One executed call. `operands` are its arguments by parameter name, evaluated where it stands."""

    stmt: Call
    operands: dict[str, Operand]
    receiver: Operand | None
    facts: Facts
    loops: tuple[Loop, ...]


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that could not be modelled, and what that mutes."""

    span: Span
    cause: str
    name: str = ""
    limit: int = 0


@dataclass(slots=True, eq=False)
class KernelFacts:
    """Everything known about a kernel on one core of one chip, for one specialisation.

    `reserved_ub`: the kernel is built with the UB reserve on (the default). `dtypes` holds the element types that each
    address parameter of unknown type may still have.
    """

    kernel: Kernel
    profile: Profile
    core: Core
    reserved_ub: bool
    allocators: list[Allocator] = field(default_factory=list)
    buffers: list[Buffer] = field(default_factory=list)
    calls: list[CallFact] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    dtypes: dict[str, frozenset[str]] = field(default_factory=dict)
    unused: set[Buffer] = field(default_factory=set)
    missing_init: bool = False
    missing_barrier: bool = False

    def end_of(self, hardware: str) -> int | None:
        """The physical end of a memory in bytes."""
        memory = self.profile.memory(hardware)
        return memory.physical_end if memory is not None else None

    def published_end(self, hardware: str) -> int | None:
        """The end that the chip's documents publish for user data, in bytes."""
        memory = self.profile.memory(hardware)
        return memory.limit(self.reserved_ub) if memory is not None else None

    @property
    def has_source_errors(self) -> bool:
        """Whether the kernel has an ASC001-004 error, which mutes rules that judge what the program does."""
        return any(remark.kind in SOURCE_ERRORS for remark in self.kernel.remarks)


SOURCE_ERRORS = frozenset({"syntax", "unknown-api", "bad-call", "bad-helper-call", "undefined-name"})

Dimension = Literal["bytes", "elements"]


def size_name(element: Element) -> str:
    """How a message names an element type."""
    if isinstance(element, DType):
        return element.name
    return str(element) if element is not None else "an unknown dtype"
