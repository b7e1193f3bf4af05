"""`if` statements: folded at trace time, or two branches whose names are merged afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint.api import ArgKind, Kind, kinds
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering import fold
from pyasc_lint.frontend.lowering.frames import GIVEN, INNER_SCOPES, RunTimeBlock
from pyasc_lint.frontend.lowering.kinds import materialized
from pyasc_lint.frontend.lowering.scoping import Scoping
from pyasc_lint.frontend.lowering.things import ListValue, Value, operand, same_value
from pyasc_lint.frontend.syntax import walk
from pyasc_lint.ir.nodes import Assign, Block, Const, Expr, If, Ref, Stmt, Unknown, Var
from pyasc_lint.ir.types import FLOAT32, UNKNOWN_TYPE, AddressType, AllocatorType, DType, ObjectType, TensorType, Type


@dataclass(frozen=True, slots=True)
class _Branch:
    """What a branch leaves behind: names, what the tracer holds, the names of outside that it bound again."""

    block: Block
    env: dict[str, Value]
    held: dict[Var, ArgKind]
    rebound: dict[str, nodes.NodeNG]
    finished: bool
    returned: Value | None

    def kind(self, lowering: Branching, name: str) -> ArgKind:
        """The kind of a name's value at the end of the branch."""
        value = self.env.get(name)
        return lowering.tracing.kind_under(value, self.held) if value is not None else kinds.UNKNOWN


