"""Numbers of elements that are really numbers of bytes."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.dimension import dimension, variable_dimensions
from pyasc_lint.ir.nodes import Alloc, Call, Expr, MakeLocal, SetBuffer, Stmt
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.types import DTYPES, DType, DTypeOf, Element, TensorType, Type


@dataclass(frozen=True, slots=True, eq=False)
class ByteCount:
    """An element count that was multiplied by an element size. `parameter` is what takes it."""

    stmt: Stmt
    parameter: str
    count: Expr
    element: Element


def byte_counts(facts: KernelFacts) -> Iterator[ByteCount]:
    """Every such count of an allocation, a constructor, a global buffer or a call, but for elements of one byte."""
    variables = variable_dimensions(facts.kernel.body)
    for stmt in survey(facts.kernel).stmts:
        for parameter, count in _counts(stmt):
            if dimension(count, variables) >= 1 and _wide(facts, element := _element(stmt)):
                yield ByteCount(stmt, parameter, count, element)


def _counts(stmt: Stmt) -> Iterator[tuple[str, Expr]]:
    """The element counts of a statement, by parameter."""
    match stmt:
        case Alloc() | MakeLocal() if stmt.count is not None:
            yield "tile_size", stmt.count
        case SetBuffer() if stmt.count is not None:
            yield "buffer_size", stmt.count
        case Call():
            overload = overload_of(stmt)
            for param in overload.params if overload is not None else ():
                if param.kind == "count" and param.name in stmt.args:
                    yield param.name, stmt.args[param.name]


def _element(stmt: Stmt) -> Element:
    """The element type that the counts of a statement count: for a call, that of its first tensor."""
    kinds: list[Type] = []
    match stmt:
        case Alloc() | MakeLocal():
            kinds = [stmt.var.type]
        case SetBuffer():
            kinds = [stmt.tensor.type]
        case Call():
            kinds = [operand.type for operand in (stmt.receiver, *stmt.args.values()) if operand is not None]
    return next((kind.element for kind in kinds if isinstance(kind, TensorType)), None)


def _wide(facts: KernelFacts, element: Element) -> bool:
    """Whether an element may take more than one byte."""
    if isinstance(element, DType):
        return element.size > 1
    if isinstance(element, DTypeOf):
        names = facts.dtypes.get(element.parameter, DTYPES.keys())
        return any(DTYPES[name].size > 1 for name in names)
    return False
