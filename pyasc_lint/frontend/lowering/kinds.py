"""What pyasc's tracer holds behind a value: a Python constant, a run-time scalar of some dtype, a tensor, …

The IR keeps Python's meaning. pyasc's own typing differs in places (`n * 1.5` with a run-time int `n` stays an int),
and what it accepts depends on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field

from astroid import nodes

from pyasc_lint.api import ArgKind, Kind, kinds
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering import constants
from pyasc_lint.frontend.lowering.handles import Handle, Handles
from pyasc_lint.frontend.lowering.things import (
    ApiClass,
    ApiFunction,
    Builtin,
    DictValue,
    EnumClass,
    Function,
    ListValue,
    Method,
    RangeValue,
    Thing,
    UserClass,
    Value,
    operand,
)
from pyasc_lint.ir.nodes import (
    Binary,
    Cast,
    Compare,
    Const,
    CoreTest,
    DTypeExpr,
    Enum,
    Expr,
    Foreign,
    IfExp,
    New,
    Ref,
    Reinterpret,
    Remark,
    Sequence,
    SizeOf,
    Unary,
    Unknown,
    Var,
    View,
)
from pyasc_lint.ir.types import BOOL, AddressType, AllocatorType, ArrayType, DType, ObjectType, TensorType

PYTHON_NUMBERS = frozenset({Kind.INT, Kind.FLOAT, Kind.BOOL, Kind.ENUM})
"""Numbers that exist at trace time. A member of an asc enum is a Python int."""

TENSORS = frozenset({Kind.LOCAL_TENSOR, Kind.GLOBAL_TENSOR})

_BIT = kinds.runtime(BOOL.name)


@dataclass(slots=True)
class Tracing:
    """What the tracer holds where the type of a variable does not say it.

    Attributes:
        constexprs: parameters annotated ConstExpr: trace-time values, even where they are not known here.
        held: other variables that hold something else than a run-time value of their type. Flow-sensitive.
        broken: variables with an object that nothing accepts, and the known trap that tells why.
        allocated: variables with a tensor that comes from an allocator, so that pyasc does not know its size.
        small: variables with a number that fits any dtype, whatever its own is.
        addresses: variables with the result of `get_phy_addr()`, and tensors that such a value was written to.
        decided: the tests of the branches around the present statement, each with what it is there: -1 or 0.
        truths: `a and b`, `a or b` of numbers: one of the two in Python, a bool for pyasc.
        joined: results of branches and loops that compute them, so that no select of two values takes their place.
        crashing: the data_copy to global memory whose count is such a result, where nothing used the result since.
        handles: which values are one for pyasc.
    """

    constexprs: set[Var] = field(default_factory=set)
    held: dict[Var, ArgKind] = field(default_factory=dict)
    broken: dict[Var, str] = field(default_factory=dict)
    allocated: set[Var] = field(default_factory=set)
    small: set[Var] = field(default_factory=set)
    addresses: set[Var] = field(default_factory=set)
    decided: list[tuple[Handle, int]] = field(default_factory=list)
    truths: set[Handle] = field(default_factory=set)
    joined: set[Handle] = field(default_factory=set)
    crashing: dict[Handle, tuple[nodes.NodeNG, Remark]] = field(default_factory=dict)
    handles: Handles = field(init=False)
    _made: dict[Expr, ArgKind] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.handles = Handles(lambda value: constants.computed(self, value))

    def kind_of(self, value: Value) -> ArgKind:
        """The kind of a value; UNKNOWN where it cannot be told."""
        if isinstance(value, Ref):
            return self._variable(value)
        if isinstance(value, Const):
            return _constant(value)
        if isinstance(value, Thing):
            return self._thing(value)
        if not value.children() or isinstance(value, Sequence | New):
            return self._leaf(value)
        known = self._made.get(value)  # operands are judged again and again as an expression grows
        if known is None:
            known = self._made[value] = self._made_of(value)
        return known

    def trap_of(self, value: Value) -> str | None:
        """The trap that a value is the victim of: whatever it is used for, pyasc fails."""
        return self.broken.get(value.var) if isinstance(value, Ref) else None

    def kind_under(self, value: Value, held: dict[Var, ArgKind]) -> ArgKind:
        """The kind of a value at another point, where `held` was what variables held."""
        present, self.held = self.held, held
        try:
            return self.kind_of(value)
        finally:
            self.held = present

    def take(self, value: Expr, kind: ArgKind) -> None:
        """Judge a computed value as one of another kind from here on."""
        self._made[value] = kind

    def hold(self, var: Var, kind: ArgKind) -> None:
        """Note what a variable now holds."""
        self.held.pop(var, None)
        self.broken.pop(var, None)
        if kind != self._of_type(Ref(var)):
            self.held[var] = kind

    def break_(self, var: Var, trap: str) -> None:
        """Note that a variable holds an object that nothing accepts."""
        self.held[var] = kinds.RAW_VALUE
        self.broken[var] = trap

    def is_allocated(self, value: Value) -> bool:
        """Whether a tensor, or the one it is a view of, comes from an allocator."""
        while isinstance(value, View | Reinterpret):
            value = value.base
        return isinstance(value, Ref) and value.var in self.allocated

    @contextmanager
    def branch(self, test: Expr, taken: bool) -> Iterator[None]:
        """What is judged inside belongs to a branch of the generated code, in which the test is a constant."""
        self.decided.append((self.handles.of(test), -taken))
        try:
            yield
        finally:
            self.decided.pop()

    def is_computed(self, value: Value | None, before: Mapping[str, Value]) -> bool:
        """Whether something computes a run-time value that no name stood for before."""
        if not isinstance(value, Expr) or self.kind_of(value).kind is not Kind.RUNTIME:
            return False
        if constants.constant(self, value) is not None:
            return False
        root = self.handles.of(value).root()
        known = (each for each in before.values() if isinstance(each, Expr) and self.kind_of(each).kind is Kind.RUNTIME)
        return all(self.handles.of(each).root() is not root for each in known)

    def copy_to(self, var: Var, value: Value) -> None:
        """Note that a variable now holds `value`."""
        trap = self.trap_of(value)
        self.hold(var, self.kind_of(value))
        if self.is_allocated(value):
            self.allocated.add(var)
        if self.holds_addresses(value):
            self.addresses.add(var)
        if trap is not None:
            self.broken[var] = trap

    def holds_addresses(self, value: Value) -> bool:
        """Whether a value is an address of `get_phy_addr()`, or a tensor of such addresses."""
        return isinstance(value, Ref) and value.var in self.addresses

    # ------------------------------------------------------------------------------------------------------- values

    def _thing(self, value: Thing) -> ArgKind:
        match value:
            case ListValue():
                items = [self.kind_of(item) for item in value.items]
                return kinds.list_of(items) if value.kind == "list" else kinds.tuple_of(items)
            case DictValue():
                return kinds.other("dict")
            case RangeValue():
                return kinds.other("range")
            case Function() | ApiFunction() | Method():
                return kinds.CALLABLE
            case ApiClass() | EnumClass() | UserClass() | Builtin():
                return self._leaf(operand(value))
        return kinds.UNKNOWN

    def _leaf(self, value: Expr) -> ArgKind:
        match value:
            case Enum():
                return kinds.enum_member(value.enum, value.member) if value.enum != "property" else kinds.UNKNOWN
            case DTypeExpr():
                return kinds.dtype(value.element.name if isinstance(value.element, DType) else None)
            case Sequence():
                items = [self.kind_of(item) for item in value.items]
                return kinds.list_of(items) if value.kind == "list" else kinds.tuple_of(items)
            case New(cls="ConstExpr"):
                return kinds.CONSTEXPR
            case New():
                return kinds.instance(value.cls)
            case Foreign(what="function"):
                return kinds.CALLABLE
            case Unknown(of=ObjectType(name="str")):
                return kinds.string()
            case Foreign(what="missing" | "external" | "instance") | Unknown():
                return kinds.UNKNOWN
            case Foreign():
                return kinds.other(value.name)
            case SizeOf():
                return kinds.integer()
            case CoreTest():
                return _BIT
        return self._of_type(value)

    def _variable(self, value: Ref) -> ArgKind:
        if value.var in self.held:
            return self.held[value.var]
        if value.var in self.constexprs:
            return _trace_time(value.type)
        return self._of_type(value)

    def _made_of(self, value: Expr) -> ArgKind:
        match value:
            case Cast():
                return kinds.runtime(value.dtype.name)
            case Unary():
                operand_kind = self.kind_of(value.operand)
                if operand_kind.kind is Kind.RUNTIME:
                    return _BIT if value.op == "not" else operand_kind
                return _negated(value.op, operand_kind)
            case Compare():
                return self._compared(value)
            case Binary():
                return _combined(value.op, self.kind_of(value.left), self.kind_of(value.right))
            case IfExp():
                return chosen(self.kind_of(value.body), self.kind_of(value.orelse))
        return self._of_type(value)

    def _compared(self, value: Compare) -> ArgKind:
        pair = (self.kind_of(value.left).kind, self.kind_of(value.right).kind)
        if value.op in ("is", "is not"):
            return kinds.boolean()
        if Kind.RUNTIME in pair:
            return _BIT
        return kinds.UNKNOWN if Kind.UNKNOWN in pair else kinds.boolean()

    def _of_type(self, value: Expr) -> ArgKind:
        match value.type:
            case TensorType(space=space, element=element):
                name = element.name if isinstance(element, DType) else None
                return kinds.local_tensor(name) if space == "local" else kinds.global_tensor(name)
            case AddressType():
                return kinds.GLOBAL_ADDRESS
            case AllocatorType():
                return kinds.instance("LocalMemAllocator")
            case ArrayType():
                return kinds.ARRAY
            case DType(name=name):
                return kinds.runtime(name)
            case ObjectType(name="None"):
                return kinds.NONE
            case ObjectType(name="str"):
                return kinds.string()
            case ObjectType(name=name) if name:
                return kinds.instance(name)
        return kinds.UNKNOWN


def is_python(kind: ArgKind) -> bool:
    """Whether it certainly is a number or None that pyasc knows while it traces, so that a test of it is folded."""
    return kind.kind in PYTHON_NUMBERS or kind.kind is Kind.NONE


def materialized(kind: ArgKind) -> str | None:
    """The dtype that a number gets when it becomes a run-time value; None where it is no number or not known."""
    match kind.kind:
        case Kind.RUNTIME:
            return kind.name
        case Kind.BOOL:
            return "int1"
        case Kind.INT | Kind.ENUM:
            return "int32"
        case Kind.FLOAT:
            return "float32"
    return None


def chosen(first: ArgKind, second: ArgKind) -> ArgKind:
    """The kind of `first if test else second`: a run-time value, whatever the test, where both are numbers."""
    if first.kind in TENSORS and first.kind is second.kind:
        return first if first.name == second.name else ArgKind(first.kind)
    return kinds.runtime(materialized(first) or materialized(second))


def _combined(op: str, left: ArgKind, right: ArgKind) -> ArgKind:
    pair = (left.kind, right.kind)
    if op in ("and", "or"):
        return _BIT if Kind.RUNTIME in pair else kinds.UNKNOWN
    if left.kind is Kind.RUNTIME:
        return left
    if left.kind is Kind.UNKNOWN and op == "+":  # may be an address
        return kinds.UNKNOWN
    if right.kind is Kind.RUNTIME:
        return right if left.kind in PYTHON_NUMBERS else kinds.runtime()
    if Kind.UNKNOWN in pair:
        return kinds.UNKNOWN
    if left.kind in PYTHON_NUMBERS and right.kind in PYTHON_NUMBERS:
        return kinds.floating() if op == "/" or Kind.FLOAT in pair else kinds.integer()
    return kinds.UNKNOWN


def _negated(op: str, kind: ArgKind) -> ArgKind:
    if op == "not":
        return kinds.boolean()
    return kinds.integer() if kind.kind in (Kind.BOOL, Kind.ENUM, Kind.INT) else ArgKind(kind.kind)


def _trace_time(kind: object) -> ArgKind:
    if not isinstance(kind, DType):
        return kinds.UNKNOWN
    if kind.kind == "bool":
        return kinds.boolean()
    return kinds.floating() if kind.kind == "float" else kinds.integer()


def _constant(value: Const) -> ArgKind:
    match value.value:
        case None:
            return kinds.NONE
        case bool():
            return kinds.boolean(value.value)
        case int():
            return kinds.integer(value.value)
        case float():
            return kinds.floating(value.value)
        case str():
            return kinds.string(value.value)
    return kinds.UNKNOWN
