"""Lengths that must be multiples of something, paddings and shifts: limits that depend on the element type."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, KernelFacts, StructValue
from pyasc_lint.analysis.limits.model import Breach, is_told, number_in, span_of
from pyasc_lint.analysis.limits.sizes import operand_size
from pyasc_lint.analysis.operands.shapes import BLOCK
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import exceeds, misaligned

_SHIFTS = frozenset({"shift_left", "shift_right"})


def size_breaches(facts: KernelFacts, call: CallFact) -> Iterator[Breach]:
    """Arguments whose limit is in bytes, or in bits of an element."""
    function = api.find_function(call.stmt.api)
    if function is None:
        return
    for rule in function.constraints:
        if rule["kind"] == "count_bytes_multiple" and rule.get("operand") == "src":
            yield from _count_breach(call, rule["bytes"])
    if function.name == "data_copy_pad":
        yield from _pad_breaches(call)
    elif function.name in _SHIFTS and facts.profile.arch == 2201:
        yield from _shift_breach(call)


def _count_breach(call: CallFact, unit: int) -> Iterator[Breach]:
    value, size = call.operands.get("count"), operand_size(call, "src0")
    if not isinstance(value, Poly) or size is None:
        return
    verdict = misaligned(call.facts, value * size, unit)
    if is_told(verdict):
        wide = number_in(size, verdict)
        details = {"unit": str(unit), "step": str(unit // wide) if wide else f"{unit} / {size}"}
        yield Breach("count-multiple", span_of(call, "count"), "count", verdict, value, details, value * size)


def _pad_breaches(call: CallFact) -> Iterator[Breach]:
    size = operand_size(call, "dst") or operand_size(call, "src")
    params, padding = call.operands.get("data_copy_params"), call.operands.get("pad_params")
    if size is None:
        return
    if isinstance(params, StructValue) and params.cls == "DataCopyExtParams" and size.const is not None:
        length = params.fields.get("block_len")
        if isinstance(length, Poly) and is_told(verdict := misaligned(call.facts, length, size.const)):
            what = f"{params.cls}.block_len"
            span = span_of(call, "data_copy_params", "block_len")
            yield Breach("bytes-multiple", span, what, verdict, length, {"size": str(size)})
    if not isinstance(padding, StructValue):
        return
    for name in ("left_padding", "right_padding"):
        amount = padding.fields.get(name)
        if isinstance(amount, Poly) and is_told(verdict := exceeds(call.facts, amount * size, BLOCK)):
            wide = number_in(size, verdict)
            details = {"limit": str(BLOCK // wide) if wide else f"{BLOCK} / {size}"}
            what, span = f"{padding.cls}.{name}", span_of(call, "pad_params", name)
            yield Breach("padding", span, what, verdict, amount, details, amount * size, BLOCK)
    fill = padding.fields.get("padding_value")
    if isinstance(fill, Poly) and size.const == 8 and call.facts.decide(v.ne(fill, 0)):
        what, span = f"{padding.cls}.padding_value", span_of(call, "pad_params", "padding_value")
        yield Breach("padding-value", span, what, value=fill)


def _shift_breach(call: CallFact) -> Iterator[Breach]:
    """Arch 2201 shifts by no more than the bits of an element."""
    value, size = call.operands.get("scalar"), operand_size(call, "src")
    if isinstance(value, Poly) and size is not None and size.const is not None:
        verdict = exceeds(call.facts, value, size.const * 8)
        if is_told(verdict):
            bits = size.const * 8
            details = {"low": "0", "high": str(bits)}
            yield Breach("range", span_of(call, "scalar"), "scalar", verdict, value, details, limit=bits)
