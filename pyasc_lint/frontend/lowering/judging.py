"""Expressions inside a kernel: Python's meaning, and a note of what pyasc 1.1.1 rejects or computes otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import ArgKind, Kind, kinds
from pyasc_lint.api.vocabulary import closest
from pyasc_lint.frontend.lowering import constants, fold, operators
from pyasc_lint.frontend.lowering.evaluator import ENUM_DATA, Evaluator, unwrap
from pyasc_lint.frontend.lowering.frames import Frame
from pyasc_lint.frontend.lowering.handles import Handle, Use
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, TENSORS, Tracing
from pyasc_lint.frontend.lowering.operators import Verdict
from pyasc_lint.frontend.lowering.things import (
    ApiClass,
    DictValue,
    ListValue,
    Method,
    Thing,
    UserClass,
    Value,
    operand,
)
from pyasc_lint.ir.nodes import (
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Const,
    DTypeExpr,
    Expr,
    If,
    IfExp,
    New,
    Ref,
    Reinterpret,
    Remark,
    Stmt,
    Unary,
    Unknown,
    Var,
    walk,
)
from pyasc_lint.ir.types import BOOL, FLOAT32, INT32, ArrayType, DType, TensorType

_SCALAR_MEMBERS = frozenset({
    "apply_binary_op", "apply_bool_op", "apply_compare_op", "cast", "ceildiv", "dtype", "from_ir", "handle",
    "infer_common_type", "logical_and", "logical_or", "to_ir",
})  # fmt: skip
"""What a run-time scalar offers (`asc.language.core.ir_value.PlainValue`, 1.1.1)."""

_PYTHON_TYPES = {Kind.INT: int, Kind.FLOAT: float, Kind.BOOL: bool, Kind.STR: str, Kind.LIST: list, Kind.TUPLE: tuple}
_INDEXABLE = frozenset({Kind.LIST, Kind.TUPLE, Kind.STR})


class JudgedEvaluator(Evaluator):
    """Evaluates expressions of a kernel; `tracing` knows what pyasc holds behind each value."""

    frame: Frame
    frames: list[Frame]
    tracing: Tracing
    set_attributes: set[str]
    divisions: set[Binary]
    remarks: list[Remark]
    block: Block

    if TYPE_CHECKING:

        def emit(self, statement: Stmt) -> None: ...

    # ----------------------------------------------------------------------------------------------------- verdicts

    def say(self, node: nodes.NodeNG, verdict: Verdict | None) -> None:
        """Note what an operator's operands lead to."""
        if verdict is None:
            return
        if verdict.construct is not None:
            self.unsupported(node, verdict.construct, verdict.trap, **verdict.data)
        else:
            self.trap(node, verdict.trap or "", **verdict.data)

    def trap(self, node: nodes.NodeNG, trap: str, **data: Any) -> None:
        """Note a known trap of pyasc 1.1.1, by its id."""
        self.remark("trap", node, id=trap, **data)

    def kind(self, value: Value) -> ArgKind:
        return self.tracing.kind_of(value)

    def unusable(self, node: nodes.NodeNG, *values: Value) -> bool:
        """Whether a value is an object that nothing accepts; notes it."""
        for value in values:
            trap = self.tracing.trap_of(value)
            if trap is not None:
                self.trap(node, trap)
                return True
        return False

    def use(self, node: nodes.NodeNG, *values: Value) -> None:
        """Note that an operation, at `node`, uses run-time values."""
        for value in values:
            if isinstance(value, ListValue):
                self.use(node, *value.items)
            elif isinstance(value, Expr) and self.has_handle(value):
                handle = self.tracing.handles.of(value)
                if not self.frame.uses(handle):
                    self.frame.use(handle, Use(node, self._name_of(value)))
                self._spare(node, handle)

    def _spare(self, node: nodes.NodeNG, handle: Handle) -> None:
        """Another use of a count: pyasc's pass looks at the last one only."""
        call, remark = self.tracing.crashing.get(handle.root(), (None, None))
        if call is None or remark is None or call is node:
            return
        if not any(site.span == self.span(node) for site in remark.stack):  # else it is in the helper called here
            del self.tracing.crashing[handle.root()]
            self.remarks.remove(remark)

    def judge_count_out(self, node: nodes.Call, place: nodes.NodeNG, count: Value) -> None:
        """The count of a `data_copy` to global memory."""
        if not isinstance(count, Expr) or not self.has_handle(count):
            return
        root, told = self.tracing.handles.of(count).root(), len(self.remarks)
        if root in self.tracing.joined:
            self.trap(place, "data_copy-18")
            if len(self.remarks) > told:
                self.tracing.crashing[root] = (node, self.remarks[-1])

    def _name_of(self, value: Value) -> str:
        """The name that a value is read by."""
        while isinstance(value, Cast | Reinterpret | Unary):
            value = value.base if isinstance(value, Reinterpret) else value.operand
        known = next((name for name, bound in self.frame.env.items() if bound is value), "")
        return known or (value.var.name if isinstance(value, Ref) else "")

    def has_handle(self, value: Value) -> bool:
        """Whether a value stands for one of the generated code, so that other names may stand for the same."""
        kind = self.kind(value).kind
        return isinstance(value, Expr) and (kind in TENSORS or kind in (Kind.RUNTIME, Kind.GLOBAL_ADDRESS))

    def judge_change(self, node: nodes.NodeNG, owner: Value, target: nodes.NodeNG) -> bool:
        """Whether an object of trace time is changed in a run-time block that it does not belong to; notes it.

        `target` is the expression for the object.
        """
        block = next((frame.blocks[-1] for frame in reversed(self.frames) if frame.blocks), None)
        root = target
        while isinstance(root, nodes.Attribute | nodes.Subscript):
            root = root.expr if isinstance(root, nodes.Attribute) else root.value
        free = isinstance(root, nodes.Name) and root.name not in self.frame.env
        if block is None or not (free or any(known is owner for known in block.before.values())):
            return False
        self.trap(node, "control_flow-25", name=target.as_string())
        return True

    def is_same(self, value: Value | None, other: Value) -> bool:
        """Whether two values are one of the generated code."""
        if not (isinstance(value, Expr) and isinstance(other, Expr) and self.has_handle(value)):
            return False
        return self.has_handle(other) and self.tracing.handles.of(value) is self.tracing.handles.of(other)

    # ---------------------------------------------------------------------------------------------------- operators

    def binary(self, node: nodes.NodeNG, op: str, left: Value, right: Value) -> Value:
        result = super().binary(node, op, left, right)
        self.use(node, left, right)
        if self.judge_truth(node, left, right):
            return result
        if self.kind(left).kind in (Kind.GLOBAL_ADDRESS, Kind.RUNTIME) and self.kind(left).name != BOOL.name:
            self.judge_number(node, right)
        if not self.unusable(node, left, right):
            verdict = operators.binary(op, self.kind(left), self.kind(right))
            if verdict is None and not isinstance(result, Const):
                verdict = _raised(fold.failure(op, operand(left), operand(right)))
            if verdict is not None and verdict.trap == "scalar-04" and self._is_small(right):
                return result
            self.say(node, verdict)
            if op in ("//", "%") and isinstance(result, Binary) and constants.dtype_of(self.tracing, result):
                self.divisions.add(result)
            if verdict is not None and verdict.trap == "scalar-05":  # told once, not of what is computed from it
                self.tracing.take(operand(result), kinds.runtime(INT32.name))
        return result

    def _is_small(self, value: Value) -> bool:
        return isinstance(value, Ref) and value.var in self.tracing.small

    def compare(self, node: nodes.NodeNG, op: str, left: Value, right: Value) -> Value:
        first, second = self.kind(left), self.kind(right)
        if op not in ("is", "is not"):
            self.use(node, left, right)
            if not self.judge_truth(node, left, right):
                self._judge_order(node, op, left, right)
        if not self.unusable(node, left, right):
            self.say(node, operators.compare(op, first, second))
        if (
            op in ("is", "is not")
            and Kind.RUNTIME in (first.kind, second.kind)
            and self._are_apart(left, right, first, second)
        ):
            return Const(op == "is not", span=self.span(node))
        return super().compare(node, op, left, right)

    def _judge_order(self, node: nodes.NodeNG, op: str, left: Value, right: Value) -> None:
        """A comparison with a bool that pyasc folds: it is a signed number."""
        if not isinstance(left, Expr) or not isinstance(right, Expr):
            return
        kind, equality = self.kind(left), op in ("==", "!=")
        if kind.kind is Kind.RUNTIME and kind.name != BOOL.name:
            self.judge_number(node, right)
        elif not equality and BOOL.name in (kind.name, self.kind(right).name):
            sides = [constants.as_dtype(self.tracing, unwrap(side), BOOL) for side in (left, right)]
            if None not in sides and sides[0] != sides[1]:
                self.trap(node, "scalar-16")

    def judge_number(self, node: nodes.NodeNG, *values: Value) -> None:
        """Values that become numbers of more than one bit."""
        if self.judge_truth(node, *values):
            return
        if any(isinstance(value, Expr) and constants.is_minus_one(self.tracing, value) for value in values):
            self.trap(node, "scalar-16")

    def judge_bits(self, node: nodes.NodeNG, *values: Value) -> None:
        """Values that become bools."""
        for value in values:
            known = constants.false_as_bit(self.tracing, value) if isinstance(value, Expr) else None
            if known is not None:
                self.trap(node, "scalar-15", value=known)

    def _are_apart(self, left: Value, right: Value, first: ArgKind, second: ArgKind) -> bool:
        """Whether two values are certainly different Python objects for pyasc: a traced one is no object but itself."""
        if first.kind is not second.kind:
            return Kind.UNKNOWN not in (first.kind, second.kind)
        if isinstance(left, Ref) and isinstance(right, Ref):  # a variable that carries a name may hold another's object
            return left.var is not right.var and not {left.var, right.var} & self.frame.mutable
        return True

    def _boolop(self, node: nodes.BoolOp) -> Value:
        if len(node.values) != 2:
            self.unsupported(node, "boolop-chain", "control_flow-17", op=node.op)
            chain = super()._boolop(node)
            self.tracing.handles.give(operand(chain), Handle())
            return chain
        left = self.evaluate(node.values[0])
        right, steps = self._apart(node.values[1])  # pyasc evaluates both
        self.use(node, left, right)
        self.judge_bits(node, left, right)
        run_time = self.kind(left).kind is Kind.RUNTIME
        if run_time and any(map(_has_effect, walk(steps))):
            self.trap(node.values[1], "control_flow-16", op=node.op)
        if not self.unusable(node, left, right):
            self.say(node, operators.junction(node.op, self.kind(left), self.kind(right)))
        known = fold.truth(operand(left)) if self.kind(right).kind is not Kind.RUNTIME else None
        if known is not None:
            self.block += steps
            return right if known == (node.op == "and") else left
        first, second, span = unwrap(operand(left)), unwrap(operand(right)), self.span(node)
        value: Expr = Binary(node.op, first, second, span=span)
        truth = _is_test(node) or self._are_bools(left, right)
        if not truth and isinstance(first.type, DType) and isinstance(second.type, DType):
            chosen = (second, first) if node.op == "and" else (first, second)
            value = IfExp(first, *chosen, span=span)
        if not run_time or not steps:
            self.block += steps
        else:
            var = Var("", value.type)
            self.emit(Assign(span, var, first))
            steps.append(Assign(span, var, second, stack=self.frame.stack))
            test = Ref(var) if node.op == "and" else Unary("not", Ref(var))
            self.emit(If(span, test, steps, []))
            value = Ref(var, span=span)
        if not truth:
            self._note_truth(value)
        return value

    def _are_bools(self, *values: Value) -> bool:
        return all(self.kind(value).kind is Kind.BOOL or self.kind(value).name == BOOL.name for value in values)

    def _note_truth(self, value: Expr) -> None:
        """Note that pyasc makes a bool of what is one of two numbers."""
        handle = Handle()
        self.tracing.handles.give(value, handle)
        self.tracing.truths.add(handle)
        if isinstance(value, Ref):
            self.tracing.hold(value.var, kinds.runtime(BOOL.name))
        else:
            self.tracing.take(value, kinds.runtime(BOOL.name))

    def judge_truth(self, node: nodes.NodeNG, *values: Value) -> bool:
        """Whether one of the values, used as a number, is a bool for pyasc where Python has a number; notes it."""
        for value in values:
            if isinstance(value, Expr) and self.has_handle(value):
                if self.tracing.handles.of(value).root() in self.tracing.truths:
                    self.trap(node, "scalar-18")
                    return True
        return False

    def _apart(self, node: nodes.NodeNG) -> tuple[Value, Block]:
        """A value, and the statements that make it, which are not emitted yet."""
        outer, self.block = self.block, []
        try:
            return self.evaluate(node), self.block
        finally:
            self.block = outer

    def _unaryop(self, node: nodes.UnaryOp) -> Value:
        value = self.evaluate(node.operand)
        kind = self.kind(value)
        if not self.unusable(node, value):
            self.say(node, operators.unary(node.op, kind))
        result = self.unary(node, node.op, unwrap(operand(value)))
        if node.op == "+" and kind.kind is Kind.RUNTIME:
            self.tracing.handles.share(operand(result), operand(value))
        else:
            self.use(node, value)
        if node.op == "-" and kind.kind is Kind.RUNTIME and kind.name in ("float16", "float32", "float64"):
            result = self.copy(node, operand(result))
            self.tracing.break_(result.var, "queries-04")
        return result

    def _ifexp(self, node: nodes.IfExp) -> Value:
        test = self.condition(node.test)
        with self.tracing.branch(test, True):
            body, then = self._apart(node.body)  # pyasc evaluates both
        with self.tracing.branch(test, False):
            orelse, other = self._apart(node.orelse)
        self.use(node, body, orelse)
        self.judge_truth(node, body, orelse)
        if not self.unusable(node, body, orelse):
            self.say(node, operators.choice(self.kind(body), self.kind(orelse)))
        known = fold.truth(test)
        if known is not None:
            self.block += [*then, *other]
            return self.as_run_time(body if known else orelse)
        chosen = IfExp(test, operand(body), operand(orelse), span=self.span(node))
        if any(self.tracing.is_computed(each, self.frame.env) for each in (body, orelse)):
            self.tracing.joined.add(self.tracing.handles.of(chosen).root())
        if not (then or other):
            return chosen
        var, span = Var("", chosen.type), self.span(node)
        for steps, value in ((then, chosen.body), (other, chosen.orelse)):
            steps.append(Assign(span, var, value, stack=self.frame.stack))
        self.emit(If(span, test, then, other))
        return Ref(var, span=span)

    def as_run_time(self, value: Value) -> Value:
        """A Python number as the run-time value that pyasc makes of it; other values as they are."""
        if isinstance(value, Const) and isinstance(value.value, bool | int | float):
            dtype = BOOL if isinstance(value.value, bool) else INT32 if isinstance(value.value, int) else FLOAT32
            return Cast(value, dtype, span=value.span)
        return value

    def condition(self, node: nodes.NodeNG) -> Expr:
        """The test of an `if`, a `while` or a conditional expression."""
        value = self.evaluate(node)
        if self.unusable(node, value):
            return Unknown("a test that pyasc cannot read")
        self.use(node, value)
        self.judge_bits(node, value)
        self.say(node, operators.condition(self.kind(value)))
        if isinstance(value, ListValue):
            return Const(bool(value.items))
        if isinstance(value, Thing) or isinstance(value.type, TensorType):
            return Unknown("a condition that is no number")
        return unwrap(value)

    def copy(self, node: nodes.NodeNG, value: Expr) -> Ref:
        """A temporary variable that holds the present value of an expression."""
        raise NotImplementedError

    # -------------------------------------------------------------------------------------------------- subscripts

    def judge_index(self, node: nodes.Subscript, base: Expr, offset: Value | None) -> None:
        self.use(node, base, *([offset] if offset is not None else []))
        self.judge_number(node, *([offset] if offset is not None else []))
        sliced = node.slice if isinstance(node.slice, nodes.Slice) else None
        if isinstance(base.type, ArrayType):
            numbers = (Kind.INT, Kind.BOOL, Kind.ENUM, Kind.RUNTIME, Kind.UNKNOWN)
            if sliced is not None or offset is None or self.kind(offset).kind not in numbers:
                self.unsupported(node, "array-index")
        elif sliced is not None and not (_is_left_out(sliced.upper) and _is_left_out(sliced.step)):
            self.unsupported(node, "tensor-slice", "slicing-02")
        elif offset is None:
            self.unsupported(node, "tensor-slice-all", "slicing-03")
        elif not self.unusable(node, base, offset):
            self.say(node, operators.index(self.kind(offset), sliced is not None))

    def judge_subscript(self, node: nodes.Subscript, base: Value, index: Value | None) -> None:
        if self.unusable(node, base):
            return
        kind = self.kind(base)
        if kind.kind in (Kind.RUNTIME, Kind.GLOBAL_ADDRESS, Kind.DTYPE, Kind.NONE, Kind.ENUM, *PYTHON_NUMBERS):
            self.unsupported(node, "no-subscript", operand=kind)
        elif kind.kind in _INDEXABLE and index is not None:
            self._judge_element(node, base, kind, index)
        elif isinstance(base, DictValue) and isinstance(index, Const) and index.value not in base.items:
            self.say(node, _raised(f"KeyError: {index.value!r}"))

    def _judge_element(self, node: nodes.Subscript, base: Value, kind: ArgKind, index: Value) -> None:
        if self.unusable(node, index):
            return
        which = self.kind(index).kind
        if which is Kind.RUNTIME:
            self.unsupported(node, "run-time-index", operand=kind)
        elif which not in (Kind.INT, Kind.BOOL, Kind.ENUM, Kind.UNKNOWN):
            self.unsupported(node, "index-kind", operand=kind, index=self.kind(index))
        elif isinstance(index, Const) and isinstance(index.value, int):
            items = base.items if isinstance(base, ListValue) else base.value if isinstance(base, Const) else None
            if isinstance(items, list | str) and not -len(items) <= index.value < len(items):
                self.say(node, _raised(f"IndexError: {kind.kind.value} index out of range"))

    # --------------------------------------------------------------------------------------------------- attributes

    def attribute(self, node: nodes.NodeNG, base: Value, name: str) -> Value:
        value = super().attribute(node, base, name)
        changes = isinstance(base, UserClass)  # whose attributes are those of its definition
        if name in self.set_attributes:
            return Unknown(f"'{name}' is set by the kernel") if isinstance(value, Method) or changes else value
        if not self.unusable(node, base):
            self._judge_attribute(node, base, name)
        return value

    def _judge_attribute(self, node: nodes.NodeNG, base: Value, name: str) -> None:
        kind = self.kind(base)
        if isinstance(base, ApiClass):
            self._api_member(node, base.name, name)
        elif isinstance(base, Thing) and not isinstance(base, ListValue | DictValue):
            return
        elif kind.kind in TYPE_OWNERS or isinstance(base, DTypeExpr | New):
            owner = base.cls if isinstance(base, New) else TYPE_OWNERS.get(kind.kind, "DataType")
            self._api_member(node, owner, name)
        elif kind.kind is Kind.OBJECT and kind.name is not None:
            self._api_member(node, kind.name, name)
        elif kind.kind is Kind.RUNTIME:
            if name not in _SCALAR_MEMBERS and not hasattr(object, name) and not name.startswith("__"):
                suggestion = closest(name, _SCALAR_MEMBERS)
                self.unsupported(node, "no-attribute", operand=kind, name=name, suggestion=suggestion)
        elif kind.kind in _PYTHON_TYPES and name not in ENUM_DATA and not hasattr(_PYTHON_TYPES[kind.kind], name):
            self.unsupported(node, "no-attribute", operand=kind, name=name, suggestion=None)

    def _api_member(self, node: nodes.NodeNG, owner: str, name: str) -> None:
        info = api.find_class(owner)
        if info is not None and not info.has_member(name):
            self.remark("unknown-api", node, owner=f"asc.{owner}", name=name, suggestion=info.suggest(name))

    # ------------------------------------------------------------------------------------------------------ strings

    def judge_format(self, node: nodes.FormattedValue, value: Value) -> None:
        kind = self.kind(value)
        if kind.kind not in (Kind.RUNTIME, Kind.LOCAL_TENSOR, Kind.GLOBAL_TENSOR, Kind.RAW_VALUE):
            return
        if node.format_spec is not None and node.conversion < 0:
            self.unsupported(node, "format-spec", operand=kind)
        else:
            self.trap(node, "misc-07")


TYPE_OWNERS = {
    Kind.LOCAL_TENSOR: "LocalTensor",
    Kind.GLOBAL_TENSOR: "GlobalTensor",
    Kind.GLOBAL_ADDRESS: "GlobalAddress",
    Kind.DTYPE: "DataType",
}
"""The asc class behind a kind."""


def _is_test(node: nodes.NodeNG) -> bool:
    """Whether only the truth of an expression counts where it stands."""
    parent = node.parent
    if isinstance(parent, nodes.BoolOp) or (isinstance(parent, nodes.UnaryOp) and parent.op == "not"):
        return _is_test(parent) or isinstance(parent, nodes.UnaryOp)
    return isinstance(parent, nodes.If | nodes.While | nodes.IfExp | nodes.Assert) and parent.test is node


def _is_left_out(bound: nodes.NodeNG | None) -> bool:
    return bound is None or (isinstance(bound, nodes.Const) and bound.value is None)


def _has_effect(stmt: Stmt) -> bool:
    """Whether a statement does more than to compute a value."""
    return isinstance(stmt, Call) and stmt.result is None


def _raised(error: str | None) -> Verdict | None:
    """Python itself fails on values that are known while pyasc traces."""
    return Verdict("raises", None, {"error": error}) if error is not None else None
