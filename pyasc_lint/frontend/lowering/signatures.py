"""What pyasc 1.1.1 refuses in the signature or decorator of an `@asc.jit` function, whatever it is called with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from pyasc_lint import api
from pyasc_lint.api import Failure, Reason
from pyasc_lint.api.vocabulary import closest
from pyasc_lint.frontend.lowering.evaluator import Evaluator
from pyasc_lint.frontend.lowering.things import DictValue, External, Function, ListValue
from pyasc_lint.frontend.syntax import reads
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Foreign, Unknown

if TYPE_CHECKING:
    from pyasc_lint.frontend.lowering.names import Names

_OTHER_OPTIONS = frozenset({"capture_exceptions", "ir_multithreading", "core_num", "stream"})
"""Options of tracing and launching; those of compiling are in the API table."""

_NO_CLASSES = frozenset({"typing.Optional", "typing.Union", "typing.Literal", "typing.Final", "typing.ClassVar"})
"""What annotates a parameter and is no class, so that pyasc's `issubclass` fails on it."""

_CPP_KEYWORDS = frozenset({
    "alignas", "alignof", "asm", "auto", "bool", "case", "catch", "char", "concept", "const", "consteval",
    "constexpr", "constinit", "const_cast", "co_await", "co_return", "co_yield", "decltype", "default", "delete",
    "do", "double", "dynamic_cast", "enum", "explicit", "export", "extern", "float", "friend", "goto", "inline",
    "int", "long", "mutable", "namespace", "new", "noexcept", "operator", "private", "protected", "public",
    "register", "reinterpret_cast", "requires", "short", "signed", "sizeof", "static", "static_assert",
    "static_cast", "struct", "switch", "template", "this", "thread_local", "throw", "typedef", "typeid", "typename",
    "union", "unsigned", "using", "virtual", "void", "volatile", "wchar_t",
})  # fmt: skip
"""Keywords of C++ that are names in Python."""


def options() -> frozenset[str]:
    """Keywords of `@asc.jit(...)` and of a launch."""
    return frozenset(api.table().compile_options) | _OTHER_OPTIONS


def judge_signature(lowering: Names, function: Function, future: bool) -> None:
    """Note what is wrong with the `def` line and the decorator. `future`: annotations are strings (ASC703 tells)."""
    node = function.node
    if isinstance(node, nodes.AsyncFunctionDef):
        lowering.unsupported(node, "async", text="AsyncFunctionDef")
    if node.name in _CPP_KEYWORDS:
        lowering.trap(node, "helpers-10", name=node.name)
    _judge_options(lowering, function)
    _judge_parameters(lowering, function)
    if not future:
        _judge_annotations(lowering, function)


def _judge_options(lowering: Names, function: Function) -> None:
    for keyword in function.jit_call.keywords if function.jit_call is not None else ():
        if keyword.arg is not None and keyword.arg not in options():
            suggestion = closest(keyword.arg, options())
            failure = Failure(
                Reason.UNKNOWN_KEYWORD, f"unknown option '{keyword.arg}'", keyword.arg, suggestion=suggestion
            )
            lowering.remark("bad-call", keyword, callee="jit", failure=failure)
        elif keyword.arg == "kernel_type":
            _judge_kernel_type(lowering, function, keyword)


def _judge_kernel_type(lowering: Names, function: Function, keyword: nodes.Keyword) -> None:
    """pyasc 1.1.1 refuses a string or a number for the kernel type."""
    scope = function.decorator.scope if function.decorator is not None else None
    value = Evaluator(lowering.resolver, function.module, scope).evaluate(keyword.value)
    if isinstance(value, Foreign) and value.what == "missing":
        lowering.evaluate(keyword.value)  # says so
    elif isinstance(value, Const) and value.value is not None:
        got = str(lowering.kind(value))
        message = f"'kernel_type' must be KernelType, got {got}"
        failure = Failure(Reason.WRONG_KIND, message, "kernel_type", "kernel_type", got, "KernelType")
        lowering.remark("bad-call", keyword.value, callee="jit", failure=failure)


def _judge_parameters(lowering: Names, function: Function) -> None:
    arguments = function.node.args
    for name in (*arguments.posonlyargs, *(arguments.args or []), *arguments.kwonlyargs):
        if name.name in options():
            lowering.unsupported(name, "option-name", "helpers-08", name=name.name)
    for star, where in ((arguments.vararg, arguments.vararg_node), (arguments.kwarg, arguments.kwarg_node)):
        if star:
            lowering.frame.env[star] = Unknown(f"'{star}' holds any arguments")
            if star == arguments.kwarg and len(lowering.frames) == 1 and not reads(function.node, star):
                continue  # of a kernel that no launch gives more
            lowering.unsupported(where or function.node, "star-parameter", "helpers-08", name=star)


def _judge_annotations(lowering: Names, function: Function) -> None:
    arguments = function.node.args
    for note in (*arguments.posonlyargs_annotations, *arguments.annotations, *(arguments.kwonlyargs_annotations or ())):
        if note is not None and _is_no_class(lowering, function, note):
            lowering.unsupported(note, "annotation", text=note.as_string())


def _is_no_class(lowering: Names, function: Function, note: nodes.NodeNG) -> bool:
    if isinstance(note, nodes.Subscript):
        note = note.value
    value = lowering.resolver.evaluate(function.module, function.scope, note)
    if isinstance(value, External):
        return value.dotted in _NO_CLASSES
    return isinstance(value, Const | DTypeExpr | Enum | ListValue | DictValue)
