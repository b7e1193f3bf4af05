"""Expressions without operators: constants, names, attributes; and the hooks that kernels fill."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.frontend.lowering.things import (
    TENSOR_TRAIT,
    ArrayLike,
    EnumClass,
    External,
    FileModule,
    Function,
    Instance,
    Method,
    Namespace,
    Thing,
    UserClass,
    Value,
    operand,
)
from pyasc_lint.frontend.project import SourceModule
from pyasc_lint.frontend.scopes import Scope
from pyasc_lint.ir.nodes import (
    Const,
    DTypeExpr,
    Enum,
    Expr,
    Foreign,
    Unknown,
)
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import DType

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.resolver import Resolver

_REJECTED = {
    "ListComp": "comprehension",
    "SetComp": "comprehension",
    "DictComp": "comprehension",
    "GeneratorExp": "generator",
    "Lambda": "lambda",
    "NamedExpr": "walrus",
    "Await": "await",
    "Yield": "yield",
    "YieldFrom": "yield",
    "Set": "set-literal",
}
"""Expressions that pyasc has no meaning for, and what a remark calls them."""


@cache
def _handler_name(kind: str) -> str:
    """The method that evaluates a kind of node."""
    return f"_{kind.lower()}"


_MATH = {f"math.{name}": getattr(math, name) for name in ("pi", "e", "tau", "inf", "nan")}


class Expressions:
    """What `Evaluator` builds on."""

    def __init__(self, resolver: Resolver, module: SourceModule, scope: Scope | None) -> None:
        self.resolver = resolver
        self.module = module
        self.scope = scope

    # ------------------------------------------------------------------------------------------------------- hooks

    def remark(self, kind: str, node: nodes.NodeNG, **data: Any) -> None:
        """Note something a rule may report. Host code is not judged."""

    def retract(self, node: nodes.NodeNG) -> None:
        """Forget that pyasc rejects a name: another remark about the same node says it better."""

    def unsupported(self, node: nodes.NodeNG, construct: str, trap: str | None = None, **data: Any) -> None:
        """Note Python that `@asc.jit` rejects. `construct` is a key; `trap` the known trap that tells more about it."""
        self.remark("syntax", node, construct=construct, trap=trap, **data)

    def judge_subscript(self, node: nodes.Subscript, base: Value, index: Value | None) -> None:
        """Look at `base[index]` where the base is no tensor; a slice has no index."""

    def judge_index(self, node: nodes.Subscript, base: Expr, offset: Value | None) -> None:
        """Look at `base[offset]`, `base[offset:]` of a tensor or array; None where the offset is left out."""

    def judge_format(self, node: nodes.FormattedValue, value: Value) -> None:
        """Look at a value in an f-string."""

    def lookup(self, node: nodes.Name) -> Value:
        value = self.resolver.lookup(self.module, self.scope, node.name)
        return Unknown(f"'{node.name}' is not defined") if value is None else value

    def expression_attribute(self, node: nodes.NodeNG, base: Expr, name: str) -> Value:
        """`base.name` of a value of the IR."""
        return Method(base, name)

    # -------------------------------------------------------------------------------------------------- expressions

    def span(self, node: nodes.NodeNG) -> Span:
        return self.module.source.span(
            node.lineno or 1, node.col_offset or 0, node.end_lineno or node.lineno or 1, node.end_col_offset or 0
        )

    def evaluate(self, node: Any) -> Value:
        """The value of an expression node."""
        kind = type(node).__name__
        handler: Callable[[Any], Value] | None = getattr(self, _handler_name(kind), None)
        if handler is not None:
            return handler(node)
        construct = _REJECTED.get(kind, "expression")
        self.unsupported(node, construct, text=node.as_string() if construct == "expression" else "")
        return Unknown(f"a {construct} is not evaluated")

    def operand(self, node: nodes.NodeNG) -> Expr:
        """The value of an expression node as an IR expression."""
        return operand(self.evaluate(node))

    def _const(self, node: nodes.Const) -> Value:
        value = node.value
        if value is None or isinstance(value, bool | int | float | str):
            return Const(value, span=self.span(node))
        return Unknown(f"a {type(value).__name__} constant")

    def _name(self, node: nodes.Name) -> Value:
        return self.lookup(node)

    def _attribute(self, node: nodes.Attribute) -> Value:
        return self.attribute(node, self.evaluate(node.expr), node.attrname)

    def attribute(self, node: nodes.NodeNG, base: Value, name: str) -> Value:
        """`base.name`."""
        match base:
            case Namespace():
                value = self.resolver.attribute(base.path, name)
                if isinstance(value, Foreign) and value.what == "missing" and name != TENSOR_TRAIT:
                    self.remark("unknown-api", node, owner="asc", name=name, suggestion=api.suggest(name))
                return value
            case EnumClass():
                return self._enum_member(node, base, name)
            case FileModule():
                return self.resolver.file_attribute(base.module, name)
            case External():
                dotted = f"{base.dotted}.{name}"
                return Const(_MATH[dotted], span=self.span(node)) if dotted in _MATH else External(dotted)
            case UserClass():
                return self._class_attribute(base, name)
            case Instance():
                return base.fields[name] if name in base.fields else self._member(base, name)
            case DTypeExpr() if isinstance(base.element, DType) and name in ("name", "bitwidth"):
                return Const(base.element.name if name == "name" else base.element.bits)
            case ArrayLike() if name == "dtype":
                return DTypeExpr(base.dtype)
            case Thing():
                return Method(base, name)
        return self.expression_attribute(node, base, name)

    def _enum_member(self, node: nodes.NodeNG, enum: EnumClass, name: str) -> Value:
        if not enum.info.has_member(name):
            self.remark("unknown-api", node, owner=enum.path, name=name, suggestion=enum.info.suggest(name))
            return Foreign(f"{enum.path}.{name}", "missing", span=self.span(node))
        return Enum(enum.name, name, span=self.span(node))

    def _member(self, owner: Instance, name: str) -> Value:
        """`owner.name` that the class gives it: a method, unless a decorator makes a property of it."""
        value = self._class_attribute(owner.cls, name)
        if isinstance(value, Function) and value.node.decorators is not None and not value.jit:
            return Unknown(f"'{name}' is made by a decorator")
        return value

    def _class_attribute(self, cls: UserClass, name: str) -> Value:
        scope = cls.scope.children.get(cls.node)
        if scope is not None and name in scope.names:
            return self.resolver.value(cls.module, scope, name, scope.names[name])
        for base in cls.node.bases:
            value = self.resolver.evaluate(cls.module, cls.scope, base)
            if isinstance(value, UserClass) and value.node is not cls.node:
                return self._class_attribute(value, name)
        return Unknown(f"'{cls.node.name}.{name}' is not known")
