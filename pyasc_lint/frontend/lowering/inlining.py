"""Binding the arguments of a helper call to the helper's parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.things import Function, Value
from pyasc_lint.ir.nodes import Const, Unknown

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.evaluator import Evaluator


def bind_helper(
    lowering: Evaluator, node: nodes.Call, function: Function, positional: list[Value], keywords: dict[str, Value]
) -> dict[str, Value]:
    """Values of a helper's parameters; reports missing, extra and unknown arguments."""
    rows = parameters.annotated(function.node)
    names = [name.name for name, _, _ in rows]
    bound: dict[str, Value] = dict(zip(names, positional, strict=False))
    callee = function.node.name
    if len(positional) > len(names) and not function.node.args.vararg:
        lowering.remark("bad-helper-call", node, callee=callee, problem="extra", count=len(names), got=len(positional))
    for key, value in keywords.items():
        if key in names:
            if key in bound:
                lowering.remark("bad-helper-call", node, callee=callee, problem="twice", name=key)
            bound[key] = value
        elif not function.node.args.kwarg:
            lowering.remark("bad-helper-call", node, callee=callee, problem="unknown", name=key, names=tuple(names))
    defaults = list(function.node.args.defaults or ())
    first_default = len(names) - len(defaults) - len(function.node.args.kwonlyargs)
    open_ended = any(isinstance(a, nodes.Starred) for a in node.args) or any(k.arg is None for k in node.keywords)
    for index, (name, note, has_default) in enumerate(rows):
        if name.name in bound:
            _check_annotation(lowering, node, function, name.name, note, bound[name.name])
            continue
        if has_default and 0 <= index - first_default < len(defaults):
            default = defaults[index - first_default]
            bound[name.name] = lowering.resolver.evaluate(function.module, function.scope, default)
            continue
        if not open_ended:
            lowering.remark("bad-helper-call", node, callee=callee, problem="missing", name=name.name)
        bound[name.name] = Unknown(f"'{name.name}' is not given")
    return bound


def _check_annotation(
    lowering: Evaluator, node: nodes.Call, function: Function, name: str, note: nodes.NodeNG | None, value: Value
) -> None:
    """Note how the argument is passed: pyasc specialises on ConstExpr parameters only, once per helper name."""
    _, constexpr = parameters.type_of(lowering, function, note, name)
    constant = value.value if isinstance(value, Const) else None
    lowering.remark("helper-argument", node, callee=function.node.name, name=name, constexpr=constexpr, value=constant)
