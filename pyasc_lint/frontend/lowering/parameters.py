"""Parameters of `@asc.jit` functions: their types from annotations and launches."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint.frontend.lowering import host
from pyasc_lint.frontend.lowering.things import ApiClass, Builtin, Function, UserClass, Value
from pyasc_lint.ir.nodes import Const, DTypeExpr, Param, Var
from pyasc_lint.ir.spans import Span
from pyasc_lint.ir.types import (
    BOOL,
    FLOAT32,
    INT32,
    UNKNOWN_TYPE,
    AddressType,
    DType,
    DTypeOf,
    ObjectType,
    ScalarOf,
    TensorType,
    Type,
)

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.evaluator import Evaluator
    from pyasc_lint.frontend.source import Source

_NUMBERS = {"int": INT32, "float": FLOAT32, "bool": BOOL}


def annotated(node: nodes.FunctionDef) -> list[tuple[nodes.AssignName, nodes.NodeNG | None, bool]]:
    """(parameter, annotation, has a default) of every plain parameter, in order."""
    arguments = node.args
    names = [*arguments.posonlyargs, *(arguments.args or [])]
    notes = [*arguments.posonlyargs_annotations, *arguments.annotations]
    defaults = len(arguments.defaults or ())
    annotated_names = enumerate(zip(names, notes, strict=False))
    rows = [(name, note, index >= len(names) - defaults) for index, (name, note) in annotated_names]
    keyword_notes = arguments.kwonlyargs_annotations or [None] * len(arguments.kwonlyargs)
    keyword_defaults = arguments.kw_defaults or [None] * len(arguments.kwonlyargs)
    rows += [
        (name, note, default is not None)
        for name, note, default in zip(arguments.kwonlyargs, keyword_notes, keyword_defaults, strict=False)
    ]
    return rows


def constexprs(evaluator: Evaluator, function: Function) -> frozenset[str]:
    """Names of the parameters annotated ConstExpr."""
    rows = annotated(function.node)
    return frozenset(name.name for name, note, _ in rows if type_of(evaluator, function, note, name.name)[1])


def defaults(node: nodes.FunctionDef) -> dict[str, nodes.NodeNG]:
    """Default values by parameter."""
    arguments = node.args
    names = [*arguments.posonlyargs, *(arguments.args or [])]
    values = list(arguments.defaults or ())
    found = {name.name: value for name, value in zip(names[len(names) - len(values) :], values, strict=True)}
    keywords = zip(arguments.kwonlyargs, arguments.kw_defaults or (), strict=False)
    return found | {name.name: value for name, value in keywords if value is not None}


def of(evaluator: Evaluator, function: Function, launched: Mapping[str, object]) -> list[Param]:
    """The parameters of a kernel. `launched` holds what a launch fixes: constants, or the DType of an array."""
    params = []
    for name, note, has_default in annotated(function.node):
        kind, constexpr = type_of(evaluator, function, note, name.name)
        known = launched.get(name.name)
        if isinstance(known, ScalarOf):
            kind = known.dtype
        elif isinstance(known, DType) and (isinstance(kind, AddressType) or kind == UNKNOWN_TYPE):
            kind = AddressType(known)
        elif kind == UNKNOWN_TYPE and isinstance(known, bool | int | float):
            kind = BOOL if isinstance(known, bool) else INT32 if isinstance(known, int) else FLOAT32
        text = note.as_string() if note is not None else ""
        var = Var(name.name, kind, "param")
        params.append(Param(var, text, constexpr, evaluator.span(name), has_default))
    return params


def type_of(evaluator: Evaluator, function: Function, note: nodes.NodeNG | None, name: str) -> tuple[Type, bool]:
    """(type, whether it is a ConstExpr) from an annotation node."""
    if note is None:
        return UNKNOWN_TYPE, False
    if isinstance(note, nodes.Const) and isinstance(note.value, str):
        return _type_of_text(note.value, name)
    inner: Type = UNKNOWN_TYPE
    if isinstance(note, nodes.Subscript):
        inner, _ = type_of(evaluator, function, note.slice, name)
        note = note.value
    value = evaluator.resolver.evaluate(function.module, function.scope, note)
    if isinstance(value, ApiClass) and value.name == "ConstExpr":
        return inner, True
    if isinstance(value, UserClass):
        return host.struct_type(evaluator, value), False
    return _type_of_value(value, name), False


def _type_of_value(value: Value, name: str) -> Type:
    match value:
        case Builtin():
            return _NUMBERS.get(value.name, UNKNOWN_TYPE)
        case DTypeExpr() if isinstance(value.element, DType):
            return value.element
        case ApiClass():
            return _class_type(value.name, name)
        case Const(value=None):
            return ObjectType("None")
    return UNKNOWN_TYPE


def _class_type(cls: str, name: str) -> Type:
    if cls == "GlobalAddress":
        return AddressType(DTypeOf(name))
    if cls in ("LocalTensor", "GlobalTensor"):
        return TensorType("local" if cls == "LocalTensor" else "global", None)
    return ObjectType(cls)


def _type_of_text(text: str, name: str) -> tuple[Type, bool]:
    """The type behind a string annotation, by its last dotted name."""
    match = re.fullmatch(r"\s*([\w.]+)\s*(?:\[\s*([\w.]+)\s*\])?\s*", text)
    if match is None:
        return UNKNOWN_TYPE, False
    outer, inner = (part.rpartition(".")[2] if part else "" for part in match.groups())
    if outer == "ConstExpr":
        return _NUMBERS.get(inner, UNKNOWN_TYPE), True
    return _NUMBERS.get(outer) or _class_type(outer, name), False


def name_span(function: Function) -> Span:
    """The span of a function's name in its `def`."""
    return defined_name(function.module.source, function.node)


def extent(function: Function) -> Span:
    """The span of a function's whole definition, its decorators included."""
    node = function.node
    first = min([node.lineno or 1, *(each.lineno or 1 for each in (node.decorators.nodes if node.decorators else ()))])
    return function.module.source.span(first, node.col_offset or 0, node.end_lineno, node.end_col_offset)


def defined_name(source: Source, node: nodes.FunctionDef | nodes.ClassDef) -> Span:
    """The span of the name that a `def` or `class` statement binds."""
    line = node.fromlineno or node.lineno or 1
    text = source.lines[line - 1] if line <= len(source.lines) else ""
    match = re.search(rf"\b(?:def|class)\s+({re.escape(node.name)})\b", text)
    start = match.start(1) + 1 if match else (node.col_offset or 0) + 1
    return Span(source.path, line, start, line, start + len(node.name))
