"""`kernel[cores](…)` in host code: arguments that pyasc 1.1.1 refuses when the kernel is launched."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from pyasc_lint.frontend.lowering import parameters
from pyasc_lint.frontend.lowering.evaluator import Evaluator
from pyasc_lint.frontend.lowering.inlining import satisfies
from pyasc_lint.frontend.lowering.kinds import Tracing
from pyasc_lint.frontend.lowering.signatures import options
from pyasc_lint.frontend.lowering.things import DictValue, Function, ListValue, Value
from pyasc_lint.frontend.syntax import reads
from pyasc_lint.ir.nodes import Const, DTypeExpr, Remark


def judge_launch(evaluator: Evaluator, node: nodes.Call, function: Function) -> Iterator[Remark]:
    """What is certainly wrong with a launch. Values that are not known are left alone."""
    arguments, callee = function.node.args, function.node.name

    def remark(where: nodes.NodeNG, problem: str, **data: object) -> Remark:
        return Remark("bad-launch", evaluator.span(where), {"callee": callee, "problem": problem, **data})

    by_position = [name.name for name in (*arguments.posonlyargs, *(arguments.args or []))]
    named = [name.name for name in (*(arguments.args or []), *arguments.kwonlyargs)]
    starred = any(isinstance(argument, nodes.Starred) for argument in node.args)
    expanded = any(keyword.arg is None for keyword in node.keywords)
    given: dict[str, nodes.NodeNG] = {} if starred else dict(zip(by_position, node.args, strict=False))
    if not starred and len(node.args) > len(by_position) and not arguments.vararg:
        yield remark(node.args[len(by_position)], "extra", count=len(by_position), got=len(node.args))
    for keyword in node.keywords:
        name = keyword.arg
        if name is None or (name in options() and name not in named):
            continue
        if name in given:
            yield remark(keyword, "twice", name=name)
        elif name not in named and not arguments.kwarg:
            yield remark(keyword, "unknown", name=name, names=tuple(named))
        given[name] = keyword.value
    if not starred and not expanded:
        defaults = parameters.defaults(function.node)
        for name in (*by_position, *(name.name for name in arguments.kwonlyargs)):
            if name not in given and name not in defaults:
                yield remark(node, "missing", name=name)
            elif name not in given and reads(function.node, name):
                yield remark(node, "default", name=name)
    for row in parameters.annotated(function.node):
        name, argument = row[0].name, given.get(row[0].name)
        if argument is None:
            continue
        wanted, constexpr = parameters.type_of(evaluator, function, row[1], name)
        value = evaluator.evaluate(argument)
        kind = Tracing().kind_of(value)
        if constexpr and not satisfies(kind, wanted):
            yield remark(argument, "constexpr", name=name, wanted=str(wanted), operand=kind)
        elif not constexpr and _never_passed(value):
            yield remark(argument, "kind", name=name, operand=kind)


def _never_passed(value: Value) -> bool:
    """Whether a host value has no form as a kernel argument."""
    if isinstance(value, Const):
        return value.value is None or isinstance(value.value, str)
    return isinstance(value, DTypeExpr | ListValue | DictValue)
