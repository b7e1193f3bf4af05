"""Statements: assignments, run-time control flow, and the merging of names around it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from astroid import nodes

from pyasc_lint.frontend.lowering import assumes, fold
from pyasc_lint.frontend.lowering.evaluator import Evaluator, unwrap
from pyasc_lint.frontend.lowering.frames import Frame, assigned_names
from pyasc_lint.frontend.lowering.things import ListValue, RangeValue, Thing, Value, describe, operand, same_value
from pyasc_lint.ir.nodes import (
    Assign,
    Assume,
    Block,
    Const,
    DTypeExpr,
    Enum,
    Expr,
    For,
    Foreign,
    If,
    New,
    Ref,
    Sequence as SequenceExpr,
    Stmt,
    Unknown,
    Var,
    While,
)
from pyasc_lint.ir.types import (
    FLOAT32,
    INT32,
    UNKNOWN_TYPE,
    AddressType,
    AllocatorType,
    DType,
    ObjectType,
    TensorType,
    Type,
)

_REJECTED = {
    "AsyncFor": "async for",
    "AsyncFunctionDef": "an async function",
    "AsyncWith": "async with",
    "Break": "break",
    "ClassDef": "a class definition",
    "Continue": "continue",
    "Delete": "del",
    "Global": "global",
    "Import": "an import",
    "ImportFrom": "an import",
    "Match": "match",
    "Nonlocal": "nonlocal",
    "Raise": "raise",
    "Try": "try",
    "TryStar": "try",
}
_HINTS = {
    "Break": ("control_flow-12", "guard the rest of the body with an `if`"),
    "Continue": ("control_flow-12", "guard the rest of the body with an `if`"),
}
_IMMUTABLE = (Const, Enum, DTypeExpr, Foreign)


class StatementLowering(Evaluator):
    """Lowers statement lists into `self.block`."""

    frame: Frame
    block: Block

    if TYPE_CHECKING:

        def emit(self, statement: Stmt) -> None: ...
        def exhausted(self, node: nodes.NodeNG) -> bool: ...

    # ------------------------------------------------------------------------------------------------------- blocks

    def lower_body(self, statements: Sequence[nodes.NodeNG]) -> None:
        """Lower statements in order; what follows a `return` is dropped, as the tracer does."""
        for index, statement in enumerate(statements):
            following = statements[index + 1].lineno if index + 1 < len(statements) else None
            self._apply_assumes(before=statement.lineno or 0)
            if self.frame.finished or self.exhausted(statement):
                return
            self.lower_statement(statement)
            if following is None:
                self._apply_assumes(before=self._end_of(statement) + 1)

    def _end_of(self, statement: nodes.NodeNG) -> int:
        return statement.end_lineno or statement.lineno or 0

    def lower_statement(self, statement: nodes.NodeNG) -> None:
        kind = type(statement).__name__
        handler: Callable[[Any], None] | None = getattr(self, f"_do_{kind.lower()}", None)
        if handler is not None:
            handler(statement)
            return
        trap, instead = _HINTS.get(kind, (None, ""))
        self.unsupported(statement, _REJECTED.get(kind, f"{kind} syntax"), trap, instead)
        for name in assigned_names([statement]):
            self.frame.env[name] = Unknown(f"'{name}' is bound by {_REJECTED.get(kind, kind)}")

    def nested_block(self, lower: Callable[[], None]) -> Block:
        """Run `lower` with a fresh block, one run-time level deeper; returns the block."""
        outer, self.block = self.block, []
        self.frame.depth += 1
        try:
            lower()
        finally:
            self.frame.depth -= 1
            inner, self.block = self.block, outer
        return inner

    def _apply_assumes(self, before: int) -> None:
        """Emit the `assume` comments of this function that stand before line `before`."""
        pending = self.frame.assumes
        while pending and pending[0].span.line < before:
            directive = pending.pop(0)
            for condition, text in assumes.conditions(self, directive):
                self.emit(Assume(directive.span, condition, "comment", text))

    # -------------------------------------------------------------------------------------------------- assignments

    def _do_assign(self, node: nodes.Assign) -> None:
        if len(node.targets) != 1:
            self.unsupported(node, "an assignment to several targets", instead="write one assignment a line")
        value = self.evaluate(node.value)
        for target in node.targets:
            self.assign(node, target, value)

    def _do_annassign(self, node: nodes.AnnAssign) -> None:
        if node.value is not None:
            self.assign(node, node.target, self.evaluate(node.value))

    def _do_augassign(self, node: nodes.AugAssign) -> None:
        target = node.target
        if isinstance(target, nodes.AssignName):
            name = nodes.Name(
                target.name, target.lineno, target.col_offset, node,
                end_lineno=target.end_lineno, end_col_offset=target.end_col_offset,
            )  # fmt: skip
            left: Value = self.lookup(name)
        elif isinstance(target, nodes.Subscript):
            left = self._subscript(target)
        else:
            self.unsupported(node, "an augmented assignment to an attribute")
            return
        value = self.binary(node, node.op.removesuffix("="), left, self.evaluate(node.value))
        self.assign(node, target, value)

    def assign(self, node: nodes.NodeNG, target: nodes.NodeNG, value: Value) -> None:
        match target:
            case nodes.AssignName():
                self.assign_name(node, target.name, value)
            case nodes.Tuple() | nodes.List():
                self._unpack(node, target, value)
            case nodes.Subscript():
                self._set_item(node, target, value)
            case nodes.AssignAttr():
                self.set_attribute(node, target, value)
            case nodes.Starred():
                self.unsupported(target, "a starred assignment target")
            case _:
                self.unsupported(target, "this assignment target")

    def _unpack(self, node: nodes.NodeNG, target: nodes.Tuple | nodes.List, value: Value) -> None:
        if isinstance(target, nodes.List) or any(not isinstance(item, nodes.AssignName) for item in target.elts):
            self.unsupported(target, "an assignment target that is not a name or a tuple of names")
        if not isinstance(value, ListValue) or len(value.items) != len(target.elts):
            if isinstance(value, ListValue):
                self.unsupported(
                    node, f"unpacking {len(value.items)} values into {len(target.elts)} names", instead="match the counts"
                )
            for item in target.elts:
                self.assign(node, item, Unknown("unpacked from a value that is not known"))
            return
        names = {item.name for item in target.elts if isinstance(item, nodes.AssignName)}
        held = [self._held(node, item, names) for item in value.items]
        for item, part in zip(target.elts, held, strict=True):
            self.assign(node, item, part)

    def _held(self, node: nodes.NodeNG, value: Value, names: set[str]) -> Value:
        """`value`, copied to a temporary if one of `names` is about to change it."""
        if isinstance(value, Expr) and any(ref.var.name in names and ref.var in self.frame.mutable for ref in refs(value)):
            return self.copy(node, value)
        return value

    def copy(self, node: nodes.NodeNG, value: Expr) -> Ref:
        """A temporary variable that holds the present value of an expression."""
        var = Var("", value.type)
        self.emit(Assign(self.span(node), var, value))
        return Ref(var, span=value.span)

    def assign_name(self, node: nodes.NodeNG, name: str, value: Value) -> None:
        """Bind a name. Constants and trace-time values stay in the environment; run-time values get a variable."""
        frame = self.frame
        frame.scoped.pop(name, None)
        value = self.freeze(node, value)
        current = frame.env.get(name)
        slot = current.var if isinstance(current, Ref) and current.var in frame.mutable else None
        if isinstance(value, Thing) or isinstance(value, (*_IMMUTABLE, New, SequenceExpr)):
            frame.env[name] = value
            return
        if isinstance(value, Ref) and value.var.name == "" and value.var not in frame.mutable and slot is None:
            value.var.name = name
            frame.env[name] = value
            return
        if isinstance(value, Ref) and not self._is_scalar(value) and slot is None and value.var not in frame.mutable:
            frame.env[name] = value
            return
        if slot is None or not compatible(slot.type, value.type):
            slot = Var(name, value.type)
            frame.mutable.add(slot)
        self.emit(Assign(self.span(node), slot, value))
        frame.env[name] = Ref(slot)

    def _is_scalar(self, value: Expr) -> bool:
        return isinstance(value.type, DType) or value.type == UNKNOWN_TYPE

    def freeze(self, node: nodes.NodeNG, value: Value) -> Value:
        """The value with run-time parts of containers copied, so that later assignments do not change them."""
        match value:
            case ListValue():
                for index, item in enumerate(value.items):
                    value.items[index] = self._frozen_part(node, item)
            case New():
                args = {key: operand(self._frozen_part(node, part)) for key, part in value.args.items()}
                positional = tuple(operand(self._frozen_part(node, part)) for part in value.positional)
                if any(args[key] is not part for key, part in value.args.items()):
                    return New(value.cls, args, positional, value.keywords, span=value.span)
        return value

    def _frozen_part(self, node: nodes.NodeNG, part: Value) -> Value:
        if isinstance(part, Expr) and any(
            ref.var in self.frame.mutable and ref.var.name in self.frame.rebound for ref in refs(part)
        ):
            return self.copy(node, part)
        return part

    def _set_item(self, node: nodes.NodeNG, target: nodes.Subscript, value: Value) -> None:
        base = self.evaluate(target.value)
        index = self.evaluate(target.slice) if not isinstance(target.slice, nodes.Slice) else None
        match base, index:
            case ListValue(kind="list"), Const(value=int() as position) if -len(base.items) <= position < len(base.items):
                base.items[position] = value
            case Expr(), _ if isinstance(base.type, TensorType):
                self.remark("trap", node, id="slicing-11")
            case Expr(), Expr():
                self.set_element(node, base, index, operand(value))

    def set_element(self, node: nodes.NodeNG, base: Expr, index: Expr, value: Expr) -> None:
        """`array[index] = value`."""

    def set_attribute(self, node: nodes.NodeNG, target: nodes.AssignAttr, value: Value) -> None:
        """`object.name = value`."""

    # ------------------------------------------------------------------------------------------------- control flow

    def _do_expr(self, node: nodes.Expr) -> None:
        self.evaluate(node.value)

    def _do_pass(self, node: nodes.Pass) -> None:
        """Nothing."""

    def _do_functiondef(self, node: nodes.FunctionDef) -> None:
        self.unsupported(node, f"a nested function ('{node.name}')", instead="move it to the module and decorate it")
        self.frame.env[node.name] = Unknown(f"'{node.name}' is a nested function")

    def _do_return(self, node: nodes.Return) -> None:
        value = self.evaluate(node.value) if node.value is not None else None
        if self.frame.depth:
            self.unsupported(
                node, "`return` inside a run-time block", "control_flow-13", "wrap what follows in the opposite `if`"
            )
            return
        if value is not None and not self.frame.stack and not (isinstance(value, Const) and value.value is None):
            self.unsupported(node, "a kernel that returns a value")
        self.frame.returned = value
        self.frame.finished = True

    def _do_assert(self, node: nodes.Assert) -> None:
        test = unwrap(self.operand(node.test))
        if isinstance(test, Const):
            if not test.value:
                self.remark("static-assert", node)
            return
        if not self.is_trace_time(test):
            self.unsupported(node, "`assert` on a run-time value", instead="check it in the host code")
        self.emit(Assume(self.span(node), test, "assert"))

    def is_trace_time(self, value: Expr) -> bool:
        """Whether pyasc knows the value while it traces."""
        return isinstance(value, _IMMUTABLE)

    def _do_if(self, node: nodes.If) -> None:
        test = unwrap(self.condition(node.test))
        known = fold.truth(test)
        if known is not None:
            self.lower_body(node.body if known else node.orelse)
            return
        before = dict(self.frame.env)
        lists = self._snapshot_lists(before)
        statement = If(self.span(node), test, [], [])
        statement.body = self.nested_block(lambda: self.lower_body(node.body))
        after_body, self.frame.env = self.frame.env, dict(before)
        self._restore_lists(lists)
        statement.orelse = self.nested_block(lambda: self.lower_body(node.orelse))
        after_else = self.frame.env
        self.emit(statement)
        self.frame.env = self._merged(node, before, (after_body, statement.body), (after_else, statement.orelse))

    def condition(self, node: nodes.NodeNG) -> Expr:
        """The test of an `if` or `while`."""
        value = self.evaluate(node)
        if isinstance(value, Thing) or (isinstance(value, Const) and isinstance(value.value, str)):
            self.unsupported(node, f"{describe(value)} as a condition", instead="compare it explicitly")
            if isinstance(value, ListValue):
                return Const(bool(value.items))
            return Const(bool(value.value)) if isinstance(value, Const) else Unknown("a condition that is no number")
        if isinstance(value.type, TensorType):
            self.unsupported(node, "a tensor as a condition")
        return value

    def _merged(
        self,
        node: nodes.NodeNG,
        before: dict[str, Value],
        first: tuple[dict[str, Value], Block],
        second: tuple[dict[str, Value], Block],
    ) -> dict[str, Value]:
        """The environment after two branches; names that differ get a variable assigned at the end of each."""
        merged: dict[str, Value] = {}
        for name in dict.fromkeys((*first[0], *second[0])):
            one, two = first[0].get(name), second[0].get(name)
            if one is None or two is None:
                present = one if one is not None else two
                assert present is not None
                merged[name] = present
                self.frame.scoped[name] = "if"
                continue
            if same_value(one, two):
                merged[name] = one
                continue
            if before.get(name) is None:
                self.frame.scoped[name] = "if"
            elif isinstance(before[name], Const):
                self.remark("rebound-constant", node, name=name, where="if")
            joined = self._joined(node, name, one, two)
            if isinstance(joined, Ref):
                self._store(node, first[1], joined.var, one)
                self._store(node, second[1], joined.var, two)
            merged[name] = joined
        return merged

    def _joined(self, node: nodes.NodeNG, name: str, one: Value, two: Value) -> Value:
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

    def _store(self, node: nodes.NodeNG, block: Block, var: Var, value: Value) -> None:
        if isinstance(value, Ref) and value.var is var:
            return
        outer, self.block = self.block, block
        self.emit(Assign(self.span(node), var, operand(value)))
        self.block = outer

    def _snapshot_lists(self, env: dict[str, Value]) -> list[tuple[ListValue, list[Value]]]:
        return [(value, list(value.items)) for value in env.values() if isinstance(value, ListValue)]

    def _restore_lists(self, lists: list[tuple[ListValue, list[Value]]]) -> None:
        for value, items in lists:
            value.items[:] = items

    def _do_for(self, node: nodes.For) -> None:
        if node.orelse:
            self.unsupported(node, "`else` after a loop", "control_flow-12")
        if not isinstance(node.target, nodes.AssignName):
            self.unsupported(node.target, "a loop target that is not a name")
        iterated = self.evaluate(node.iter)
        if isinstance(iterated, RangeValue) and isinstance(node.iter, nodes.Call):
            if iterated.static:
                self._static_loop(node, iterated)
            else:
                self._run_time_loop(node, iterated)
            return
        self.unsupported(
            node, f"a loop over {describe(iterated)}", instead="loop over range(), asc.range() or asc.static_range()"
        )
        if isinstance(iterated, ListValue):
            self._unroll(node, list(iterated.items))
        elif isinstance(iterated, RangeValue):
            self._run_time_loop(node, iterated)
        else:
            self._opaque_loop(node)
        if node.orelse:
            self.lower_body(node.orelse)

    def range_bounds(self, node: nodes.For, iterated: RangeValue) -> tuple[Expr, Expr, Expr]:
        values = [unwrap(operand(value)) for value in iterated.arguments]
        if iterated.keywords:
            self.remark("range-keywords", node, names=tuple(iterated.keywords), static=iterated.static)
            named = [iterated.keywords.get(key) for key in ("start", "stop", "step")]
            start = operand(named[0]) if named[0] is not None else Const(0)
            stop = operand(named[1]) if named[1] is not None else (values[0] if values else Unknown("no stop"))
            return start, stop, operand(named[2]) if named[2] is not None else Const(1)
        if len(values) == 1:
            return Const(0), values[0], Const(1)
        if len(values) == 2:
            return values[0], values[1], Const(1)
        if len(values) == 3:
            return values[0], values[1], values[2]
        self.unsupported(node, f"range() with {len(values)} arguments")
        return Const(0), Unknown("no bounds"), Const(1)

    def _static_loop(self, node: nodes.For, iterated: RangeValue) -> None:
        start, stop, step = self.range_bounds(node, iterated)
        bounds = [part.value for part in (start, stop, step) if isinstance(part, Const)]
        if len(bounds) == 3 and all(isinstance(bound, int) for bound in bounds) and bounds[2] != 0:
            self._unroll(node, range(int(bounds[0]), int(bounds[1]), int(bounds[2])))  # type: ignore[arg-type]
            return
        for part in (start, stop, step):
            if not self.is_trace_time(part):
                self.remark("static-range-runtime", node)
                break
        self._run_time_loop(node, iterated)

    def _unroll(self, node: nodes.For, values: Sequence[int] | Sequence[Value]) -> None:
        for value in values:
            if self.exhausted(node) or self.frame.finished:
                return
            self.budget -= 1
            item = Const(value) if isinstance(value, int) else value
            if isinstance(node.target, nodes.AssignName):
                self.frame.env[node.target.name] = item
            self.lower_body(node.body)

    budget: int

    def _run_time_loop(self, node: nodes.For, iterated: RangeValue) -> None:
        start, stop, step = self.range_bounds(node, iterated)
        name = node.target.name if isinstance(node.target, nodes.AssignName) else ""
        shadowed = self.frame.env.get(name)
        if isinstance(shadowed, Ref) and shadowed.var.role != "loop":
            self.remark("trap", node.target, id="control_flow-06", name=name)
        var = Var(name, self._loop_type(start, stop), "loop")
        statement = For(self.span(node), var, start, stop, step, [], iterated.static)
        carried = self._carry(node, [*node.body])
        lists = self._snapshot_lists(self.frame.env)
        before = set(self.frame.env)
        self.frame.env[name] = Ref(var)
        statement.body = self.nested_block(lambda: self.lower_body(node.body))
        self._close_loop(node, carried, statement.body, lists, before)
        self.emit(statement)
        current = self.frame.env.get(name)
        if isinstance(current, Ref) and current.var is var:
            self.frame.scoped[name] = "loop variable"

    def _loop_type(self, start: Expr, stop: Expr) -> Type:
        return next((t for t in (stop.type, start.type) if isinstance(t, DType) and t.kind in ("int", "uint")), INT32)

    def _opaque_loop(self, node: nodes.For) -> None:
        """A loop over something unknown: the body runs any number of times."""
        name = node.target.name if isinstance(node.target, nodes.AssignName) else ""
        self._run_time_loop(node, RangeValue((Unknown("the number of iterations", INT32),), False))
        if name:
            self.frame.env[name] = Unknown(f"'{name}' comes from an unknown iterable")

    def _carry(self, node: nodes.NodeNG, body: list[nodes.NodeNG]) -> dict[str, tuple[Value, Var | None]]:
        """Give every name that the loop body rebinds a variable: (value before, its variable or None) by name."""
        carried: dict[str, tuple[Value, Var | None]] = {}
        for name in assigned_names(body):
            value = self.frame.env.get(name)
            if value is None:
                continue
            slot: Var | None = None
            if isinstance(value, Ref) and value.var in self.frame.mutable:
                slot = value.var
            elif isinstance(value, Expr) and _is_storable(value):
                slot = Var(name, value.type)
                self.frame.mutable.add(slot)
                self.emit(Assign(self.span(node), slot, value))
                self.frame.env[name] = Ref(slot)
            carried[name] = (value, slot)
        return carried

    def _close_loop(
        self,
        node: nodes.NodeNG,
        carried: dict[str, tuple[Value, Var | None]],
        body: Block,
        lists: list[tuple[ListValue, list[Value]]],
        before: set[str],
    ) -> None:
        """Write carried names back at the end of the body and note what a loop makes unknowable."""
        for value, items in lists:
            if len(value.items) != len(items) or any(not same_value(a, b) for a, b in zip(value.items, items, strict=True)):
                self.remark("incomplete", node, cause="list", name="")
                value.items[:] = [Unknown("a list changed in a run-time loop")] * len(value.items)
        for name, (initial, slot) in carried.items():
            end = self.frame.env.get(name)
            if slot is None:
                if end is not None and not same_value(end, initial):
                    self.remark("incomplete", node, cause="rebound", name=name)
                    self.frame.env[name] = Unknown(f"'{name}' changes in a loop")
                continue
            if isinstance(end, Expr):
                self._store(node, body, slot, end)
            self.frame.env[name] = Ref(slot)
        self.frame.scoped.update((name, "loop") for name in self.frame.env if name not in before)

    def _do_while(self, node: nodes.While) -> None:
        if node.orelse:
            self.unsupported(node, "`else` after a loop", "control_flow-12")
        carried = self._carry(node, [*node.body])
        lists = self._snapshot_lists(self.frame.env)
        before = set(self.frame.env)
        test: Expr = Const(False)

        def lower_head() -> None:
            nonlocal test
            test = unwrap(self.condition(node.test))

        statement = While(self.span(node), [], test, [])
        statement.head = self.nested_block(lower_head)
        statement.test = test
        self.remark("while", node.test, names=tuple(ref.var.name for ref in refs(test)), reads=bool(statement.head))
        statement.body = self.nested_block(lambda: self.lower_body(node.body))
        self._close_loop(node, carried, statement.body, lists, before)
        if not (isinstance(test, Const) and not test.value):
            self.emit(statement)

    def _do_with(self, node: nodes.With) -> None:
        if len(node.items) != 1:
            self.unsupported(node, "`with` with several items")
        for context, target in node.items:
            value = self.evaluate(context)
            if isinstance(target, nodes.AssignName):
                self.frame.env[target.name] = Unknown(f"'{target.name}' is what {describe(value)} enters")
        self.lower_body(node.body)


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


