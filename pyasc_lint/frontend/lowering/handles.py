"""Which values are one value of pyasc's intermediate code, and what its loops make of such values.

pyasc binds names to handles, and a loop of the generated code replaces handles: once the body is traced, every use of
the handle that a carried name had before the loop becomes a use of the name's value in the present turn, whatever name
the body reads it by. What the body gives a name at its end is looked up after that, and not replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field

from astroid import nodes

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Binary, Cast, Compare, Const, Expr, IfExp, Ref, Unary

_SWAPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(slots=True, eq=False)
class Handle:
    """A value of the intermediate code.

    Attributes:
        same_as: the one that it is folded into, later.
        known: the constant that it is folded to, later. A bool is -1 or 0.
        made: how it is computed, from what; two computed alike become one, later.
    """

    same_as: Handle | None = None
    known: int | None = None
    made: tuple[object, ...] = ()

    def root(self) -> Handle:
        """What is left of it after folding."""
        found = self
        while found.same_as is not None:
            found = found.same_as
        return found

    def constant(self) -> int | None:
        """The constant that is left of it after folding."""
        return self.known if self.known is not None or self.same_as is None else self.same_as.constant()

    def is_one_with(self, other: Handle) -> bool:
        """Whether the two become one."""
        first, second = self.root(), other.root()
        return first is second or (bool(first.made) and first.made == second.made)


@dataclass(frozen=True, slots=True)
class Use:
    """A place that uses a handle, and the name it is read by there."""

    node: nodes.NodeNG
    name: str


@dataclass(slots=True)
class Handles:
    """The handles behind values. `constant` tells what an expression is folded to, by the handles of its parts."""

    constant: Callable[[Expr], int | None]
    _of: dict[Expr, Handle] = field(default_factory=dict)

    def of(self, value: Expr) -> Handle:
        """The handle of a value that is no Python object of its own."""
        known = self._of.get(value)
        if known is None:
            inner = folded(value)
            known = Handle(self.of(inner) if inner is not None else None, self.constant(value), self._made(value))
            self._of[value] = known
        return known

    def _made(self, value: Expr) -> tuple[object, ...]:
        if not isinstance(value, Binary | Compare):
            return ()
        left, right = self._part(value.left), self._part(value.right)
        if isinstance(value, Compare) and not isinstance(left, tuple | Handle):
            return (_SWAPPED.get(value.op, value.op), right, left)
        return (value.op, left, right)

    def _part(self, value: Expr) -> object:
        if isinstance(value, Const):
            return value.value
        known, root = self.of(value).constant(), self.of(value).root()
        return root.made or root if known is None else known

    def share(self, value: Expr, other: Expr) -> None:
        """`value` has the handle of another one."""
        self.give(value, self.of(other))

    def give(self, value: Expr, handle: Handle) -> None:
        """`value` has this handle."""
        self._of[value] = handle


@dataclass(slots=True, eq=False)
class CarriedName:
    """A name that a loop body may bind again: its handles before the loop, in a turn, and at the end of the turn."""

    name: str
    entry: Handle
    turn: Handle
    end: Handle
    node: nodes.NodeNG

    def changes(self) -> bool:
        """Whether the name may differ from turn to turn."""
        return self.end not in (self.turn, self.entry)


@dataclass(frozen=True, slots=True)
class Mixup:
    """A name that does not get what the source says. `trap` is the known trap that it falls into."""

    trap: str
    node: nodes.NodeNG
    name: str
    source: str


def mixups(carried: list[CarriedName], uses: Mapping[Handle, Use], counted: bool) -> list[Mixup]:
    """What goes wrong in a loop that binds the names again. `counted`: a `for`, whose results are copied in turn."""
    found = []
    for one in carried:
        use = uses.get(one.entry)
        if one.changes() and use is not None:
            found.append(Mixup("control_flow-23", use.node, one.name, use.name))
    for number, one in enumerate(carried):
        for other in carried[:number]:
            if one.entry is other.entry and one.end is not other.end:
                if one.turn in uses or other.turn in uses:
                    found.append(Mixup("control_flow-23", one.node, one.name, other.name))
        found += _late(one, carried, counted)
    return found


def _late(one: CarriedName, carried: list[CarriedName], counted: bool) -> list[Mixup]:
    """A name that ends a turn with what another one had at its start."""
    for other in carried:
        if other is one or not other.changes() or other.end.root() is other.turn:
            continue
        if one.end is other.turn:
            trap = "control_flow-03" if other.end is one.turn else "control_flow-04"
            return [Mixup(trap, one.node, one.name, other.name)]
        if counted and one.end.root() is other.turn:
            return [Mixup("control_flow-24", one.node, one.name, other.name)]
    return []


def folded(value: Expr) -> Expr | None:
    """The part of an integer expression that pyasc's passes leave of it, None where something stays to compute."""
    match value:
        case Unary(op="-", operand=Unary(op="-", operand=inner)):
            return inner
        case Binary(op="+" | "-" | "|" | "^" | "<<" | ">>", left=left, right=Const(value=0)):
            return left
        case Binary(op="*" | "//" | "/", left=left, right=Const(value=1)):
            return left
        case (
            Binary(op="+" | "|" | "^", left=Const(value=0), right=right)
            | Binary(op="*", left=Const(value=1), right=right)
        ):
            return right
        case (
            Binary(op="-", left=Binary(op="+", left=left, right=first), right=second)
            | Binary(op="+", left=Binary(op="-", left=left, right=first), right=second)
        ):
            return left if _equal(first, second) else None
        case Cast(operand=Cast(operand=inner, dtype=wide), dtype=dtype) if inner.type == dtype:
            return inner if wide.kind == dtype.kind == "int" and wide.bits > dtype.bits else None
        case IfExp(body=body, orelse=orelse):
            first, second = _rest(body), _rest(orelse)
            return first if _equal(first, second) else None
    return None


def _rest(value: Expr) -> Expr:
    while (inner := folded(value)) is not None:
        value = inner
    return value


def _equal(first: Expr, second: Expr) -> bool:
    match first, second:
        case Const(value=one), Const(value=two):
            return one == two
        case Ref(var=one), Ref(var=two):
            return one is two
    return False
