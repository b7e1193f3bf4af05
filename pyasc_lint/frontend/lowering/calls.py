"""Calls inside a kernel, by what is called: helpers, asc, builtins, and what pyasc does not call."""

from __future__ import annotations

from astroid import nodes

from pyasc_lint.api import Kind
from pyasc_lint.frontend.lowering import builtins, host, operators
from pyasc_lint.frontend.lowering.api_calls import ApiCalls
from pyasc_lint.frontend.lowering.evaluator import unwrap
from pyasc_lint.frontend.lowering.names import TRACED_BUILTINS
from pyasc_lint.frontend.lowering.operators import Verdict
from pyasc_lint.frontend.lowering.things import (
    TENSOR_TRAIT,
    ApiClass,
    ApiFunction,
    Builtin,
    DictValue,
    External,
    Function,
    Instance,
    ListValue,
    Method,
    UserClass,
    Value,
    describe,
    operand,
)
from pyasc_lint.ir.nodes import (
    Call,
    Const,
    DTypeExpr,
    Expr,
    New,
    Remark,
    Unknown,
    View,
)
from pyasc_lint.ir.types import (
    DTYPES,
    TensorType,
)

_PLAIN_PACKAGES = frozenset({"math", "numpy", "operator", "os", "random", "sys", "time", "torch"})
"""Packages that hold no `@asc.jit` helpers: calling a function of theirs from a kernel is certainly rejected."""

_CLASSES = frozenset({"numpy.dtype", "numpy.generic", "numpy.ndarray", "numpy.bool_", "torch.Tensor", "torch.Size"})
"""Callables of these packages that are classes; those may be called. Their scalar types are named like dtypes."""


_CHANGING = frozenset({"append", "clear", "extend", "insert", "pop", "popitem", "remove", "reverse", "setdefault",
                       "sort", "update"})  # fmt: skip
"""Methods that change a list or a dict."""