class Branching(Scoping):
    """Lowers `if` statements, and what they share with loops."""

    block: Block

    if TYPE_CHECKING:

        def emit(self, statement: Stmt) -> None: ...
        def lower_body(self, statements: Sequence[nodes.NodeNG], *, tail: bool = False) -> None: ...
        def skip(self, statements: Sequence[nodes.NodeNG]) -> None: ...

    def nested_block(self, lower: Callable[[], None], scope: RunTimeBlock | None = None) -> Block:
        """Run `lower` with a fresh block and return the block. `scope`: it is one of the generated code."""
        outer, self.block = self.block, []
        if scope is not None:
            self.frame.blocks.append(scope)
        try:
            lower()
        finally:
            if scope is not None:
                self.frame.blocks.pop()
            inner, self.block = self.block, outer
        return inner

    def lower_if(self, node: nodes.If, rest: Sequence[nodes.NodeNG], tail: bool) -> bool:
        """Lower an `if`. Whether `rest`, the statements behind it, is lowered as well.

        That is so where a branch that only trace time decides about may return: then the rest belongs to the other one.
        `tail`: nothing but `rest` follows in the function.
        """
        test = self.condition(node.test)
        kind = self.kind(test)
        known = fold.truth(test)
        returns = tail and kind.kind is not Kind.RUNTIME and _may_return(node)
        if known is not None:
            taken, dropped = (node.body, node.orelse) if known else (node.orelse, node.body)
            self.skip(dropped)
            self.lower_body([*taken, *rest] if returns else taken, tail=returns)
            return returns
        run_time = kind.kind is Kind.RUNTIME
        then, orelse = ([*node.body, *rest], [*node.orelse, *rest]) if returns else (node.body, node.orelse)
        self._branches(node, test, run_time, then, orelse, returns)
        return returns

    def _branches(
        self,
        node: nodes.If,
        test: Expr,
        run_time: bool,
        then: Sequence[nodes.NodeNG],
        orelse: Sequence[nodes.NodeNG],
        tail: bool,
    ) -> None:
        frame, tracing = self.frame, self.tracing
        env, held, visible, assumes = dict(frame.env), dict(tracing.held), frame.visible(), list(frame.assumes)
        lists = snapshot_lists(env)
        scoped = dict(frame.scoped)
        first = self._branch(then, test if run_time else None, True, visible, tail)
        left_scoped = dict(frame.scoped)
        frame.env, tracing.held, frame.assumes, frame.scoped = dict(env), dict(held), assumes, scoped
        if not run_time:
            restore_lists(lists)
        second = self._branch(orelse, test if run_time else None, False, visible, tail)
        self.emit(If(self.span(node), test, first.block, second.block))
        frame.scoped = {
            name: where
            for name, where in {**left_scoped, **frame.scoped}.items()
            if where != GIVEN or (name in left_scoped and name in frame.scoped)
        }
        tracing.held = _merged_kinds(run_time, held, first.held, second.held)
        frame.env = self._merged(node, run_time, first, second)
        if run_time:
            self._judge_branches(env, held, first, second)
            self.leave_block(visible, "if")
        self._merge_returns(node, first, second, tail)

    def _branch(
        self, statements: Sequence[nodes.NodeNG], test: Expr | None, taken: bool, visible: frozenset[str], tail: bool
    ) -> _Branch:
        """One branch. `test`: what it depends on, if that is a run-time value."""
        frame = self.frame
        scope = RunTimeBlock(visible, dict(self.frame.env)) if test is not None else None
        frame.guards += test is None
        with self.tracing.branch(test, taken) if test is not None else nullcontext():
            block = self.nested_block(lambda: self.lower_body(statements, tail=tail), scope)
        frame.guards -= test is None
        for handle, use in scope.uses.items() if scope is not None else ():
            frame.use(handle, use)
        branch = _Branch(block, frame.env, self.tracing.held, scope.rebound if scope is not None else {},
                         frame.finished, frame.returned)  # fmt: skip
        frame.finished, frame.returned = False, None
        return branch

    def _judge_branches(self, env: dict[str, Value], held: dict[Var, ArgKind], first: _Branch, second: _Branch) -> None:
        for name in dict.fromkeys((*first.rebound, *second.rebound)):
            everywhere = name in first.rebound and name in second.rebound
            old = self.tracing.kind_under(env[name], held)
            for branch in (first, second):
                if name in branch.rebound:
                    self.judge_rebinding(branch.rebound[name], name, old, branch.kind(self, name), everywhere)
            ends = [(branch.rebound.get(name), branch.env.get(name, env[name])) for branch in (first, second)]
            place = first.rebound.get(name) or second.rebound[name]
            self.merge_handles(name, [(node or place, end) for node, end in ends])
            merged = self.frame.env[name]
            if isinstance(merged, Ref) and any(self.tracing.is_computed(end, env) for _, end in ends):
                self.tracing.joined.add(self.tracing.handles.of(merged).root())
            if everywhere:
                self.judge_branches(second.rebound[name], name, first.kind(self, name), second.kind(self, name))
            self.frame.mark_bound(name, place)

    def _merge_returns(self, node: nodes.NodeNG, first: _Branch, second: _Branch, tail: bool) -> None:
        frame = self.frame
        if tail:
            frame.finished = True
            if first.returned is None or second.returned is None or same_value(first.returned, second.returned):
                frame.returned = first.returned if first.returned is not None else second.returned
                return
            joined = self._joined(first.returned, second.returned, "")
            if isinstance(joined, Ref):
                self.store(node, first.block, joined.var, first.returned)
                self.store(node, second.block, joined.var, second.returned)
            frame.returned = joined
        elif first.finished and second.finished:
            frame.finished, frame.returned = True, first.returned
        elif first.finished or second.finished:
            self.remark("incomplete", node, cause="return")

    # ------------------------------------------------------------------------------------------------------- merging

    def _merged(self, node: nodes.NodeNG, run_time: bool, first: _Branch, second: _Branch) -> dict[str, Value]:
        """The environment after two branches; names that differ get a variable assigned at the end of each."""
        merged: dict[str, Value] = {}
        for name in dict.fromkeys((*first.env, *second.env)):
            one, two = first.env.get(name), second.env.get(name)
            if one is None or two is None:
                present = one if one is not None else two
                assert present is not None
                merged[name] = present
                continue
            rebound = name in first.rebound or name in second.rebound
            if same_value(one, two) and not (rebound and isinstance(one, Const)):
                merged[name] = one
                continue
            joined = self._joined(one, two, name)
            if isinstance(joined, Ref):
                self.store(node, first.block, joined.var, one)
                self.store(node, second.block, joined.var, two)
                self.tracing.hold(joined.var, _after(run_time, first.kind(self, name), second.kind(self, name)))
            merged[name] = joined
        return merged

    def _joined(self, one: Value, two: Value, name: str) -> Value:
        if isinstance(one, Expr) and isinstance(two, Expr):
            kind = join_types(one.type, two.type)
            if kind is not None:
                for value in (one, two):
                    if isinstance(value, Ref) and value.var in self.frame.mutable and value.var.type == kind:
                        return Ref(value.var)
                var = Var(name, kind)
                self.frame.mutable.add(var)
                return Ref(var)
        return Unknown(f"'{name}' differs between branches")

    def store(self, node: nodes.NodeNG, block: Block, var: Var, value: Value) -> None:
        """Assign a variable at the end of a block."""
        if isinstance(value, Ref) and value.var is var:
            return
        expr = operand(value)
        if not compatible(var.type, expr.type):
            expr = Unknown(f"'{var.name}' becomes another kind of object", var.type, span=expr.span)
        outer, self.block = self.block, block
        self.emit(Assign(self.span(node), var, expr))
        self.block = outer


