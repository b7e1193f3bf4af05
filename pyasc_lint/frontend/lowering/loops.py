"""`for` and `while`: unrolled at trace time, or loops of the generated code that carry names from turn to turn."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from pyasc_lint.api import ArgKind, Kind, kinds
from pyasc_lint.frontend.lowering import constants, fold, operators
from pyasc_lint.frontend.lowering.branches import Branching, snapshot_lists
from pyasc_lint.frontend.lowering.evaluator import unwrap
from pyasc_lint.frontend.lowering.frames import RunTimeBlock, assigned_names, is_read_after
from pyasc_lint.frontend.lowering.handles import Handle
from pyasc_lint.frontend.lowering.kinds import materialized
from pyasc_lint.frontend.lowering.things import ListValue, RangeValue, Value, operand, same_value
from pyasc_lint.ir.nodes import Assign, Block, Const, Expr, For, Ref, Unknown, Var, While
from pyasc_lint.ir.types import INT32, UNKNOWN_TYPE, AddressType, DType, TensorType, Type

_MAX_BOUNDS = 3


class Looping(Branching):
    """Lowers loops."""

    budget: int

    def exhausted(self, node: nodes.NodeNG) -> bool:
        """Whether the kernel has grown too large to follow; says so once."""
        raise NotImplementedError

    def _do_for(self, node: nodes.For) -> None:
        if node.orelse:
            self.unsupported(node, "loop-else", "control_flow-12")
        if not isinstance(node.target, nodes.AssignName):
            self.unsupported(node.target, "loop-target", text=node.target.as_string())
        if not isinstance(node.iter, nodes.Call):
            self.unsupported(node.iter, "loop-iterable", text=node.iter.as_string())
        iterated = self.evaluate(node.iter)
        if isinstance(iterated, RangeValue):
            if iterated.static:
                self._static_loop(node, iterated)
            else:
                self._run_time_loop(node, iterated)
            return
        if isinstance(node.iter, nodes.Call) and not isinstance(iterated, Unknown):
            self.unsupported(node.iter, "loop-iterable", text=node.iter.as_string())
        if isinstance(iterated, ListValue):
            self._unroll(node, list(iterated.items))
        else:
            self._opaque_loop(node)
        if node.orelse:
            self.lower_body(node.orelse)

    def range_bounds(self, node: nodes.For, iterated: RangeValue) -> tuple[Expr, Expr, Expr]:
        """(start, stop, step)."""
        values = [unwrap(operand(value)) for value in iterated.arguments]
        for value in (*iterated.arguments, *iterated.keywords.values()):
            if not self.unusable(node.iter, value):
                self.use(node.iter, value)
                self.judge_number(node.iter, value)
                self.say(node.iter, operators.loop_bound(self.kind(value), iterated.static))
        if iterated.keywords:
            self.unsupported(node.iter, "range-keywords")
            named = [iterated.keywords.get(key) for key in ("start", "stop", "step")]
            start = operand(named[0]) if named[0] is not None else Const(0)
            stop = operand(named[1]) if named[1] is not None else (values[0] if values else Unknown("no stop"))
            return start, stop, operand(named[2]) if named[2] is not None else Const(1)
        if not 0 < len(values) <= _MAX_BOUNDS:
            self.unsupported(node.iter, "range-arguments", count=len(values))
            return Const(0), Unknown("no bounds"), Const(1)
        if len(values) == 1:
            return Const(0), values[0], Const(1)
        return values[0], values[1], values[2] if len(values) == _MAX_BOUNDS else Const(1)

    def _static_loop(self, node: nodes.For, iterated: RangeValue) -> None:
        start, stop, step = self.range_bounds(node, iterated)
        bounds = [part.value for part in (start, stop, step) if isinstance(part, Const)]
        whole = [int(bound) for bound in bounds if isinstance(bound, int)]
        if len(whole) < _MAX_BOUNDS:
            self._run_time_loop(node, iterated, (start, stop, step))
        elif whole[2] == 0:
            self.unsupported(node.iter, "raises", error="ValueError: range() arg 3 must not be zero")
        else:
            turns = range(*whole)
            if not turns:
                self.skip(node.body)
            self._unroll(node, turns)

    def _unroll(self, node: nodes.For, values: Sequence[int] | Sequence[Value]) -> None:
        for value in values:
            if self.exhausted(node) or self.frame.finished:
                return
            self.budget -= 1
            item = Const(value) if isinstance(value, int) else value
            if isinstance(node.target, nodes.AssignName):
                self.frame.bind(node.target.name, item, node.target)
            self.lower_body(node.body)

    def _run_time_loop(
        self, node: nodes.For, iterated: RangeValue, bounds: tuple[Expr, Expr, Expr] | None = None
    ) -> None:
        start, stop, step = bounds or self.range_bounds(node, iterated)
        if not iterated.static:
            self._judge_step(node, step)
        name = node.target.name if isinstance(node.target, nodes.AssignName) else ""
        var = Var(name, self._loop_type(start, stop), "loop")
        statement = For(self.span(node), var, start, stop, step, [], iterated.static)
        shadowed = bool(name) and not iterated.static and self._shadows(node, name)
        carried = self._carry(node, [*node.body, *([node.target] if shadowed else [])])
        lists = snapshot_lists(self.frame.env)
        visible = self.frame.visible() if shadowed else self.frame.visible() - {name}
        counter, once = Ref(var), _runs_once(start, stop, step)
        scope = None if iterated.static else RunTimeBlock(visible, dict(self.frame.env), counter, not once)
        turns = self.enter_turn(scope, _initial(carried)) if scope is not None else {}
        if once:
            self.tracing.handles.of(counter).known = constants.constant(self.tracing, start)
        self.frame.env[name] = counter
        self.frame.scoped.pop(name, None)
        if iterated.static:
            self.tracing.constexprs.add(var)
        statement.body = self.nested_block(lambda: self.lower_body(node.body), scope)
        if shadowed and same_value(self.frame.env[name], Ref(var)):
            self.trap(node.target, "control_flow-06", name=name)
        self._close_loop(node, carried, statement.body, lists, scope, turns)
        self.emit(statement)
        if scope is not None:
            self.leave_block(visible, "loop")
        if self.frame.finished:  # a `return` in a loop that trace time unrolls some number of times
            self.frame.finished = False
            self.remark("incomplete", node, cause="return")

    def _shadows(self, node: nodes.For, name: str) -> bool:
        """Whether the loop variable takes the place of a run-time variable whose name counts after the loop as well.

        pyasc 1.1.1 keeps the two apart: the name is the loop variable at the start of a turn, and what the body last
        gave it after the loop. Where the body leaves the loop variable in the name, it refers to memory that it has
        given back: it crashes, or by chance, in a loop over the variable of that name, finds a value of that loop.
        """
        known = self.frame.env.get(name)
        if known is None or name in self.frame.scoped:
            return False
        kind = self.kind(known)
        if kind.kind is Kind.RUNTIME:
            if name in assigned_names(node.body) or is_read_after(node, name):
                return True
            counters = [block.counter for block in self.frame.blocks if block.counter is not None]
            inner = any(same_value(known, counter) for counter in counters)
            self.trap(node.target, "control_flow-26" if inner else "control_flow-06", name=name)
        elif kind.kind is not Kind.UNKNOWN:
            new = ArgKind(Kind.RUNTIME, "int32")
            self.judge_rebinding(node.target, name, kind, new, everywhere=False)
        return False

    def _judge_step(self, node: nodes.For, step: Expr) -> None:
        if isinstance(step, Const) and isinstance(step.value, int | float) and step.value <= 0:
            self.trap(node.iter, "control_flow-08" if step.value == 0 else "control_flow-07", step=step.value)

    def _loop_type(self, start: Expr, stop: Expr) -> Type:
        return next((t for t in (stop.type, start.type) if isinstance(t, DType) and t.kind in ("int", "uint")), INT32)

    def _opaque_loop(self, node: nodes.For) -> None:
        """A loop over something unknown: the body runs any number of times."""
        name = node.target.name if isinstance(node.target, nodes.AssignName) else ""
        self._run_time_loop(node, RangeValue((Unknown("the number of iterations", INT32),), True))
        if name:
            self.frame.env[name] = Unknown(f"'{name}' comes from an unknown iterable")

    # ------------------------------------------------------------------------------------------------- carried names

    def _carry(self, node: nodes.NodeNG, body: list[nodes.NodeNG]) -> dict[str, tuple[Value, ArgKind, Var | None]]:
        """Give every name that the loop body rebinds a variable: (value before, its kind, its variable) by name."""
        carried: dict[str, tuple[Value, ArgKind, Var | None]] = {}
        for name in assigned_names(body):
            value = self.frame.env.get(name)
            if value is None:
                continue
            kind = self.kind(value)
            slot: Var | None = None
            if isinstance(value, Ref) and value.var in self.frame.mutable:
                slot = value.var
            elif isinstance(value, Expr) and _is_storable(value):
                slot = Var(name, value.type)
                self.frame.mutable.add(slot)
                self.emit(Assign(self.span(node), slot, value))
                self.frame.env[name] = carries = Ref(slot)
                self.tracing.handles.share(carries, value)
                self.tracing.hold(slot, ArgKind(kind.kind, kind.name))
            carried[name] = (value, kind, slot)
        return carried

    def _close_loop(
        self,
        node: nodes.NodeNG,
        carried: dict[str, tuple[Value, ArgKind, Var | None]],
        body: Block,
        lists: list[tuple[ListValue, list[Value]]],
        scope: RunTimeBlock | None,
        turns: dict[str, tuple[Handle, Handle]],
    ) -> None:
        """Write carried names back at the end of the body and note what a loop makes unknowable."""
        frame = self.frame
        for value, items in lists:
            if len(value.items) != len(items) or any(
                not same_value(one, two) for one, two in zip(value.items, items, strict=True)
            ):
                self.remark("incomplete", node, cause="list", name="")
                value.items[:] = [Unknown("a list changed in a run-time loop")] * len(value.items)
        if scope is not None:
            self.judge_turn(scope, turns)
        for name, (initial, kind, slot) in carried.items():
            end = frame.env.get(name)
            if scope is not None and name in scope.rebound:
                new = self.kind(end) if end is not None else kind
                counter = scope.counter
                if counter is not None and kind.kind is Kind.RUNTIME and self.is_same(end, counter):
                    self.trap(scope.rebound[name], "control_flow-05", name=name, source=counter.var.name)
                else:
                    self.judge_rebinding(scope.rebound[name], name, kind, new, everywhere=False)
                frame.mark_bound(name, scope.rebound[name])
            if slot is None:
                if end is not None and not same_value(end, initial):
                    self.remark("incomplete", node, cause="rebound", name=name)
                    frame.env[name] = Unknown(f"'{name}' changes in a loop")
                continue
            after = _after_loop(kind, self.kind(end) if end is not None else kind, scope is not None)
            if isinstance(end, Expr):
                self.store(node, body, slot, end)
            frame.env[name] = result = Ref(slot)
            if name in turns and scope is not None and name not in scope.rebound:
                self.tracing.handles.give(result, turns[name][0])
            elif scope is not None and not scope.repeats and isinstance(end, Expr):
                self.tracing.handles.give(result, Handle(self.tracing.handles.of(end)))
            if scope is not None and scope.repeats and scope.counter is not None and name in scope.rebound:
                self.tracing.joined.add(self.tracing.handles.of(result).root())
            self.tracing.hold(slot, after)

    def _do_while(self, node: nodes.While) -> None:
        if node.orelse:
            self.unsupported(node, "loop-else", "control_flow-12")
        carried = self._carry(node, [*node.body])
        lists = snapshot_lists(self.frame.env)
        visible = self.frame.visible()
        test: Expr = Const(False)

        def lower_head() -> None:
            nonlocal test
            test = self.condition(node.test)

        statement = While(self.span(node), [], test, [])
        statement.head = self.nested_block(lower_head)
        statement.test = test
        scope = RunTimeBlock(visible, dict(self.frame.env))
        turns = self.enter_turn(scope, _initial(carried))
        kind = self.kind(test)
        statement.body = self.nested_block(lambda: self.lower_body(node.body), scope)
        if not statement.head:
            self._judge_while(node, test, kind, scope)
        self._close_loop(node, carried, statement.body, lists, scope, turns)
        if fold.truth(test) is not False:
            self.emit(statement)
        self.leave_block(visible, "loop")

    def _judge_while(self, node: nodes.While, test: Expr, kind: ArgKind, scope: RunTimeBlock) -> None:
        """A test that reads no memory is evaluated once, before the loop."""
        changed = {ref.var.name for ref in refs(test)} & scope.rebound.keys()
        if kind.kind is Kind.RUNTIME and changed:
            self.trap(node.test, "control_flow-01", names=tuple(sorted(changed)))
        elif kind.kind in (Kind.INT, Kind.BOOL) and changed:
            self.trap(node.test, "control_flow-02", names=tuple(sorted(changed)))


def _initial(carried: dict[str, tuple[Value, ArgKind, Var | None]]) -> dict[str, Value]:
    """The values before the loop of the names that have a variable."""
    return {name: value for name, (value, _, slot) in carried.items() if slot is not None}


def _runs_once(*bounds: Expr) -> bool:
    """Whether a loop certainly has one turn, so that pyasc folds it."""
    whole = [bound.value for bound in bounds if isinstance(bound, Const) and isinstance(bound.value, int)]
    if len(whole) != len(bounds) or whole[2] == 0:
        return False
    turns = range(*whole)
    return bool(turns) and not turns[1:]


def _after_loop(before: ArgKind, end: ArgKind, run_time: bool) -> ArgKind:
    """What a carried name holds after the loop: a run-time value of the dtype that it had before."""
    if run_time:
        dtype = materialized(before)
        return kinds.runtime(dtype) if dtype is not None else before
    return ArgKind(before.kind, before.name) if (before.kind, before.name) == (end.kind, end.name) else kinds.UNKNOWN


def _is_storable(value: Expr) -> bool:
    """Whether a variable can hold the value."""
    return isinstance(value.type, DType | TensorType | AddressType) or value.type == UNKNOWN_TYPE


def refs(value: Expr) -> list[Ref]:
    """All variable reads in an expression."""
    found, todo = [], [value]
    while todo:
        expr = todo.pop()
        if isinstance(expr, Ref):
            found.append(expr)
        todo.extend(expr.children())
    return found
