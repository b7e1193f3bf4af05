"""IR nodes: expressions, statements, kernels.

Expressions are pure trees; whatever reads or changes memory, an allocator or a pipeline is a statement. Variables are
mutable: an `Assign` changes what later `Ref`s read. Trace-time values are folded, so a `Const` is a Python constant and
everything else is known at run time only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from operator import attrgetter
from typing import Any, Literal, TypeGuard

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.spans import Span, Stack
from pyasc_lint.ir.types import (
    BOOL,
    FLOAT32,
    INT32,
    INT64,
    UNKNOWN_TYPE,
    DType,
    Element,
    ObjectType,
    ScalarOf,
    TensorType,
    Type,
)

# --------------------------------------------------------------------------------------------------------- expressions


@dataclass(eq=False, slots=True)
class Var:
    """A run-time variable. `name` is the source name ("" for a temporary); identity distinguishes equal names.

    `role`: "param" (a kernel parameter), "loop" (a loop variable) or "local".
    """

    name: str
    type: Type
    role: Literal["param", "loop", "local"] = "local"


@dataclass(frozen=True, slots=True, eq=False)
class Expr:
    """Base of all expressions. `span` is where it stands in the source (None where nothing in the source made it)."""

    span: Span | None = field(default=None, kw_only=True)

    @property
    def type(self) -> Type:
        return UNKNOWN_TYPE

    def children(self) -> tuple[Expr, ...]:
        return ()


@dataclass(frozen=True, slots=True, eq=False)
class Const(Expr):
    """A Python constant: int, float, bool, str or None.

    `bytes_power` is its physical dimension: +1 for a value multiplied by one `.sizeof()`, -1 for one divided by it (see
    `pyasc_lint.ir.dimension`). `name` is that of the constant of a module, or of the ConstExpr parameter of the kernel,
    that stands there.
    """

    value: int | float | bool | str | None
    bytes_power: int = 0
    name: str = ""

    @property
    def type(self) -> Type:
        if isinstance(self.value, bool):
            return BOOL
        if isinstance(self.value, int):
            return INT32 if -(2**31) <= self.value < 2**31 else INT64
        return FLOAT32 if isinstance(self.value, float) else ObjectType("str" if self.value is not None else "None")


@dataclass(frozen=True, slots=True, eq=False)
class Ref(Expr):
    """The current value of a variable."""

    var: Var

    @property
    def type(self) -> Type:
        return self.var.type


@dataclass(frozen=True, slots=True, eq=False)
class Unary(Expr):
    """`op` is one of `-`, `+`, `~`, `not`."""

    op: str
    operand: Expr

    @property
    def type(self) -> Type:
        return BOOL if self.op == "not" else self.operand.type

    def children(self) -> tuple[Expr, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True, eq=False)
class Binary(Expr):
    """`op` is a Python operator: + - * / // % << >> & | ^ ** @, or `ceildiv`, `and`, `or`, with Python's meaning."""

    op: str
    left: Expr
    right: Expr

    @property
    def type(self) -> Type:
        if self.op in ("and", "or"):
            return BOOL
        left, right = self.left.type, self.right.type
        if isinstance(left, DType) and isinstance(right, DType):
            if self.op == "/" or (left.kind == "float") != (right.kind == "float"):
                return next((t for t in (left, right) if t.kind == "float"), FLOAT32)
            if isinstance(self.left, Const) and not isinstance(self.right, Const):
                return right
            if isinstance(self.right, Const) and not isinstance(self.left, Const):
                return left
            return left if left.bits >= right.bits else right
        return left

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Expr):
    """`op` is one of < <= > >= == != is `is not` in `not in`."""

    op: str
    left: Expr
    right: Expr

    @property
    def type(self) -> Type:
        return BOOL

    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True, eq=False)
class IfExp(Expr):
    """`body if test else orelse`."""

    test: Expr
    body: Expr
    orelse: Expr

    @property
    def type(self) -> Type:
        return self.body.type

    def children(self) -> tuple[Expr, ...]:
        return (self.test, self.body, self.orelse)