def _merged_kinds(
    run_time: bool, before: dict[Var, ArgKind], first: dict[Var, ArgKind], second: dict[Var, ArgKind]
) -> dict[Var, ArgKind]:
    """What variables hold after two branches, as far as that does not follow from names bound again."""
    merged = {}
    for var in (*first, *second):
        one, two = first.get(var), second.get(var)
        if one is not None and one == two:
            merged[var] = one
        elif not run_time:
            merged[var] = kinds.UNKNOWN
        elif var in before:
            merged[var] = before[var]
    return merged


def _after(run_time: bool, first: ArgKind, second: ArgKind) -> ArgKind:
    """What the tracer holds under a name that two branches bound."""
    if Kind.UNKNOWN in (first.kind, second.kind):
        return kinds.UNKNOWN
    if run_time:
        dtype = materialized(first)
        return kinds.runtime(dtype) if dtype is not None else first
    if first.kind is not second.kind:
        return kinds.UNKNOWN
    return ArgKind(first.kind, first.name if first.name == second.name else None)


def _may_return(node: nodes.If) -> bool:
    return any(isinstance(inner, nodes.Return) for inner in walk(node, enter=INNER_SCOPES))


def snapshot_lists(env: dict[str, Value]) -> list[tuple[ListValue, list[Value]]]:
    """The lists that names stand for, with their present items."""
    return [(value, list(value.items)) for value in env.values() if isinstance(value, ListValue)]


def restore_lists(lists: list[tuple[ListValue, list[Value]]]) -> None:
    for value, items in lists:
        value.items[:] = items


def compatible(slot: Type, value: Type) -> bool:
    """Whether a variable of type `slot` can hold a value of the other type."""
    return join_types(slot, value) is not None


def join_types(first: Type, second: Type) -> Type | None:
    """The type of a variable that holds either; None where there is none."""
    if first == second:
        return first
    match first, second:
        case DType(), DType():
            if (first.kind == "float") == (second.kind == "float"):
                return first if first.bits >= second.bits else second
            return FLOAT32
        case TensorType(), TensorType() if first.space == second.space:
            return TensorType(first.space, None)
        case AddressType(), AddressType():
            return AddressType(None)
        case AllocatorType(), AllocatorType():
            return None
        case (ObjectType(name=""), other) | (other, ObjectType(name="")):
            return other if isinstance(other, DType | TensorType) else UNKNOWN_TYPE
    return None
