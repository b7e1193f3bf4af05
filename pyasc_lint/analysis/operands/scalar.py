"""What the scalar unit does with memory: single elements, and a table that the library fills."""

from __future__ import annotations

from pyasc_lint.analysis.facts import GlobalRegion, LocalRegion
from pyasc_lint.analysis.operands.model import Kind
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.shapes import span
from pyasc_lint.analysis.values import Poly

RECEIVER = "self"
"""The operand name of the tensor whose method is called."""

_SCALES = Poly.of(16 * 8)
"""Bytes of the table of a vector dequantisation."""


def get_value(op: Operation) -> None:
    """`get_value` of a tensor."""
    _element(op, "read")


def set_value(op: Operation) -> None:
    """`set_value` of a tensor."""
    _element(op, "write")


def _element(op: Operation, kind: Kind) -> None:
    region = op.call.receiver
    if not isinstance(region, LocalRegion | GlobalRegion | tuple):
        raise Unsized("the tensor is not known")
    size = op.element_size(region)
    if size is None:
        raise Unsized("the element type of the tensor is not known")
    index = op.number("offset" if isinstance(region, GlobalRegion) else "index")
    op.touch(region, RECEIVER, (span(size, start=index * size),), kind)


def set_deq_scale(op: Operation) -> None:
    """`set_deq_scale`: with a tensor, the library writes 16 scales there."""
    if "vdeq" in op.form.tensors:
        op.access("vdeq", span(_SCALES))


def configure(op: Operation) -> None:
    """An instruction that touches no tensor: it sets or reads registers, or moves cache lines."""