@dataclass(frozen=True, slots=True, eq=False)
class Cast(Expr):
    """`x.cast(dtype)`, or `asc.number(x, dtype)`: a run-time value of that type even when the operand is constant."""

    operand: Expr
    dtype: DType

    @property
    def type(self) -> Type:
        return self.dtype

    def children(self) -> tuple[Expr, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True, eq=False)
class SizeOf(Expr):
    """Bytes of an element type that is not known at trace time (known ones are `Const`)."""

    element: Element

    @property
    def type(self) -> Type:
        return INT32


@dataclass(frozen=True, slots=True, eq=False)
class LibraryConstant(Expr):
    """`asc.property(asc.ONE_BLK_SIZE)`: a number that only the library of Ascend C knows. `name` is that of asc."""

    name: str
    dtype: DType

    @property
    def type(self) -> Type:
        return self.dtype


@dataclass(frozen=True, slots=True, eq=False)
class DTypeExpr(Expr):
    """An asc dtype used as an argument. `text` is how the source named it."""

    element: Element
    text: str = ""

    @property
    def type(self) -> Type:
        return ObjectType("DataType")


@dataclass(frozen=True, slots=True, eq=False)
class Enum(Expr):
    """A member of an asc enum, such as `TPosition.VECIN`."""

    enum: str
    member: str

    @property
    def type(self) -> Type:
        return ObjectType(self.enum)


@dataclass(frozen=True, slots=True, eq=False)
class Sequence(Expr):
    """A Python list or tuple used as an operand."""

    kind: Literal["list", "tuple"]
    items: tuple[Expr, ...]

    @property
    def type(self) -> Type:
        return ObjectType(self.kind)

    def children(self) -> tuple[Expr, ...]:
        return self.items


@dataclass(frozen=True, slots=True, eq=False)
class New(Expr):
    """A parameter struct such as `asc.DataCopyParams(1, 8, 0, 0)`.

    `args` maps field names to values; `positional` and `keywords` keep the call as written.
    """

    cls: str
    args: Mapping[str, Expr]
    positional: tuple[Expr, ...] = ()
    keywords: Mapping[str, Expr] = field(default_factory=dict)

    @property
    def type(self) -> Type:
        return ObjectType(self.cls)

    def children(self) -> tuple[Expr, ...]:
        return tuple(self.args.values())


@dataclass(frozen=True, slots=True, eq=False)
class View(Expr):
    """`tensor[offset:]` or `tensor[offset]`: the same tensor from element `offset` on."""

    base: Expr
    offset: Expr

    @property
    def type(self) -> Type:
        return self.base.type

    def children(self) -> tuple[Expr, ...]:
        return (self.base, self.offset)


@dataclass(frozen=True, slots=True, eq=False)
class Reinterpret(Expr):
    """`tensor.reinterpret_cast(dtype)`: the same bytes as elements of another type."""

    base: Expr
    element: Element

    @property
    def type(self) -> Type:
        base = self.base.type
        return TensorType(base.space, self.element) if isinstance(base, TensorType) else base

    def children(self) -> tuple[Expr, ...]:
        return (self.base,)


@dataclass(frozen=True, slots=True, eq=False)
class AddressAdd(Expr):
    """`address + offset`; the offset counts elements."""

    base: Expr
    offset: Expr

    @property
    def type(self) -> Type:
        return self.base.type

    def children(self) -> tuple[Expr, ...]:
        return (self.base, self.offset)


@dataclass(frozen=True, slots=True, eq=False)
class CoreTest(Expr):
    """`asc.ascend_is_aic()` or `ascend_is_aiv()`."""

    core: Literal["AIC", "AIV"]

    @property
    def type(self) -> Type:
        return BOOL


@dataclass(frozen=True, slots=True, eq=False)
class Field(Expr):
    """A field of a run-time struct argument, or an element of an `asc.array`."""

    base: Expr
    key: str | Expr
    of: Type = UNKNOWN_TYPE

    @property
    def type(self) -> Type:
        return self.of

    def children(self) -> tuple[Expr, ...]:
        return (self.base,) if isinstance(self.key, str) else (self.base, self.key)


