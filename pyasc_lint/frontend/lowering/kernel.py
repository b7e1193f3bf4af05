"""Lowering one `@asc.jit` function to IR."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from astroid import nodes

from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.calls import CallLowering
from pyasc_lint.frontend.lowering.frames import GIVEN, Frame
from pyasc_lint.frontend.lowering.kinds import Tracing
from pyasc_lint.frontend.lowering.signatures import judge_signature
from pyasc_lint.frontend.lowering.statements import StatementLowering
from pyasc_lint.frontend.lowering.things import Function, Value
from pyasc_lint.ir.nodes import (
    Binary,
    Block,
    Const,
    DTypeExpr,
    Kernel,
    Launch,
    Options,
    Param,
    Ref,
    Remark,
    Stmt,
    Unknown,
)
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import UNKNOWN_TYPE, AddressType, DType

if TYPE_CHECKING:
    from pyasc_lint.frontend.directives import Assume as AssumeDirective
    from pyasc_lint.frontend.lowering.resolver import Resolver

MAX_STATEMENTS = 20_000
"""IR statements per kernel. Unrolling past it stops with an "incomplete" remark; no hand-written kernel comes near."""

_OF_VALUES = frozenset({"scalar-15", "scalar-16"})
"""Traps that hang on the values a helper is called with: its later calls are judged as well."""

_WITH_BODY = (nodes.If, nodes.For, nodes.While, nodes.With, nodes.Try, nodes.TryStar, nodes.Match)


class KernelLowering(CallLowering, StatementLowering):
    """Holds the state of one lowering; the work is in the base classes."""

    def __init__(self, resolver: Resolver, function: Function) -> None:
        super().__init__(resolver, function.module, function.scope.children.get(function.node, function.scope))
        self.frame = Frame(function, (), assumes=self.assumes_of(function))
        self.frames = [self.frame]
        self.block: Block = []
        self.remarks: list[Remark] = []
        self.budget = MAX_STATEMENTS
        self.tracing = Tracing()
        self.set_attributes: set[str] = set()
        self.divisions: set[Binary] = set()
        self.silent = 0
        self.compiled = {}

    def assumes_of(self, function: Function) -> list[AssumeDirective]:
        """The `assume` comments inside a function."""
        first, last = function.node.lineno or 0, function.node.end_lineno or 0
        return [found for found in function.module.directives.assumes if first <= found.span.line <= last]

    # --------------------------------------------------------------------------------------------------- emission

    def emit(self, statement: Stmt) -> None:
        statement.stack = self.frame.stack
        self.block.append(statement)
        self.budget -= 1

    def exhausted(self, node: nodes.NodeNG) -> bool:
        """Whether the kernel has grown too large to follow; says so once."""
        if self.budget > 0:
            return False
        if not any(remark.kind == "incomplete" and remark.data.get("cause") == "size" for remark in self.remarks):
            self.remark("incomplete", node, cause="size", limit=MAX_STATEMENTS)
        return True

    def remark(self, kind: str, node: nodes.NodeNG, **data: Any) -> None:
        traced = not self.frame.retraced or kind == "incomplete" or data.get("id") in _OF_VALUES
        if self.silent or not traced:
            return
        self.remarks.append(Remark(kind, self._place(node), data, self.frame.stack))

    def _place(self, node: nodes.NodeNG) -> Span:
        """Where a remark stands: at the name of a definition, at the first line of a statement with a body."""
        if isinstance(node, nodes.FunctionDef | nodes.ClassDef):
            return parameters.defined_name(self.module.source, node)
        span = self.span(node)
        if not isinstance(node, _WITH_BODY) or span.line == span.end_line:
            return span
        text = self.module.source.lines[span.line - 1].rstrip()
        return Span(span.path, span.line, span.column, span.line, len(text) + 1)

    def retract(self, node: nodes.NodeNG) -> None:
        span = self.span(node)
        self.remarks[:] = [remark for remark in self.remarks if remark.kind != "syntax" or remark.span != span]


def lower_kernel(
    resolver: Resolver,
    function: Function,
    options: Options,
    launch: Launch | None = None,
    launched: bool = False,
) -> Kernel:
    """The IR of a kernel, for one launch or (None) for all callers. `launched`: host code certainly launches it."""
    lowering = KernelLowering(resolver, function)
    values: Mapping[str, object] = launch.values if launch else {}
    params = [
        _bind_parameter(lowering, parameter, values.get(parameter.var.name, _MISSING))
        for parameter in parameters.of(lowering, function, values)
    ]
    lowering.frame.is_kernel = launched or any(isinstance(param.var.type, AddressType) for param in params)
    judge_signature(lowering, function, future=function.module.has_future_annotations)
    try:
        lowering.lower_body(function.node.body, tail=True)
    except RecursionError:
        lowering.remark("incomplete", function.node, cause="depth")
    name_span = parameters.name_span(function)
    return Kernel(
        name=function.node.name,
        path=function.module.source.path,
        span=name_span,
        params=params,
        body=lowering.block,
        options=options,
        remarks=lowering.remarks,
        launch=launch,
        extent=parameters.extent(function),
        divisions=frozenset(lowering.divisions),
    )


def judge_helper(resolver: Resolver, function: Function) -> list[Remark]:
    """What can be told of an `@asc.jit` helper that nothing calls: it is lowered with arguments that are not known."""
    lowering = KernelLowering(resolver, function)
    judge_signature(lowering, function, future=function.module.has_future_annotations)
    for parameter in parameters.of(lowering, function, {}):
        _bind_parameter(lowering, parameter, _MISSING)
        if parameter.var.type == UNKNOWN_TYPE:
            lowering.frame.env[parameter.var.name] = Unknown(f"'{parameter.var.name}' is a parameter")
    try:
        lowering.lower_body(function.node.body, tail=True)
    except RecursionError:
        return []
    return [remark for remark in lowering.remarks if remark.kind not in ("incomplete", "assume")]


_MISSING = object()


def _bind_parameter(lowering: KernelLowering, parameter: Param, known: object) -> Param:
    value: Value = Ref(parameter.var, span=parameter.span)
    if parameter.constexpr:
        lowering.tracing.constexprs.add(parameter.var)
        lowering.frame.scoped[parameter.var.name] = GIVEN
        if isinstance(known, DType):
            value = DTypeExpr(known, span=parameter.span)
        elif known is not _MISSING and (known is None or isinstance(known, bool | int | float | str)):
            value = Const(known, name=parameter.var.name, span=parameter.span)
    lowering.frame.env[parameter.var.name] = value
    return parameter
