"""What the analysis knows about one kernel: the input of rules, memory maps and the language server."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TYPE_CHECKING, Literal

from pyasc_lint.analysis.protocol import Frame
from pyasc_lint.analysis.registers import INITIAL, Registers
from pyasc_lint.analysis.values import Cond, Facts, Poly, Symbol
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Alloc, Binary, Call, Expr, If, Kernel, MakeLocal, NewAllocator, Var
from pyasc_lint.ir.spans import Span, Stack
from pyasc_lint.ir.types import DType, DTypeOf, Element

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core, Profile


@dataclass(frozen=True, slots=True, eq=False)
class Loop:
    """A run-time loop around a statement. `trips` is the number of iterations, None where it is not known.

    `symbol` counts in steps of the loop: it is the loop variable of a `for`, the iteration number of a `while`.
    `unrolled`: the loop is a `static_range` of unknown bounds, so its iterations are statements of their own.
    """

    symbol: Symbol
    start: Poly
    step: int | None
    trips: Poly | None
    span: Span
    unrolled: bool = False


@dataclass(slots=True, eq=False)
class Allocator:
    """One construction of a LocalMemAllocator. `loops` are the run-time loops around it, outermost first.

    `facts` holds what is known there. `earlier` is an allocator of the same memory that was constructed before on some
    path to this one; `repeating` the innermost loop that may construct it more than once.
    """

    stmt: NewAllocator
    hardware: str | None
    loops: tuple[Loop, ...]
    facts: Facts
    earlier: Allocator | None = None
    repeating: Loop | None = None


@dataclass(slots=True, eq=False)
class Buffer:
    """One tensor with a place in on-chip memory: an allocation or an addressed LocalTensor.

    `address` and `size` are bytes, `count` elements; `facts` holds what is known where it is made. `growing` is the
    innermost run-time loop that may repeat an allocation from an allocator made outside of it. `before` holds the
    latest allocations from the same allocator, one for each path to this one; `index` is its place among all tensors.
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
    before: tuple[Buffer, ...] = ()
    growing: Loop | None = None
    index: int = 0

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

    @property
    def earlier(self) -> tuple[Buffer, ...]:
        """All allocations from the same allocator on some path to this one, oldest first."""
        found: dict[Buffer, None] = {}
        todo = list(self.before)
        while todo:
            buffer = todo.pop()
            if buffer not in found:
                found[buffer] = None
                todo.extend(buffer.before)
        return tuple(sorted(found, key=lambda buffer: buffer.index))


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


@dataclass(frozen=True, slots=True, eq=False)
class StructValue:
    """A parameter struct such as `asc.DataCopyParams(n, 8)`: the fields that were given."""

    cls: str
    fields: Mapping[str, Operand]


@dataclass(frozen=True, slots=True, eq=False)
class ListValue:
    """A Python list or tuple."""

    items: tuple[Operand, ...]


Operand = Poly | Cond | LocalRegion | GlobalRegion | tuple["LocalRegion", ...] | StructValue | ListValue | Expr
"""An evaluated operand. A tuple holds the tensors it may be; an Expr is what has no better value."""


@dataclass(slots=True, eq=False)
class CallFact:
    """One executed call. `operands` are its arguments by parameter name, evaluated where it stands.

    `registers` are those before it. `sizes` gives bytes of an element of each operand whose dtype is a parameter's.
    """

    stmt: Call
    operands: dict[str, Operand]
    receiver: Operand | None
    facts: Facts
    loops: tuple[Loop, ...]
    registers: Registers = INITIAL
    sizes: Mapping[DTypeOf, Poly] = field(default_factory=dict)


_HIDES_CODE = frozenset({"call", "recursion", "depth", "size", "inline"})


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that could not be modelled.

    `cause` is a message key of ASC006, or "unsatisfiable"; `name` and `limit` are what its text needs; `stack` names
    the helper calls around it.
    """

    span: Span
    cause: str
    name: str = ""
    limit: int = 0
    stack: Stack = ()

    @property
    def hides_code(self) -> bool:
        """Whether statements of the kernel were left out."""
        return self.cause in _HIDES_CODE


@dataclass(frozen=True, slots=True, eq=False)
class Division:
    """A use of `a // b` or `a % b`, run-time integers: `different` is where rounding down is not rounding to zero."""

    node: Binary
    dividend: Poly
    different: Cond
    facts: Facts
    stack: Stack = ()


@dataclass(slots=True, eq=False)
class KernelFacts:
    """Everything known about a kernel on one core of one chip, for one specialisation.

    `reserved_ub`: the kernel is built with the UB reserve on (the default). `dtypes` holds the element types that each
    address parameter of unknown type may still have; `dtype_symbols` number that dtype, in the order of
    `ir.types.DTYPES`, and `sizes` names the parameter whose element size, in bytes, a symbol is. `choices` holds tests
    that nothing is known about, by the symbol that is 1 where they hold. `inputs` are the integers a run starts from
    and `input_facts` what is known of them; `trip_counts` and `tests` are the loop lengths and conditions that depend
    on them, with what is known there. `guesses`: some condition or loop length depends on data that only the device
    knows. `frames` tells how the kernel begins and ends on each of its cores.
    """

    kernel: Kernel
    profile: Profile
    core: Core
    reserved_ub: bool
    allocators: list[Allocator] = field(default_factory=list)
    buffers: list[Buffer] = field(default_factory=list)
    calls: list[CallFact] = field(default_factory=list)
    divisions: list[Division] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=list)
    dtypes: dict[str, frozenset[str]] = field(default_factory=dict)
    dtype_symbols: dict[str, Symbol] = field(default_factory=dict)
    sizes: dict[Symbol, str] = field(default_factory=dict)
    choices: dict[Symbol, Span] = field(default_factory=dict)
    inputs: list[Symbol] = field(default_factory=list)
    input_facts: Facts = field(default_factory=Facts)
    trip_counts: list[tuple[Facts, Poly]] = field(default_factory=list)
    tests: list[tuple[If, Facts, Cond]] = field(default_factory=list)
    guesses: bool = False
    unused: set[Buffer] = field(default_factory=set)
    frames: Mapping[Core, Frame] = field(default_factory=dict)

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

    @property
    def sees_all_code(self) -> bool:
        """Whether no statement of the kernel was left out."""
        return not any(gap.hides_code for gap in self.gaps)


SOURCE_ERRORS = frozenset({"syntax", "unknown-api", "bad-call", "bad-helper-call", "undefined-name"})

Dimension = Literal["bytes", "elements"]


def size_name(element: Element) -> str:
    """How a message names an element type."""
    if isinstance(element, DType):
        return element.name
    return str(element) if element is not None else "an unknown dtype"
