"""Names and run-time variables while a function body is lowered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import wraps
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakKeyDictionary

from astroid import nodes

from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering.handles import Handle, Use
from pyasc_lint.frontend.lowering.things import Function, Value
from pyasc_lint.frontend.syntax import reads, walk
from pyasc_lint.ir.nodes import Ref, Var
from pyasc_lint.ir.spans import Stack

if TYPE_CHECKING:
    from pyasc_lint.frontend.directives import Assume as AssumeDirective

INNER_SCOPES = (nodes.FunctionDef, nodes.ClassDef, nodes.Lambda)
_COMPOUND = (
    nodes.For, nodes.While, nodes.If, nodes.With, nodes.Try, nodes.TryStar, nodes.ExceptHandler, nodes.Match,
    nodes.MatchCase,
)  # fmt: skip
"""Nodes that hold statements of the same scope."""


@dataclass(slots=True, eq=False)
class RunTimeBlock:
    """A block that becomes one of the generated code: a branch or the body of a loop.

    Attributes:
        outer: names bound before it.
        before: what names stood for before it.
        rebound: those of them that it binds again, and where it did so last.
        uses: the handles that it uses, each with the first place.
        counter: the value of the loop variable in a turn, None where there is none.
        repeats: whether it may run more than once.
    """

    outer: frozenset[str]
    before: Mapping[str, Value] = field(default_factory=dict)
    counter: Ref | None = None
    repeats: bool = True
    rebound: dict[str, nodes.NodeNG] = field(default_factory=dict)
    uses: dict[Handle, Use] = field(default_factory=dict)


GIVEN = "parameter"
"""Where a ConstExpr parameter is bound."""


@dataclass(slots=True, eq=False)
class Frame:
    """One function being lowered: the kernel, or a helper inlined into it.

    `env` maps names to values. `blocks` are the run-time blocks around the current statement, `guards` counts the
    trace-time conditions around it that are not known here. `is_kernel`: it is certainly no helper. `retraced`: pyasc
    has compiled the function before and does not look at it again. `mutable` holds the variables that an `Assign` may
    change again; `rebound` the names the body assigns more than once or in a loop; `assumes` the `assume` comments of
    the function that are still to come.
    """

    function: Function
    stack: Stack
    env: dict[str, Value] = field(default_factory=dict)
    blocks: list[RunTimeBlock] = field(default_factory=list)
    guards: int = 0
    is_kernel: bool = False
    retraced: bool = False
    returned: Value | None = None
    finished: bool = False
    rebound: frozenset[str] = frozenset()
    mutable: set[Var] = field(default_factory=set)
    assumes: list[AssumeDirective] = field(default_factory=list)
    scoped: dict[str, str] = field(default_factory=dict)
    """Names first bound in a run-time block that has ended, and what kind of block it was; and ConstExpr parameters
    that nothing has bound again: for pyasc those are names of outside the function."""

    def __post_init__(self) -> None:
        self.rebound = rebound_names(self.function.node)

    def bind(self, name: str, value: Value, node: nodes.NodeNG) -> None:
        """Bind a name; `node` is the statement that does so."""
        self.env[name] = value
        self.mark_bound(name, node)

    def mark_bound(self, name: str, node: nodes.NodeNG) -> None:
        """Note that a statement binds a name, for what pyasc makes of that in a run-time block."""
        self.scoped.pop(name, None)
        if self.blocks and name in self.blocks[-1].outer:
            self.blocks[-1].rebound[name] = node

    def uses(self, handle: Handle) -> bool:
        """Whether it makes no difference that one more operation uses a handle."""
        return not self.blocks or handle in self.blocks[-1].uses

    def use(self, handle: Handle, use: Use) -> None:
        """Note that an operation of the present block uses a handle."""
        if self.blocks:
            self.blocks[-1].uses.setdefault(handle, use)

    def visible(self) -> frozenset[str]:
        """The names that pyasc knows here."""
        return frozenset(self.env.keys() - self.scoped.keys())


N = TypeVar("N", bound=nodes.NodeNG)
T = TypeVar("T")


def _once_a_node(work: Callable[[N], T]) -> Callable[[N], T]:
    """Remembers results as long as their nodes live: one that is kept keeps its whole tree, and an editor has a new
    tree for every keystroke."""
    known: WeakKeyDictionary[N, T] = WeakKeyDictionary()

    @wraps(work)
    def look_up(node: N) -> T:
        if node not in known:
            known[node] = work(node)
        return known[node]

    return look_up


def assigned_names(body: list[nodes.NodeNG]) -> list[str]:
    """Names that statements bind, in source order, nested functions excluded."""
    return list(dict.fromkeys(name for statement in body for name in _bound(statement)))


@_once_a_node
def _bound(statement: nodes.NodeNG) -> tuple[str, ...]:
    """The names that a statement binds, once for each time, in source order. A block is looked through once."""
    if isinstance(statement, INNER_SCOPES):
        return ()
    names = [statement.name] if isinstance(statement, nodes.AssignName) else []
    if isinstance(statement, _COMPOUND):
        names += [name for part in statement.get_children() for name in _bound(part)]
    else:
        below = walk(statement, enter=INNER_SCOPES)
        names += [node.name for node in below if isinstance(node, nodes.AssignName)]
    return tuple(names)


def is_read_after(loop: nodes.For, name: str) -> bool:
    """Whether the value that a loop leaves in a name may be read: before a statement of the function gives it another,
    or in a later turn of a loop around it."""
    inner: nodes.NodeNG = loop
    while (outer := inner.parent) is not None and not isinstance(inner, nodes.FunctionDef):
        following = next((body for body in _bodies(outer) if inner in body), [inner])
        for statement in following[following.index(inner) + 1 :]:
            again = isinstance(statement, nodes.For) and _binds(statement.target, name)
            if reads(statement.iter if isinstance(statement, nodes.For) and again else statement, name):
                return True
            if again or (isinstance(statement, nodes.Assign) and any(_binds(each, name) for each in statement.targets)):
                return False
        if isinstance(outer, nodes.For) and _binds(outer.target, name):
            return False
        if isinstance(outer, nodes.For | nodes.While) and reads(outer, name, apart_from=loop):
            return True
        inner = outer
    return False


def _bodies(node: nodes.NodeNG) -> Iterator[list[nodes.NodeNG]]:
    """The lists of statements of a statement."""
    for field_name in ("body", "orelse", "finalbody"):
        yield getattr(node, field_name, [])


def _binds(target: nodes.NodeNG, name: str) -> bool:
    return isinstance(target, nodes.AssignName) and target.name == name


@_once_a_node
def rebound_names(function: nodes.FunctionDef) -> frozenset[str]:
    """Names a function body assigns more than once, or inside a loop."""
    counts = Counter(name for statement in function.body for name in _bound(statement))
    looped: set[str] = set()
    for statement in function.body:
        for loop in _loops(statement):
            looped.update(assigned_names(loop.body))
    return frozenset(looped | {name for name, count in counts.items() if count > 1})


def _loops(statement: nodes.NodeNG) -> Iterator[nodes.For | nodes.While]:
    """The outermost loops in a statement: what others in them bind is bound in these as well."""
    if isinstance(statement, nodes.For | nodes.While):
        yield statement
    if not isinstance(statement, INNER_SCOPES):
        for node in statement.get_children():
            if isinstance(node, _COMPOUND):
                yield from _loops(node)
