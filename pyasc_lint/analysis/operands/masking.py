"""The lanes of a vector call: from its count, or from its mask and repeats, or from the mask register."""

from __future__ import annotations

from pyasc_lint.analysis.facts import ListValue
from pyasc_lint.analysis.operands.lanes import Contiguous, Counted, First, Lanes, Masked, Unknown, capped, per_repeat
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import ONE
from pyasc_lint.analysis.registers import VectorMask
from pyasc_lint.analysis.values import Poly

UNKNOWN_MODE = "paths to it differ in whether counter mode is on"
COUNTER_MODE = "counter mode is on"


def lanes_of(op: Operation, widest: Poly) -> Lanes:
    """The elements a call works on; `widest` is bytes of an element of its widest operand."""
    form = op.form
    external = form.honours_mask and not op.decided("is_set_mask")
    if form.count is not None and not external:
        return Contiguous(op.number(form.count))
    repeats = op.number(form.repeat) if form.repeat is not None else ONE
    if op.call.registers.counter is None:
        raise Unsized(UNKNOWN_MODE)
    mask = op.call.registers.mask if external or form.mask is None else given_mask(op, form.mask)
    if op.call.registers.counter:
        if mask is None or mask.ones is not None:
            raise Unsized(f"{COUNTER_MODE}, but its mask is no number of elements")
        return Counted(mask.low, per_repeat(widest, op.facts), op.facts)
    return masked(op, mask, repeats, widest)


def masked(op: Operation, mask: VectorMask | None, repeats: Poly, widest: Poly) -> Lanes:
    """The elements of every repeat that a mask picks in normal mode."""
    if mask is not None and mask.ones is not None:
        return First(capped(mask.ones, widest, op.facts), repeats, op.facts)
    limit, bits = per_repeat(widest, op.facts), mask.bits if mask is not None else None
    if bits is None or limit.const is None:
        return Unknown(limit, repeats, op.facts)
    limited = min(limit.const, 128)
    full = (1 << limited) - 1
    if bits & full == full:
        return First(Poly.of(limited), repeats, op.facts)
    return Masked(bits & full, limited, repeats)


def given_mask(arguments: Arguments, name: str | None) -> VectorMask | None:
    """A mask argument: a number of elements, or [bits of the first 64 elements, bits of the next]."""
    if name is None:
        return None
    value = arguments.value(name)
    if not isinstance(value, ListValue):
        return VectorMask(arguments.number(name))
    words = [item for item in value.items if isinstance(item, Poly)]
    return VectorMask(None, words[1], words[0]) if len(words) == len(value.items) == 2 else None


def normal_mode(op: Operation) -> None:
    """Refuse what is not known to work in counter mode."""
    if op.call.registers.counter is not False:
        raise Unsized(COUNTER_MODE if op.call.registers.counter else UNKNOWN_MODE)