@dataclass(frozen=True, slots=True, eq=False)
class Foreign(Expr):
    """A Python value that pyasc has no meaning for, such as the builtin `float`, `numpy.float32` or an object.

    `name` is its dotted name; `what` says what it is; `value` is the number that an instance stands for, if it does.
    """

    name: str
    what: Literal["builtin", "external", "function", "class", "instance", "missing"]
    value: Const | None = None

    @property
    def type(self) -> Type:
        return ObjectType(self.name)


@dataclass(frozen=True, slots=True, eq=False)
class Unknown(Expr):
    """A value the frontend could not resolve, and why."""

    reason: str
    of: Type = UNKNOWN_TYPE

    @property
    def type(self) -> Type:
        return self.of


# ---------------------------------------------------------------------------------------------------------- statements


@dataclass(slots=True, eq=False)
class Stmt:
    """Base of all statements. `stack` names the helper calls that inlined it."""

    span: Span
    stack: Stack = field(default=(), kw_only=True)


@dataclass(slots=True, eq=False)
class Assign(Stmt):
    var: Var
    value: Expr


@dataclass(slots=True, eq=False)
class NewAllocator(Stmt):
    """`LocalMemAllocator(hardware)`. `hardware` is a `Hardware` member name, or None when it cannot be resolved."""

    var: Var
    hardware: str | None
    argument_span: Span | None = None


@dataclass(slots=True, eq=False)
class Alloc(Stmt):
    """`allocator.alloc(position, dtype, count)`; `count` is in elements. `var` holds the tensor.

    `spans` says where each argument stands in the call, by parameter name.
    """

    var: Var
    allocator: Expr
    position: Expr
    dtype: Expr
    count: Expr
    spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class MakeLocal(Stmt):
    """`LocalTensor(dtype, position, address, count)`; `address` is in bytes, `count` in elements.

    `LocalTensor(dtype)` has no place in memory: its position, address and count are None. `spans` says where each
    argument stands in the call, by parameter name.
    """

    var: Var
    dtype: Expr
    position: Expr | None
    address: Expr | None
    count: Expr | None
    spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class MakeGlobal(Stmt):
    """`GlobalTensor()`."""

    var: Var


@dataclass(slots=True, eq=False)
class SetBuffer(Stmt):
    """`tensor.set_global_buffer(address, count)`; `count` is in elements, None when not given."""

    tensor: Expr
    address: Expr
    count: Expr | None


@dataclass(slots=True, eq=False)
class CurAddr(Stmt):
    """`var = allocator.get_cur_addr()`, in bytes."""

    var: Var
    allocator: Expr


