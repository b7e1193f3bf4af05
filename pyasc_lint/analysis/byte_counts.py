"""Numbers of elements that are really numbers of bytes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import Buffer, CallFact, GlobalRegion, KernelFacts, LocalRegion
from pyasc_lint.analysis.values import Facts
from pyasc_lint.ir.dimension import dimension, variable_dimensions
from pyasc_lint.ir.nodes import Expr
from pyasc_lint.ir.types import DType, DTypeOf, Element


@dataclass(frozen=True, slots=True, eq=False)
class ByteCount:
    """An element count that was multiplied by an element size. `parameter` is what takes it."""

    where: Buffer | CallFact
    parameter: str
    count: Expr
    element: Element


def byte_counts(facts: KernelFacts) -> Iterator[ByteCount]:
    """Every such count of an allocation, a constructor or a call, but for elements of one byte."""
    variables = variable_dimensions(facts.kernel.body)
    for buffer in facts.buffers:
        count = buffer.stmt.count
        if count is not None and dimension(count, variables) >= 1 and _wide(facts, buffer.element, buffer.facts):
            yield ByteCount(buffer, "tile_size", count, buffer.element)
    for call in facts.calls:
        overload = overload_of(call.stmt)
        for param in overload.params if overload is not None else ():
            argument = call.stmt.args.get(param.name) if param.kind == "count" else None
            element = _element(call)
            if argument is not None and dimension(argument, variables) >= 1 and _wide(facts, element, call.facts):
                yield ByteCount(call, param.name, argument, element)


def _element(call: CallFact) -> Element:
    """The element type of the first tensor of a call: what its counts count."""
    for operand in (call.receiver, *call.operands.values()):
        if isinstance(operand, tuple):
            operand = operand[0]
        if isinstance(operand, LocalRegion | GlobalRegion):
            return operand.element
    return None


def _wide(facts: KernelFacts, element: Element, known: Facts) -> bool:
    """Whether an element may take more than one byte."""
    if isinstance(element, DType):
        return element.size > 1
    if not isinstance(element, DTypeOf):
        return False
    size = next((symbol for symbol, parameter in facts.sizes.items() if parameter == element.parameter), None)
    return size is None or known.ask(v.le(size, 1)) is not v.Answer.PROVED
