"""Statements: assignments, returns, assertions, and what pyasc 1.1.1 has no meaning for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from astroid import nodes

from pyasc_lint.api import Kind
from pyasc_lint.frontend.lowering import assumes, fold
from pyasc_lint.frontend.lowering.branches import compatible
from pyasc_lint.frontend.lowering.evaluator import unwrap
from pyasc_lint.frontend.lowering.frames import assigned_names
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS
from pyasc_lint.frontend.lowering.loops import Looping, refs
from pyasc_lint.frontend.lowering.things import DictValue, ListValue, Thing, Value, describe, operand
from pyasc_lint.ir.nodes import Assign, Assume, Const, DTypeExpr, Enum, Expr, Foreign, New, Ref, Unknown, Var
from pyasc_lint.ir.nodes import Sequence as SequenceExpr
from pyasc_lint.ir.types import UNKNOWN_TYPE, ArrayType, DType, TensorType

_REJECTED = {
    "AsyncFor": "async",
    "AsyncFunctionDef": "async",
    "AsyncWith": "async",
    "Break": "break",
    "ClassDef": "class-definition",
    "Continue": "continue",
    "Delete": "del",
    "Global": "global",
    "Import": "import",
    "ImportFrom": "import",
    "Match": "match",
    "Nonlocal": "global",
    "Raise": "raise",
    "Try": "try",
    "TryStar": "try",
}
"""Statements that pyasc has no meaning for, and what a remark calls them."""

_IMMUTABLE = (Const, Enum, DTypeExpr, Foreign)


class StatementLowering(Looping):
    """Lowers statement lists into `self.block`."""

    # ------------------------------------------------------------------------------------------------------- blocks

    def lower_body(self, statements: Sequence[nodes.NodeNG], *, tail: bool = False) -> None:
        """Lower statements in order; what follows a `return` is dropped, as the tracer does.

        `tail`: the function has no statement after these.
        """
        for index, statement in enumerate(statements):
            self._apply_assumes(before=statement.lineno or 0)
            if self.frame.finished:
                self.skip(statements[index:])
                return
            if self.exhausted(statement):
                return
            if isinstance(statement, nodes.If):
                if self.lower_if(statement, statements[index + 1 :], tail):
                    return
            else:
                self.lower_statement(statement)
            if index + 1 == len(statements):
                self._apply_assumes(before=self._end_of(statement) + 1)

    def _end_of(self, statement: nodes.NodeNG) -> int:
        return statement.end_lineno or statement.lineno or 0

    def lower_statement(self, statement: nodes.NodeNG) -> None:
        kind = type(statement).__name__
        handler: Callable[[Any], None] | None = getattr(self, f"_do_{kind.lower()}", None)
        if handler is not None:
            handler(statement)
            return
        construct = _REJECTED.get(kind, "statement")
        trap = "control_flow-12" if construct in ("break", "continue") else None
        self.unsupported(statement, construct, trap, text=kind)
        for name in assigned_names([statement]):
            self.frame.bind(name, Unknown(f"'{name}' is bound by a statement that pyasc rejects"), statement)

    @contextmanager
    def unjudged(self) -> Iterator[None]:
        """What is evaluated inside is no code of the kernel."""
        self.silent += 1
        try:
            yield
        finally:
            self.silent -= 1

    silent: int

    def _apply_assumes(self, before: int) -> None:
        """Emit the `assume` comments of this function that stand before line `before`."""
        pending = self.frame.assumes
        while pending and pending[0].span.line < before:
            directive = pending.pop(0)
            with self.unjudged():
                conditions = assumes.conditions(self, directive)
            for condition, text in conditions:
                self.emit(Assume(directive.span, condition, "comment", text))

    # -------------------------------------------------------------------------------------------------- assignments

    def _do_assign(self, node: nodes.Assign) -> None:
        if len(node.targets) != 1:
            self.unsupported(node, "multiple-targets")
        value = self.evaluate(node.value)
        for target in node.targets:
            self.assign(node, target, value)

    def _do_annassign(self, node: nodes.AnnAssign) -> None:
        value = self.evaluate(node.value) if node.value is not None else Const(None)  # pyasc really binds None
        self.assign(node, node.target, value)

    def _do_augassign(self, node: nodes.AugAssign) -> None:
        target = node.target
        if isinstance(target, nodes.AssignName):
            name = nodes.Name(
                target.name, target.lineno or 1, target.col_offset or 0, node,
                end_lineno=target.end_lineno, end_col_offset=target.end_col_offset,
            )  # fmt: skip
            left: Value = self.lookup(name)
        elif isinstance(target, nodes.Subscript):
            left = self._subscript(target)
        else:
            self.unsupported(node, "augmented-attribute")
            return
        value = self.binary(node, node.op.removesuffix("="), left, self.evaluate(node.value))
        self.assign(node, target, value)

    def assign(self, node: nodes.NodeNG, target: Any, value: Value) -> None:
        """Bind a target node to a value; `node` is the statement that does so."""
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
                self.unsupported(target, "assignment-target", text=target.as_string())
            case _:
                self.unsupported(target, "assignment-target", text=target.as_string())

    def _unpack(self, node: nodes.NodeNG, target: nodes.Tuple | nodes.List, value: Value) -> None:
        if isinstance(target, nodes.List) or any(not isinstance(item, nodes.AssignName) for item in target.elts):
            self.unsupported(target, "assignment-target", text=target.as_string())
        if len(target.elts) == 1 and self.kind(value).kind in _SINGLE:  # pyasc takes one name for the whole
            self.assign(node, target.elts[0], value)
            return
        value = _items_of(value)
        if not isinstance(value, ListValue) or len(value.items) != len(target.elts):
            kind = self.kind(value)
            if isinstance(value, ListValue) and len(target.elts) != 1:
                self.unsupported(node, "unpacking-count", names=len(target.elts), values=len(value.items))
            elif kind.kind in _SINGLE and len(target.elts) != 1 and not self.unusable(node, value):
                self.unsupported(node, "unpacking-single", operand=kind)
            for item in target.elts:
                self.assign(node, item, Unknown("unpacked from a value that is not known"))
            return
        names = {item.name for item in target.elts if isinstance(item, nodes.AssignName)}
        held = [self._held(node, item, names) for item in value.items]
        if len(held) == 1 and isinstance(held[0], Expr):
            held = [whole := self.copy(node, held[0])]
            self.tracing.break_(whole.var, "control_flow-28")
        for item, part in zip(target.elts, held, strict=True):
            self.assign(node, item, part)

    def _held(self, node: nodes.NodeNG, value: Value, names: set[str]) -> Value:
        """`value`, copied to a temporary if one of `names` is about to change it."""
        if isinstance(value, Expr) and any(
            ref.var.name in names and ref.var in self.frame.mutable for ref in refs(value)
        ):
            return self.copy(node, value)
        return value

    def copy(self, node: nodes.NodeNG, value: Expr) -> Ref:
        """A temporary variable that holds the present value of an expression."""
        var = Var("", value.type)
        self.tracing.copy_to(var, value)
        self.emit(Assign(self.span(node), var, value))
        held = Ref(var, span=value.span)
        self.tracing.handles.share(held, value)
        return held

    def assign_name(self, node: nodes.NodeNG, name: str, value: Value) -> None:
        """Bind a name. Constants and trace-time values stay in the environment; run-time values get a variable."""
        frame = self.frame
        value = self.freeze(node, unwrap(value) if isinstance(value, Expr) else value)
        current = frame.env.get(name)
        slot = current.var if isinstance(current, Ref) and current.var in frame.mutable else None
        if isinstance(value, (Thing, *_IMMUTABLE, New, SequenceExpr)):
            frame.bind(name, value, node)
            return
        if isinstance(value, Ref) and value.var.name == "" and value.var not in frame.mutable and slot is None:
            value.var.name = name
            frame.bind(name, value, node)
            return
        if isinstance(value, Ref) and not self._is_scalar(value) and slot is None and value.var not in frame.mutable:
            frame.bind(name, value, node)
            return
        if slot is None or not compatible(slot.type, value.type):
            slot = Var(name, value.type)
            frame.mutable.add(slot)
        self.tracing.copy_to(slot, value)
        self.emit(Assign(self.span(node), slot, value))
        bound = Ref(slot)
        self.tracing.handles.share(bound, value)
        frame.bind(name, bound, node)

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
        self._judge_set_item(node, target, base, index)
        if isinstance(base, ListValue | DictValue) and self.judge_change(node, base, target.value):
            value = Unknown("set in a run-time block")
        match base, index:
            case ListValue(kind="list"), Const(value=int() as position):
                if -len(base.items) <= position < len(base.items):
                    base.items[position] = value
            case DictValue(), Const():
                base.items[index.value] = value
            case Expr(), Expr() if isinstance(base.type, ArrayType):
                self.set_element(node, base, index, operand(value))

    def _judge_set_item(self, node: nodes.NodeNG, target: nodes.Subscript, base: Value, index: Value | None) -> None:
        kind = self.kind(base)
        if isinstance(base, Expr) and isinstance(base.type, ArrayType):
            self.judge_index(target, base, index)
        elif isinstance(base, Expr) and isinstance(base.type, TensorType):
            self.unsupported(node, "tensor-item", "slicing-11")
        elif kind.kind is Kind.LIST:
            self.judge_subscript(target, base, index)
        elif kind.kind in (Kind.TUPLE, Kind.STR, *_SINGLE):
            self.unsupported(node, "no-item-assignment", operand=kind)

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
        self.unsupported(node, "nested-function", name=node.name)
        self.frame.bind(node.name, Unknown(f"'{node.name}' is a nested function"), node)

    def _do_return(self, node: nodes.Return) -> None:
        frame = self.frame
        if frame.blocks:
            self.unsupported(node, "return-in-block", "control_flow-13")
            return
        value = self.evaluate(node.value) if node.value is not None else Const(None)
        if not (isinstance(value, Const) and value.value is None):
            if frame.is_kernel:
                self.unsupported(node, "kernel-returns")
            else:
                value = self._returned(node, value)
        frame.returned = value
        frame.finished = True

    def _returned(self, node: nodes.Return, value: Value) -> Value:
        """What a helper's caller gets: run-time values, of a sequence each of its parts."""
        if isinstance(value, ListValue):
            parts = [self._returned_part(node, part) for part in value.items]
            return parts[0] if len(parts) == 1 else ListValue("list", parts) if parts else Const(None)
        return self._returned_part(node, value)

    def _returned_part(self, node: nodes.Return, value: Value) -> Value:
        kind = self.kind(value)
        if not self.unusable(node, value) and not self.is_traceable(kind):
            self.unsupported(node, "returned-object", operand=kind)
        return self.as_run_time(value)

    def _do_assert(self, node: nodes.Assert) -> None:
        value = self.evaluate(node.test)
        if self.unusable(node.test, value):
            return
        kind = self.kind(value)
        if kind.kind is Kind.RUNTIME:
            self.unsupported(node, "assert-run-time", "misc-08")
        elif kind.kind not in (Kind.BOOL, Kind.UNKNOWN):
            self.unsupported(node, "assert-not-bool", operand=kind)
        self.assumed(node, unwrap(operand(value)))

    def assumed(self, node: nodes.NodeNG, test: Expr) -> None:
        """An assertion: what follows may rely on it."""
        known = fold.truth(test)
        if known is None and not isinstance(test, Unknown):
            self.emit(Assume(self.span(node), test, "assert"))
        elif known is False and not self.frame.guards:  # behind a test that is not known it may be meant to stop there
            self.unsupported(node, "false-assertion")

    def _do_with(self, node: nodes.With) -> None:
        if len(node.items) != 1:
            self.unsupported(node, "with-items")
        visible = self.frame.visible()
        for context, target in node.items:
            value = self.evaluate(context)
            if isinstance(value, Expr) and not isinstance(value, Unknown) and not self.unusable(context, value):
                self.unsupported(context, "with-object", operand=self.kind(value))
            if isinstance(target, nodes.AssignName):
                entered = Unknown(f"'{target.name}' is what {describe(value)} enters")
                self.frame.bind(target.name, entered, node)
        self.lower_body(node.body)
        self.leave_block(visible, "with")


_SINGLE = PYTHON_NUMBERS | {Kind.RUNTIME, Kind.LOCAL_TENSOR, Kind.GLOBAL_TENSOR, Kind.GLOBAL_ADDRESS, Kind.NONE}
"""Objects without parts."""


def _items_of(value: Value) -> Value:
    """The characters of a string, as Python unpacks it; other values as they are."""
    if isinstance(value, Const) and isinstance(value.value, str):
        return ListValue("list", [Const(character) for character in value.value])
    return value
