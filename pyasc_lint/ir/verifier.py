"""Structural invariants of the IR. The frontend promises them; tests check them on every kernel they lower."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import (
    AddressAdd,
    Alloc,
    Assign,
    Block,
    Call,
    CurAddr,
    Expr,
    For,
    If,
    Inlined,
    Kernel,
    MakeGlobal,
    MakeLocal,
    NewAllocator,
    Ref,
    Reinterpret,
    SetBuffer,
    Stmt,
    Var,
    View,
    While,
    sub_blocks,
)
from pyasc_lint.ir.spans import CallSite, Span, Stack
from pyasc_lint.ir.traversal import defined, expressions, parts
from pyasc_lint.ir.types import UNKNOWN_TYPE, AddressType, AllocatorType, DType, TensorType, Type

Lines = Mapping[str, Sequence[str]]
"""The lines of every file that spans may lie in, by path."""


def verify(kernel: Kernel, lines: Lines | None = None) -> list[str]:
    """What is wrong with a kernel, one text a defect; empty if nothing is.

    Checked are: every variable that is read has a value on some path; what makes a variable and how often; types that
    the frontend chooses (an operand of a wrong type is the user's, and up to the rules); spans inside their file;
    stacks that agree with the helpers around.
    """
    check = _Check(lines)
    for param in kernel.params:
        check.span(param.span, f"parameter {param.var.name}")
        check.define(param.var, f"parameter {param.var.name}")
        if param.var.role != "param":
            check.wrong.append(f"parameter {param.var.name} has role {param.var.role}")
    check.span(kernel.span, "the kernel")
    for remark in kernel.remarks:
        check.span(remark.span, f"remark {remark.kind}")
    check.block(kernel.body, ())
    return check.wrong


@dataclass(slots=True)
class _Check:
    lines: Lines | None
    wrong: list[str] = field(default_factory=list)
    known: set[Var] = field(default_factory=set)
    made: set[Var] = field(default_factory=set)
    seen: set[int] = field(default_factory=set)

    def block(self, body: Block, stack: Stack) -> None:
        for stmt in body:
            name = f"{type(stmt).__name__} in line {stmt.span.line}"
            if id(stmt) in self.seen:
                self.wrong.append(f"{name} stands in two places")
                continue
            self.seen.add(id(stmt))
            if stmt.stack != stack:
                self.wrong.append(f"{name} has stack {_text(stmt.stack)}, the code around it {_text(stack)}")
            self.span(stmt.span, name)
            if isinstance(stmt, While):
                self.block(stmt.head, stack)
            for expr in expressions(stmt):
                self.expression(expr, name)
            self.wrong += [f"{name}: {text}" for text in _misfits(stmt)]
            var = defined(stmt)
            if var is not None:
                self.define(var, name, again=isinstance(stmt, Assign))
            inner = (*stack, CallSite(stmt.function, stmt.span)) if isinstance(stmt, Inlined) else stack
            for block in [stmt.body] if isinstance(stmt, While) else sub_blocks(stmt):
                self.block(block, inner)

    def define(self, var: Var, name: str, again: bool = False) -> None:
        """`again`: an assignment, which may change a variable that an assignment made."""
        if var in self.made or (var in self.known and not again):
            self.wrong.append(f"{name} defines '{var.name}' a second time")
        if not again:
            self.made.add(var)
        self.known.add(var)

    def expression(self, expr: Expr, name: str) -> None:
        for part in parts(expr):
            if not isinstance(part, Expr):
                self.wrong.append(f"{name} holds {part!r}, which is no expression")
                continue
            if part.span is not None:
                self.span(part.span, f"{type(part).__name__} of {name}")
            if isinstance(part, Ref) and part.var not in self.known:
                self.wrong.append(f"{name} reads '{part.var.name}', which has no value on any path")
            self.wrong += [f"{name}: {text}" for text in _mistyped(part)]

    def span(self, span: Span, name: str) -> None:
        if span.line < 1 or span.column < 1 or (span.end_line, span.end_column) < (span.line, span.column):
            self.wrong.append(f"{name} has the span {span}")
        elif self.lines is not None:
            lines = self.lines.get(span.path)
            if lines is None:
                self.wrong.append(f"{name} lies in {span.path}, which is no file of the run")
            elif span.end_line > len(lines) or span.end_column > len(lines[span.end_line - 1]) + 1:
                self.wrong.append(f"{name} ends past the end of {span.path}: {span}")


def _text(stack: Stack) -> str:
    return " > ".join(site.function for site in stack) or "none"


# --------------------------------------------------------------------------------------------------------------- types


def _misfits(stmt: Stmt) -> Iterator[str]:
    """Types of a statement's variable and operands that cannot be."""
    match stmt:
        case Assign():
            if not _same_family(stmt.var.type, stmt.value.type):
                yield f"a variable of type {stmt.var.type} gets a value of type {stmt.value.type}"
        case NewAllocator():
            yield from _expect("variable", stmt.var.type, AllocatorType)
        case Alloc():
            yield from _expect("allocator", stmt.allocator.type, AllocatorType)
            yield from _expect("variable", stmt.var.type, TensorType)
        case MakeLocal() | MakeGlobal():
            yield from _expect("variable", stmt.var.type, TensorType)
        case SetBuffer():
            yield from _expect("tensor", stmt.tensor.type, TensorType)
        case CurAddr():
            yield from _expect("allocator", stmt.allocator.type, AllocatorType)
            yield from _expect("variable", stmt.var.type, DType)
        case For():
            yield from _expect("variable", stmt.var.type, DType)
            if stmt.var.role != "loop":
                yield f"the loop variable has role {stmt.var.role}"
        case If() | While():
            if isinstance(stmt.test.type, AllocatorType | AddressType):
                yield f"the test is of type {stmt.test.type}"
        case Call():
            if stmt.spans.keys() - stmt.args.keys():
                yield f"spans of {sorted(stmt.spans.keys() - stmt.args.keys())}, which are no arguments"


def _mistyped(expr: Expr) -> Iterator[str]:
    """Types of an expression's operands that cannot be."""
    match expr:
        case View() | Reinterpret():
            yield from _expect("base of a view", expr.base.type, TensorType)
        case AddressAdd():
            yield from _expect("base of an address", expr.base.type, AddressType)


def _expect(what: str, kind: Type, wanted: type[Type]) -> Iterator[str]:
    if kind != UNKNOWN_TYPE and not isinstance(kind, wanted):
        yield f"the {what} is of type {kind}, not {wanted.__name__}"


def _same_family(first: Type, second: Type) -> bool:
    if UNKNOWN_TYPE in (first, second):
        return True
    if isinstance(first, TensorType) and isinstance(second, TensorType):
        return first.space == second.space
    return type(first) is type(second)