@dataclass(slots=True, eq=False)
class Call(Stmt):
    """A call of an asc function, or of a method of a tensor (`LocalTensor.get_value`) or the framework (`TQue.enque`).

    `args` maps parameter names of overload number `overload` to operands. An unresolved call has `overload` None and
    `args` empty; `positional` and `keywords` always hold the call as written (for a method, `receiver` comes apart).
    `spans` says where each argument stands in the call, by parameter name.
    """

    api: str
    args: Mapping[str, Expr]
    overload: int | None
    positional: tuple[Expr, ...] = ()
    keywords: Mapping[str, Expr] = field(default_factory=dict)
    receiver: Expr | None = None
    result: Var | None = None
    spans: Mapping[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class If(Stmt):
    test: Expr
    body: list[Stmt]
    orelse: list[Stmt]


@dataclass(slots=True, eq=False)
class For(Stmt):
    """A run-time `for var in range(start, stop, step)`.

    `static`: written as `static_range` but kept because its bounds are not known here.
    """

    var: Var
    start: Expr
    stop: Expr
    step: Expr
    body: list[Stmt]
    static: bool = False


@dataclass(slots=True, eq=False)
class While(Stmt):
    """`head` computes what `test` reads; it runs before every test."""

    head: list[Stmt]
    test: Expr
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Inlined(Stmt):
    """The body of an `@asc.jit` helper at one call; parameters that hold run-time values are assigned first."""

    function: str
    body: list[Stmt]


@dataclass(slots=True, eq=False)
class Assume(Stmt):
    """A condition that holds here: an `assume` comment ("comment"), `asc.static_assert` or `assert`.

    `text` is the condition as a comment words it.
    """

    test: Expr
    source: Literal["comment", "assert"]
    text: str = ""


Block = list[Stmt]


def sub_blocks(stmt: Stmt) -> tuple[Block, ...]:
    """The nested blocks of a statement, in source order."""
    blocks = _BLOCKS.get(type(stmt))
    return blocks(stmt) if blocks is not None else ()


_BLOCKS: dict[type[Stmt], Callable[[Any], tuple[Block, ...]]] = {
    If: attrgetter("body", "orelse"),
    For: lambda stmt: (stmt.body,),
    While: attrgetter("head", "body"),
    Inlined: lambda stmt: (stmt.body,),
}


def walk(block: Block) -> Iterator[Stmt]:
    """All statements of a block, nested ones included, in source order (no recursion: blocks may nest deeply)."""
    stack = [iter(block)]
    while stack:
        for stmt in stack[-1]:
            yield stmt
            if type(stmt) in _BLOCKS:
                stack.extend(map(iter, reversed(sub_blocks(stmt))))
                break
        else:
            stack.pop()


def is_static_construct(stmt: Stmt) -> TypeGuard[NewAllocator | MakeLocal]:
    """Whether a statement makes its kernel a static-Tensor kernel: an allocator, or a LocalTensor with an address."""
    return isinstance(stmt, NewAllocator) or (isinstance(stmt, MakeLocal) and stmt.address is not None)


# ------------------------------------------------------------------------------------------------------------- kernels


@dataclass(frozen=True, slots=True)
class Remark:
    """Something the frontend saw that a rule may report: a rejected construct, a trap, a lost precision.

    `kind` is a stable key, `data` what a message needs: "syntax" (`construct` says what pyasc rejects), "unknown-api",
    "bad-call", "bad-helper-call", "bad-launch", "not-a-dtype", "dropped-call" (pyasc leaves the call out), "trap" (`id`
    is a known trap), "incomplete" (`cause`), …
    """

    kind: str
    span: Span
    data: Mapping[str, Any] = field(default_factory=dict)
    stack: Stack = ()


@dataclass(slots=True, eq=False)
class Param:
    """A kernel parameter. `constexpr`: annotated `asc.ConstExpr[...]`. `annotation` is the source text of it."""

    var: Var
    annotation: str
    constexpr: bool
    span: Span
    has_default: bool = False


LaunchValue = int | float | bool | str | None | DType | ScalarOf
"""An argument of a launch: a Python constant, the dtype of an array, or the type of a run-time number."""


@dataclass(frozen=True, slots=True)
class Launch:
    """`kernel[cores](args)` somewhere in the run, or what a user says of the arguments.

    `values` holds the arguments known at analysis time, those of a struct as `name.field`.
    """

    span: Span
    values: Mapping[str, LaunchValue]
    cores: int | None = None
    text: str = ""


@dataclass(slots=True)
class Options:
    """What `@asc.jit(...)` says, as far as known."""

    kernel_type: str | None = None
    auto_sync: bool = True
    insert_sync: bool = False
    matmul_cube_only: bool = False
    bisheng_options: tuple[str, ...] = ()
    spans: dict[str, Span] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Kernel:
    """One kernel after lowering, for one specialisation.

    `span` covers its name in the `def`, `extent` the whole definition with its decorators. `launch` is the
    specialisation (None: the general one); `launches` are all that the run shows, also those that fix nothing.
    `divisions` are the `//` and `%` of integers that only the device knows.
    """

    name: str
    path: str
    span: Span
    params: list[Param]
    body: Block
    options: Options
    remarks: list[Remark] = field(default_factory=list)
    launch: Launch | None = None
    launches: tuple[Launch, ...] = ()
    extent: Span | None = None
    divisions: frozenset[Binary] = frozenset()

    @property
    def is_static(self) -> bool:
        """Whether it constructs a LocalMemAllocator or an addressed LocalTensor: static-Tensor programming."""
        return any(map(is_static_construct, walk(self.body)))


@dataclass(slots=True, eq=False)
class Module:
    """One source file after lowering: `kernels` in source order, each in its specialisations, the general one first."""

    path: str
    kernels: list[list[Kernel]] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    target: str | None = None
