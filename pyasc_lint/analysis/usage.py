"""Which variables a kernel reads."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Block,
    Call,
    CurAddr,
    Expr,
    For,
    If,
    MakeLocal,
    Ref,
    SetBuffer,
    Stmt,
    Var,
    While,
    walk,
)


def expressions(stmt: Stmt) -> Iterator[Expr]:
    """The expressions of one statement, nested statements excluded."""
    match stmt:
        case Assign():
            yield stmt.value
        case Alloc():
            yield from (stmt.allocator, stmt.position, stmt.dtype, stmt.count)
        case MakeLocal():
            yield from (part for part in (stmt.dtype, stmt.position, stmt.address, stmt.count) if part is not None)
        case SetBuffer():
            yield from (part for part in (stmt.tensor, stmt.address, stmt.count) if part is not None)
        case CurAddr():
            yield stmt.allocator
        case Call():
            yield from stmt.positional
            yield from stmt.keywords.values()
            yield from stmt.args.values()
            if stmt.receiver is not None:
                yield stmt.receiver
        case If() | While() | Assume():
            yield stmt.test
        case For():
            yield from (stmt.start, stmt.stop, stmt.step)


def read_variables(body: Block) -> set[Var]:
    """Every variable that some expression reads."""
    found: set[Var] = set()
    for stmt in walk(body):
        todo = list(expressions(stmt))
        while todo:
            expr = todo.pop()
            if isinstance(expr, Ref):
                found.add(expr.var)
            todo.extend(expr.children())
    return found
