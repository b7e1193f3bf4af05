"""Calls of `@asc.jit` helpers: binding the arguments, and lowering the body in place of the call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint.api import ArgKind, Kind
from pyasc_lint.deferred import dataclass
from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.evaluator import unwrap
from pyasc_lint.frontend.lowering.frames import GIVEN, Frame
from pyasc_lint.frontend.lowering.handles import Handle
from pyasc_lint.frontend.lowering.kinds import PYTHON_NUMBERS, TENSORS, materialized
from pyasc_lint.frontend.lowering.names import Names
from pyasc_lint.frontend.lowering.signatures import judge_signature
from pyasc_lint.frontend.lowering.things import Function, Value
from pyasc_lint.ir.nodes import Assign, Block, Cast, Const, Expr, Inlined, Ref, Stmt, Unknown, Var
from pyasc_lint.ir.spans import CallSite
from pyasc_lint.ir.types import DTYPES, AddressType, DType, ObjectType, TensorType, Type

if TYPE_CHECKING:
    from pyasc_lint.frontend.directives import Assume as AssumeDirective

_MAX_INLINE = 40
_CONSTRAINTS = {"int32": int, "float32": float, "int1": bool}
"""What `ConstExpr[int]`, `ConstExpr[float]`, `ConstExpr[bool]` accept, by the dtype that stands for them in the IR."""


@dataclass(frozen=True, slots=True)
class _Compiled:
    """The first call of a helper: pyasc compiles its body for these arguments, and never again."""

    node: nodes.FunctionDef
    kinds: dict[str, ArgKind]


class Inlining(Names):
    """Lowers helper calls."""

    frames: list[Frame]
    block: Block
    compiled: dict[str, _Compiled]

    if TYPE_CHECKING:

        def emit(self, statement: Stmt) -> None: ...
        def lower_body(self, statements: Sequence[nodes.NodeNG], *, tail: bool = False) -> None: ...
        def assumes_of(self, function: Function) -> list[AssumeDirective]: ...
        def is_traceable(self, kind: ArgKind) -> bool: ...

    def inline(
        self, node: nodes.Call, function: Function, positional: list[Value], keywords: dict[str, Value]
    ) -> Value:
        """Lower the body of a helper in place of the call."""
        name = function.node.name
        active = next((frame for frame in self.frames if frame.function.node.name == name), None)
        if active is not None:
            same = active.function.node is function.node
            self.unsupported(node, "recursion" if same else "same-name", "helpers-04", name=name)
        if any(frame.function.node is function.node for frame in self.frames):
            self.remark("incomplete", node, cause="recursion", name=name)
            return Unknown(f"'{name}' is recursive")
        if len(self.frames) >= _MAX_INLINE:
            self.remark("incomplete", node, cause="depth", name=name)
            return Unknown(f"'{name}' is called too deeply")
        span = self.span(node)
        inner = Frame(function, (*self.frame.stack, CallSite(name, span)), assumes=list(self.assumes_of(function)))
        statement = Inlined(span, name, [], stack=self.frame.stack)
        bindings = self._bind(node, function, positional, keywords)
        inner.retraced = self.frame.retraced or self._compiled_before(node, function, bindings)
        outer = (self.frame, self.block, self.module, self.scope)
        self.frame, self.block = inner, statement.body
        self.module, self.scope = function.module, function.scope.children.get(function.node, function.scope)
        self.frames.append(inner)
        judge_signature(self, function, future=function.module.has_future_annotations)
        try:
            for key, value in bindings.items():
                self._bind_argument(key, value, key in parameters.constexprs(self, function))
            self.lower_body(function.node.body, tail=True)
        finally:
            self.frames.pop()
            self.frame, self.block, self.module, self.scope = outer
        self.emit(statement)
        return inner.returned if inner.returned is not None else Const(None)

    # ---------------------------------------------------------------------------------------------------- arguments

    def _bind(
        self, node: nodes.Call, function: Function, positional: list[Value], keywords: dict[str, Value]
    ) -> dict[str, Value]:
        """Values of a helper's parameters; reports missing, extra and unknown arguments."""
        arguments, callee = function.node.args, function.node.name
        by_position = [name.name for name in (*arguments.posonlyargs, *(arguments.args or []))]
        named = [name.name for name in (*(arguments.args or []), *arguments.kwonlyargs)]
        bound: dict[str, Value] = dict(zip(by_position, positional, strict=False))
        if len(positional) > len(by_position) and not arguments.vararg:
            self._bad_call(node, callee, "extra", count=len(by_position), got=len(positional))
        for key, value in keywords.items():
            if key in bound:
                self._bad_call(node, callee, "twice", name=key)
            elif key not in named and key in by_position:
                self._bad_call(node, callee, "positional", name=key)
            elif key not in named and not arguments.kwarg:
                self._bad_call(node, callee, "unknown", name=key, names=tuple(named))
            if key in by_position or key in named:
                bound[key] = value
        open_ended = any(isinstance(a, nodes.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
        defaults = parameters.defaults(function.node)
        for name in (*by_position, *(name.name for name in arguments.kwonlyargs)):
            if name in bound:
                continue
            if name in defaults:
                bound[name] = self.resolver.evaluate(function.module, function.scope, defaults[name])
                continue
            if not open_ended:
                self._bad_call(node, callee, "missing", name=name)
            bound[name] = Unknown(f"'{name}' is not given")
        for row in parameters.annotated(function.node):
            kind, constexpr = parameters.type_of(self, function, row[1], row[0].name)
            name = row[0].name
            if not self._is_fit(node, callee, name, bound[name], constexpr, kind):
                bound[name] = Unknown(f"'{name}' is given something that no helper takes")
        return bound

    def _bad_call(self, node: nodes.Call, callee: str, problem: str, **data: object) -> None:
        self.remark("bad-helper-call", node, callee=callee, problem=problem, **data)

    def _is_fit(self, node: nodes.Call, callee: str, name: str, value: Value, constexpr: bool, wanted: Type) -> bool:
        """Whether pyasc can hand a value to a helper; notes where it cannot."""
        if self.unusable(node, value):
            return True
        kind = self.kind(value)
        if constexpr:
            if satisfies(kind, wanted) and kind.kind not in (*TENSORS, Kind.RUNTIME, Kind.GLOBAL_ADDRESS):
                return True
            self._bad_call(node, callee, "constexpr", name=name, wanted=str(wanted), operand=kind)
            return False
        if kind.kind is Kind.OBJECT and kind.name == "LocalMemAllocator":
            self.trap(node, "allocator-16", name=name)
        elif kind.kind is Kind.ENUM:
            self.trap(node, "helpers-05", name=name)
        elif not self.is_traceable(kind):
            self._bad_call(node, callee, "kind", name=name, operand=kind)
            return False
        return True

    def _bind_argument(self, name: str, value: Value, constexpr: bool) -> None:
        """A ConstExpr parameter keeps the value; any other number becomes a run-time value of the helper."""
        if constexpr:
            self.frame.scoped[name] = GIVEN
        if not isinstance(value, Expr):
            self.frame.env[name] = value
            return
        kind, value = self.kind(value), unwrap(value)
        dtype = DTYPES.get(materialized(kind) or "") if kind.kind in PYTHON_NUMBERS else None
        number = dtype is not None and kind.kind is not Kind.ENUM and not constexpr
        if number or (value.children() and isinstance(value.type, DType | TensorType | AddressType)):
            var = Var(name, dtype if number and dtype is not None else value.type)
            self.emit(Assign(value.span or self.frame.stack[-1].span, var, value))
            if not number:
                self.tracing.copy_to(var, value)
            passed = Cast(value, dtype) if number and dtype is not None else value
            value = Ref(var, span=value.span)
            self.tracing.handles.give(value, Handle(self.tracing.handles.of(passed)))
        elif isinstance(value, Ref) and not constexpr:
            passed, value = value, Ref(value.var, span=value.span)
            self.tracing.handles.give(value, Handle(self.tracing.handles.of(passed)))
        self.frame.env[name] = value

    # ------------------------------------------------------------------------------------------------- compiled once

    def _compiled_before(self, node: nodes.Call, function: Function, bindings: dict[str, Value]) -> bool:
        """Whether pyasc uses the code that it made for an earlier call; notes where that does not fit this one."""
        name, constexprs = function.node.name, parameters.constexprs(self, function)
        kinds = {key: self.kind(value) for key, value in bindings.items()}
        known = self.compiled.get(name)
        if known is None:
            self.compiled[name] = _Compiled(function.node, kinds)
            return False
        if known.node is not function.node:
            self.trap(node, "helpers-02", name=name)
            return True
        for key, kind in kinds.items():
            before = known.kinds.get(key, kind)
            if key in constexprs:
                if _certainly_differ(before, kind):
                    self.trap(node, "helpers-01", name=key, first=before, second=kind)
            elif _differ_in_type(before, kind):
                self.trap(node, "helpers-03", name=key, first=before, second=kind)
        return True


def satisfies(kind: ArgKind, wanted: Type) -> bool:
    """Whether a value may be passed for `ConstExpr[wanted]`."""
    if kind.kind in (Kind.UNKNOWN, Kind.CONSTEXPR) or isinstance(wanted, ObjectType) or not isinstance(wanted, DType):
        return True
    python = {Kind.INT: int, Kind.ENUM: int, Kind.FLOAT: float, Kind.BOOL: bool}.get(kind.kind)
    constraint = _CONSTRAINTS.get(wanted.name)
    return constraint is None or (python is not None and issubclass(python, constraint))


def _differ_in_type(first: ArgKind, second: ArgKind) -> bool:
    """Whether two arguments are certainly of different types in the generated code."""
    types: list[tuple[Kind, str | None]] = []
    for kind in (first, second):
        if kind.kind is Kind.RUNTIME or kind.kind in PYTHON_NUMBERS:
            types.append((Kind.RUNTIME, materialized(kind)))
        elif kind.kind in TENSORS or kind.kind in (Kind.GLOBAL_ADDRESS, Kind.ARRAY, Kind.OBJECT):
            types.append((kind.kind, kind.name))
        else:
            return False
    (one, its), (two, other) = types
    return one is not two or (None not in (its, other) and its != other)


def _certainly_differ(first: ArgKind, second: ArgKind) -> bool:
    if Kind.UNKNOWN in (first.kind, second.kind):
        return False
    if first.kind is Kind.DTYPE or second.kind is Kind.DTYPE:
        return first.kind is not second.kind or (None not in (first.name, second.name) and first.name != second.name)
    return first.value is not None and second.value is not None and first.value != second.value
