"""What traps look at in a kernel: calls, parameter structs, and whether two operands are one value for pyasc."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.ir.nodes import (
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    Const,
    CoreTest,
    Expr,
    For,
    If,
    New,
    Ref,
    Reinterpret,
    Stmt,
    Var,
    View,
    While,
    sub_blocks,
)
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import parts
from pyasc_lint.ir.types import AddressType, DType, TensorType
from pyasc_lint.rules._rule import Note
from pyasc_lint.rules._wording import stack_notes


def calls(facts: KernelFacts, *names: str) -> list[Call]:
    """The calls of these functions or methods ("data_copy", "LocalTensor.set_value"), of all where none is given."""
    found = survey(facts.kernel)
    return found.calls(*names) if names else found.of(Call)


def structs(facts: KernelFacts, cls: str) -> list[New]:
    """The parameter structs of a class that the kernel uses, each once."""
    return [new for new in dict.fromkeys(new for _, new in survey(facts.kernel).uses(New)) if new.cls == cls]


def notes(call: Call) -> tuple[Note, ...]:
    """The helper calls around a call."""
    return stack_notes(call.stack)


def is_false(expr: Expr | None) -> bool:
    """Whether an argument is the literal False."""
    return isinstance(expr, Const) and expr.value is False


def element(expr: Expr | None) -> DType | None:
    """The element type of a tensor operand, None where it is not known."""
    kind = expr.type if expr is not None else None
    return kind.element if isinstance(kind, TensorType | AddressType) and isinstance(kind.element, DType) else None


def trace_time_variables(facts: KernelFacts) -> frozenset[Var]:
    """The variables that pyasc knows while it traces: ConstExpr parameters, and what is computed from such alone."""
    known = {param.var for param in facts.kernel.params if param.constexpr}
    for stmt in survey(facts.kernel).stmts:
        if isinstance(stmt, For) and stmt.static:
            known.add(stmt.var)
        elif isinstance(stmt, Assign):
            (known.discard if is_run_time(stmt.value, known) else known.add)(stmt.var)
    return frozenset(known)


def is_run_time(expr: Expr, trace_time: Collection[Var]) -> bool:
    """Whether a number is certainly one that only the device knows. `trace_time` are the variables that are not."""
    return any(
        isinstance(part, Cast | CoreTest)
        or (isinstance(part, Ref) and isinstance(part.type, DType) and part.var not in trace_time)
        for part in parts(expr)
    )


def is_run_time_block(stmt: Stmt, trace_time: Collection[Var]) -> bool:
    """Whether the blocks of a statement are blocks of the generated code, rather than folded while pyasc traces."""
    match stmt:
        case If():
            return is_run_time(stmt.test, trace_time)
        case For():
            return not stmt.static
    return isinstance(stmt, While)


def value_key(expr: Expr) -> Hashable:
    """Equal for operands that pyasc makes one value of: it merges what is computed twice from the same."""
    match expr:
        case Ref(var=var):
            return ("variable", id(var))
        case Const(value=value):
            return ("constant", type(value), value)
        case View(base=base, offset=offset):
            return ("view", value_key(base), value_key(offset))
        case Reinterpret(base=base, element=of):
            return ("reinterpret", value_key(base), of)
        case Binary(op=op, left=left, right=right):
            return (op, value_key(left), value_key(right))
    return ("value", id(expr))


def blocks(facts: KernelFacts) -> Iterator[Block]:
    """The blocks of a kernel, nested ones included."""
    yield facts.kernel.body
    for stmt in survey(facts.kernel).stmts:
        yield from sub_blocks(stmt)
