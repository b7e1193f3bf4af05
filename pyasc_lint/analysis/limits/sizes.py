"""Bytes of the elements of operands."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, LocalRegion
from pyasc_lint.analysis.values import Poly
from pyasc_lint.ir.types import DType, DTypeOf, Element


def element_size(call: CallFact, element: Element) -> Poly | None:
    """Bytes of one element; None where the dtype is not known."""
    if isinstance(element, DType):
        return Poly.of(element.size)
    return call.sizes.get(element) if isinstance(element, DTypeOf) else None


def operand_size(call: CallFact, name: str) -> Poly | None:
    """Bytes of one element of a tensor operand; None where its dtype is not known or differs by path."""
    value = call.operands.get(name)
    elements = {region.element for region in value} if isinstance(value, tuple) else set()
    if isinstance(value, LocalRegion | GlobalRegion):
        elements = {value.element}
    return element_size(call, elements.pop()) if len(elements) == 1 else None


def widest(call: CallFact, names: Sequence[str]) -> Poly | None:
    """Bytes of the widest element among operands; None where one is not known."""
    sizes = [operand_size(call, name) for name in names]
    known = dict.fromkeys(size for size in sizes if size is not None)
    if not known or None in sizes:
        return None
    largest, *others = known
    for size in others:
        largest = v.maximum(largest, size, call.facts)
    return largest
