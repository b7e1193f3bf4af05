"""Numbers outside their range: arguments, and fields of parameter structs."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint import api
from pyasc_lint.analysis.facts import CallFact, KernelFacts, StructValue
from pyasc_lint.analysis.limits.documented import NOTHING, Range, argument_range, field_range
from pyasc_lint.analysis.limits.masks import takes_register_mask
from pyasc_lint.analysis.limits.model import Breach, format_range, is_told, is_zero, number_in, outside, span_of
from pyasc_lint.analysis.operands.plan import default_value, form_of
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import NEVER
from pyasc_lint.ir.spans import Span

_BITS = "uint64_t"
"""Fields of this type hold bit patterns as well as numbers."""
_LAST_FLAG = 26
"""Flag ids of arch 3510 in mode 4, which pairs a cube core with one vector core."""


def number_breaches(facts: KernelFacts, call: CallFact, overload: api.Overload) -> Iterator[Breach]:
    """Arguments and struct fields of a call that are out of range, or make it do nothing."""
    unused = _unused(call)
    for param in overload.params:
        value = call.operands.get(param.name)
        if isinstance(value, StructValue):
            yield from _field_breaches(call, param.name, value)
        elif isinstance(value, Poly) and param.name not in unused:
            yield from _argument_breach(facts, call, param, value)


def _unused(call: CallFact) -> set[str | None]:
    """Arguments that the instruction does not look at: a mask register or counter mode decides instead."""
    form = form_of(call.stmt.api, call.stmt.overload or 0)
    if form is None:
        return set()
    counted = form.mask is not None and call.registers.counter is not False
    return {form.repeat if counted else None, form.count if takes_register_mask(call, form) else None}


def _argument_breach(facts: KernelFacts, call: CallFact, param: api.Param, value: Poly) -> Iterator[Breach]:
    bounds = argument_range(call.stmt.api, param)
    if bounds is None or (param.kind == "count" and not _works_on_tensors(call)):
        return
    if param.kind == "flag_id" and facts.profile.arch != 2201:
        bounds = Range(0, _LAST_FLAG)
    verdict = outside(call.facts, value, bounds)
    span = span_of(call, param.name)
    if is_told(verdict):
        low, high = format_range(bounds)
        kind = "range" if bounds.high is not None else "negative"
        yield Breach(kind, span, param.name, verdict, value, {"low": low, "high": high}, limit=bounds.high)
    elif param.kind in ("count", "repeat") and is_zero(call.facts, value):
        yield Breach("nothing", span, param.name)


def _works_on_tensors(call: CallFact) -> bool:
    form = form_of(call.stmt.api, call.stmt.overload or 0)
    return form is not None and bool(form.tensors)


def _field_breaches(call: CallFact, param: str, struct: StructValue) -> Iterator[Breach]:
    info = api.find_class(struct.cls)
    idle: Breach | None = None
    for field in info.fields if info is not None else ():
        span, what = span_of(call, param, field.name), f"{struct.cls}.{field.name}"
        value = struct.fields.get(field.name)
        given = field.name in struct.fields
        if not given:
            default = default_value(field.default)
            value = Poly.of(default) if isinstance(default, int) else None
        if not isinstance(value, Poly):
            continue
        breach = _range_breach(call, struct.cls, field, value, span) if given else None
        if breach is not None:
            yield breach
        elif idle is None and field.name in NOTHING.get(struct.cls, ()) and is_zero(call.facts, value):
            idle = Breach("nothing" if given else "nothing-default", span, what)
    if idle is not None:
        yield idle


def _range_breach(call: CallFact, struct: str, field: api.Field, value: Poly, span: Span) -> Breach | None:
    held = Range(*field.cpp_range) if field.cpp_range is not None and field.cpp_type != _BITS else None
    documented = field_range(call.stmt.api, struct, field.name)
    wrapping = outside(call.facts, value, held) if held is not None else NEVER
    breaking = outside(call.facts, value, documented) if documented is not None else NEVER
    what = f"{struct}.{field.name}"
    low, high = format_range(_useful(struct, field.name, documented or held or Range(None, None)))
    if held is not None and is_told(wrapping) and wrapping.certainty >= breaking.certainty:
        number = number_in(value, wrapping)
        details = {"low": low, "high": high, "type": field.cpp_type or "", "becomes": _wrapped(number, held)}
        limit = documented.high if documented is not None else held.high
        return Breach("wraps", span, what, wrapping, value, details, limit=limit)
    if documented is not None and is_told(breaking):
        return Breach("range", span, what, breaking, value, {"low": low, "high": high}, limit=documented.high)
    return None


def _useful(struct: str, field: str, bounds: Range) -> Range:
    """The range to tell of: a count of blocks that is 0 is a defect of its own."""
    idle = field == "block_count" and field in NOTHING.get(struct, ())
    return Range(1, bounds.high) if idle and bounds.low == 0 else bounds


def _wrapped(number: int | None, held: Range) -> str:
    """What a C++ field makes of a number."""
    if number is None or held.low is None or held.high is None:
        return "?"
    return f"{(number - held.low) % (held.high - held.low + 1) + held.low:,}"
