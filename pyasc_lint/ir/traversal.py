"""What statements read and define."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.ir.nodes import (
    Alloc,
    Assign,
    Assume,
    Call,
    CurAddr,
    Expr,
    For,
    If,
    MakeGlobal,
    MakeLocal,
    NewAllocator,
    SetBuffer,
    Stmt,
    Var,
    While,
)


def expressions(stmt: Stmt) -> Iterator[Expr]:
    """The expressions of one statement, nested statements excluded."""
    match stmt:
        case Call():
            yield from stmt.positional
            yield from stmt.keywords.values()
            yield from stmt.args.values()
            if stmt.receiver is not None:
                yield stmt.receiver
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
        case If() | While() | Assume():
            yield stmt.test
        case For():
            yield from (stmt.start, stmt.stop, stmt.step)


def parts(expr: Expr) -> Iterator[Expr]:
    """An expression and everything inside it (no recursion: expressions may nest deeply)."""
    todo = [expr]
    while todo:
        part = todo.pop()
        yield part
        todo.extend(part.children())


def defined(stmt: Stmt) -> Var | None:
    """The variable that a statement itself gives a value."""
    match stmt:
        case Assign() | NewAllocator() | Alloc() | MakeLocal() | MakeGlobal() | CurAddr() | For():
            return stmt.var
        case Call():
            return stmt.result
    return None