class CallLowering(ApiCalls):
    """Lowers calls, and assignments to what objects hold."""

    remarks: list[Remark]

    def call(self, node: nodes.Call, function: Value) -> Value:
        for argument in node.args:
            if isinstance(argument, nodes.Starred):
                self.unsupported(argument, "starred")
        for keyword in node.keywords:
            if keyword.arg is None:
                self.unsupported(keyword, "keyword-expansion")
        positional = [self.evaluate(a) for a in node.args if not isinstance(a, nodes.Starred)]
        keywords = {k.arg: self.evaluate(k.value) for k in node.keywords if k.arg is not None}
        open_ended = len(positional) != len(node.args) or len(keywords) != len(node.keywords)
        if isinstance(function, Method):
            positional = self._judge_method(node, function, positional)
        result = self._call_of(node, function, positional, keywords, open_ended)
        if isinstance(function, Function | ApiFunction | ApiClass | Method):
            used = [*positional, *keywords.values(), *([function.receiver] if isinstance(function, Method) else [])]
            self.use(node, *(value for value in used if not self.is_same(result, value)))
        return result

    def _judge_method(self, node: nodes.Call, method: Method, positional: list[Value]) -> list[Value]:
        """A method that changes a list or dict: what is left of its arguments, in a run-time block nothing known."""
        changes = isinstance(method.receiver, ListValue | DictValue) and method.name in _CHANGING
        if not changes or not isinstance(node.func, nodes.Attribute):
            return positional
        if self.judge_change(node, method.receiver, node.func.expr):
            return [Unknown("added in a run-time block") if isinstance(value, Expr) else value for value in positional]
        return positional

    def _call_of(
        self, node: nodes.Call, function: Value, positional: list[Value], keywords: dict[str, Value], open_ended: bool
    ) -> Value:
        match function:
            case Function(jit=True):
                return self.inline(node, function, positional, keywords)
            case External() if function.dotted.rpartition(".")[2] == TENSOR_TRAIT:
                return host.call(self, node, function, positional, keywords)
            case Function() | External():
                return self._foreign_call(node, function, positional, keywords)
            case ApiFunction():
                return self.call_function(node, function.name, positional, keywords, open_ended)
            case ApiClass():
                return self.construct(node, function.name, positional, keywords, open_ended)
            case Method(receiver=Expr() as receiver) if not isinstance(receiver, Const | DTypeExpr):
                return self.call_method(node, receiver, function.name, positional, keywords, open_ended)
            case Builtin():
                return self._builtin(node, function.name, positional, keywords)
            case Unknown():
                if not self._told(node.func):
                    self._incomplete_call(node, node.func.as_string())
            case Expr() if isinstance(function.type, TensorType):
                return self._tensor_call(node, function, positional)
            case Expr() | ListValue() | DictValue() if not self.unusable(node, function):
                kind = self.kind(function)
                if kind.kind not in (Kind.UNKNOWN, Kind.OTHER, Kind.CALLABLE):
                    self.unsupported(node, "not-callable", operand=kind)
        return host.call(self, node, function, positional, keywords)

    def _tensor_call(self, node: nodes.Call, tensor: Expr, positional: list[Value]) -> Value:
        """`t(i)`: pyasc emits a call operator that Ascend C has for no plain element type."""
        if len(positional) != 1 or node.keywords:
            self.unsupported(node, "not-callable", operand=self.kind(tensor))
            return Unknown("a tensor that is called")
        verdict = operators.index(self.kind(positional[0]), sliced=False)
        self.say(node, verdict if verdict is not None else Verdict(trap="slicing-06"))
        return View(tensor, unwrap(operand(positional[0])), span=self.span(node))

    def _builtin(self, node: nodes.Call, name: str, positional: list[Value], keywords: dict[str, Value]) -> Value:
        result = host.builtin(self, node, name, positional, keywords)
        if name not in TRACED_BUILTINS or not positional or self.unusable(node, positional[0]):
            return result
        first = positional[0]
        kind = self.kind(first)
        if name == "isinstance" and len(positional) == 2:
            known = builtins.is_instance(kind, positional[1])
            return Const(known, span=self.span(node)) if known is not None else result
        verdict = builtins.judge(name, kind, first)
        self.say(node, verdict)
        return result

    def _foreign_call(
        self, node: nodes.Call, function: Function | External, positional: list[Value], keywords: dict[str, Value]
    ) -> Value:
        name = describe(function)
        package, _, rest = name.partition(".")
        if isinstance(function, External) and package in _PLAIN_PACKAGES:
            if not self._told(node.func) and name not in _CLASSES and rest not in DTYPES and not rest[:1].isupper():
                self.unsupported(node.func, "plain-function", "helpers-06", name=name)
        if self._told(node.func) or package in _PLAIN_PACKAGES:
            return host.call(self, node, function, positional, keywords)
        self._incomplete_call(node, name)
        return Unknown(f"the result of {name}() is not known")

    def _told(self, node: nodes.NodeNG) -> bool:
        """Whether a remark says already why a callee is not known."""
        span = self.span(node)
        return any(
            span.line <= remark.span.line <= span.end_line
            and remark.span.column >= span.column
            and remark.kind in ("unknown-api", "syntax")
            for remark in self.remarks
        )

    def _incomplete_call(self, node: nodes.Call, name: str) -> None:
        self.remark("incomplete", node, cause="call", name=name)

    def set_element(self, node: nodes.NodeNG, base: Expr, index: Expr, value: Expr) -> None:
        args = {"index": index, "value": value}
        self.emit(Call(self.span(node), "array.__setitem__", args, None, (index, value), {}, base, None))

    def set_attribute(self, node: nodes.NodeNG, target: nodes.AssignAttr, value: Value) -> None:
        base = self.evaluate(target.expr)
        self.set_attributes.add(target.attrname)
        if isinstance(base, New) and isinstance(target.expr, nodes.Name):
            args = {**base.args, target.attrname: operand(value)}
            changed = New(base.cls, args, base.positional, base.keywords, span=base.span)
            self.frame.env[target.expr.name] = changed
            return
        traced = isinstance(base, Instance | UserClass) or (isinstance(base, Expr) and self.has_handle(base))
        once = traced and self.judge_change(node, base, target.expr)
        if isinstance(base, Instance):
            base.fields[target.attrname] = Unknown("set in a run-time block") if once else value
            return
        self.remark("incomplete", node, cause="attribute", name=target.attrname)
