"""Vector masks: how many elements of a repeat, or which of them by two words of bits."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint import api
from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, KernelFacts, ListValue
from pyasc_lint.analysis.limits.documented import Range
from pyasc_lint.analysis.limits.model import Breach, is_told, is_zero, number_in, outside, span_of
from pyasc_lint.analysis.limits.sizes import element_size, widest
from pyasc_lint.analysis.operands.plan import Form, form_of
from pyasc_lint.analysis.operands.shapes import REPEAT
from pyasc_lint.analysis.values import Poly
from pyasc_lint.analysis.verdict import exceeds
from pyasc_lint.ir.nodes import DTypeExpr, Enum

_WORD = Range(0, (1 << 64) - 1)
_DATA = ("dst", "src", "src0", "src1")
"""Operands whose elements a mask picks; the others are offsets, selection masks or scratch."""
_OWN_MEANING = frozenset({"gather_mask"})
"""Functions whose mask parameter is something else."""
_COMPARISONS = frozenset({"compare", "compare_scalar"})


def mask_breaches(facts: KernelFacts, call: CallFact, overload: api.Overload) -> Iterator[Breach]:
    """What is wrong with the mask of a call in normal mode."""
    if call.stmt.api == "set_vector_mask":
        yield from _register_breaches(call)
        return
    form = form_of(call.stmt.api, overload.index)
    if form is None or form.mask is None or call.registers.counter is not False or takes_register_mask(call, form):
        return
    if call.stmt.api in _OWN_MEANING or _is_reserved(facts, call):
        return
    names = [name for name in _DATA if name in form.tensors and not (name == "dst" and call.stmt.api in _COMPARISONS)]
    size = widest(call, names)
    value = call.operands.get(form.mask)
    if isinstance(value, Poly):
        yield from _count_breach(call, form.mask, value, size)
    elif isinstance(value, ListValue):
        yield from _list_breaches(call, form.mask, value, size)


def takes_register_mask(call: CallFact, form: Form) -> bool:
    """Whether `is_set_mask=False` may make the instruction use the mask register instead of its arguments."""
    value = call.operands.get("is_set_mask")
    if not form.honours_mask or value is None:
        return False
    return not (isinstance(value, Poly) and value.const not in (None, 0))


def _is_reserved(facts: KernelFacts, call: CallFact) -> bool:
    """Arch 2201 does not look at the mask of a comparison with a result tensor."""
    return facts.profile.arch == 2201 and call.stmt.api in _COMPARISONS and "dst" in call.operands


def _count_breach(call: CallFact, param: str, value: Poly, size: Poly | None) -> Iterator[Breach]:
    span = span_of(call, param)
    if is_zero(call.facts, value):
        yield Breach("nothing", span, param)
        return
    negative = outside(call.facts, value, Range(0, None))
    if is_told(negative):
        yield Breach("negative", span, param, negative, value, {"low": "0"})
    elif size is not None:
        verdict = exceeds(call.facts, value * size, REPEAT)
        if is_told(verdict):
            wide = number_in(size, verdict)
            details = {"limit": str(REPEAT // wide) if wide else f"{REPEAT} / {size}", "size": str(wide or size)}
            yield Breach("mask-count", span, param, verdict, value, details, value * size, REPEAT)


def _list_breaches(call: CallFact, param: str, words: ListValue, size: Poly | None) -> Iterator[Breach]:
    if len(words.items) != 2:
        yield Breach("mask-words", span_of(call, param), param, details={"count": str(len(words.items))})
        return
    low, high = words.items
    yield from _word_breaches(call, (param, param), (0, 1), low, high, size)


def _word_breaches(
    call: CallFact,
    params: tuple[str, str],
    inner: tuple[int | None, int | None],
    low: object,
    high: object,
    size: Poly | None,
) -> Iterator[Breach]:
    """`low` and `high` words; they stand in `params`, or in these items of a list."""
    for param, index, word in zip(params, inner, (low, high), strict=True):
        if isinstance(word, Poly) and is_told(verdict := outside(call.facts, word, _WORD)):
            details = {"low": "0", "high": "2**64 - 1"}
            yield Breach("range", span_of(call, param, index), param, verdict, word, details)
            return
    if isinstance(high, Poly) and is_wide(call, size) and not is_zero(call.facts, high):
        if call.facts.decide(v.ne(high, 0)):
            yield Breach("mask-high", span_of(call, params[1], inner[1]), params[1], value=high)
            return
    if isinstance(low, Poly) and isinstance(high, Poly) and is_zero(call.facts, low) and is_zero(call.facts, high):
        yield Breach("nothing", span_of(call, params[0]), params[0])


def is_wide(call: CallFact, size: Poly | None) -> bool:
    """Whether a repeat has so few elements that the low word picks among all of them."""
    return size is not None and call.facts.decide(v.ge(size, 4)) is True


def _register_breaches(call: CallFact) -> Iterator[Breach]:
    """`set_vector_mask`, which says by its own arguments whether it sets bits or a number of elements."""
    mode, dtype = call.operands.get("mode"), call.operands.get("dtype")
    if not isinstance(mode, Enum) or mode.member != "NORMAL":
        return
    size = element_size(call, dtype.element) if isinstance(dtype, DTypeExpr) else None
    length = call.operands.get("length")
    if isinstance(length, Poly):
        yield from _count_breach(call, "length", length, size)
    elif "mask_low" in call.operands:
        low, high = call.operands["mask_low"], call.operands.get("mask_high")
        yield from _word_breaches(call, ("mask_low", "mask_high"), (None, None), low, high, size)
