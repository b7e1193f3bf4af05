"""The `assume` line that would bound an input."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.bounds import odd_transfers
from pyasc_lint.analysis.capacity import Fit, largest_safe, published_fits
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.values import Facts, Poly, Symbol
from pyasc_lint.analysis.verdict import Certainty

_BY_SIZE = ((4, "float16, float32"), (2, "float16, int16"), (1, "int8, uint8"))
"""Element types to propose, by the largest size in bytes that may fit."""


def can_assume(facts: KernelFacts, symbol: Symbol) -> bool:
    """Whether an `assume` comment can speak of an input: a parameter, a field of one, the dtype of one."""
    names = {param.var.name for param in facts.kernel.params}
    return symbol in facts.sizes or symbol.name.partition(".")[0] in names


def bounding(facts: KernelFacts, fits: Sequence[Fit], fit: Fit, symbol: Symbol) -> str | None:
    """What `assume` could say of an input that sizes the tensor of `fit`: the largest value with which all tensors fit,
    in the space that is published for user data, and what it must be a multiple of for aligned addresses and whole
    transfers.

    Where other inputs decide that as well, the condition on all of them; None where not even that can be said.
    """
    if symbol in facts.sizes:
        return f"{facts.sizes[symbol]}.dtype in ({_dtypes(fit, symbol)})"
    limits = [other for other in (*fits, *published_fits(facts)) if other.buffer.growing is None]
    limits = [_typical(facts, other) for other in limits if other.certainty is not Certainty.CERTAIN]
    largest = largest_safe(_typical(facts, fit), limits, symbol)
    if largest is None or largest < 1:
        return _joint(facts, fits, fit, symbol)
    step = _step(facts, symbol, largest)
    upper = f"{symbol.name} <= {largest - largest % step}"
    if step > 1:
        upper = f"{upper}, {symbol.name} % {step} == 0"
    return upper if fit.buffer.facts.interval(symbol).lo is not None else f"{step} <= {upper}"


def _step(facts: KernelFacts, symbol: Symbol, largest: int) -> int:
    """The smallest power of two such that its multiples keep what `symbol` sizes to whole blocks; 1 where none does."""
    followed = {before for buffer in facts.buffers for before in buffer.before}
    sizes: list[tuple[Facts, Poly, int]] = []
    for buffer in facts.buffers:
        memory = facts.profile.memory(buffer.hardware or "")
        if memory is not None and buffer.is_alloc and buffer in followed:
            sizes.append((buffer.facts, buffer.size, memory.alignment()))
    sizes += [(found.instruction.call.facts, found.bytes, found.unit) for found in odd_transfers(facts, sure=False)]
    sizes = [(known, size, unit) for known, size, unit in sizes if symbol in size.free_symbols()]
    for step in (1, 2, 4, 8, 16, 32, 64, 128, 256):
        if step <= largest and all(_whole(known, size, unit, symbol, step) for known, size, unit in sizes):
            return step
    return 1


def _whole(known: Facts, size: Poly, unit: int, symbol: Symbol, step: int) -> bool:
    if step > 1:
        known = known.assume(v.eq(v.floor_mod(Poly.of(symbol), step, known), 0))
    return known.ask(v.eq(v.floor_mod(size, unit, known), 0)) is v.Answer.PROVED


def _dtypes(fit: Fit, symbol: Symbol) -> str:
    fitting = (names for size, names in _BY_SIZE if not _certainly_past(fit, symbol, size))
    return next(fitting, _BY_SIZE[-1][1])


def _certainly_past(fit: Fit, symbol: Symbol, size: int) -> bool:
    return fit.facts.assume(v.eq(symbol, size)).ask(v.gt(fit.buffer.end, fit.end)) is v.Answer.PROVED


def _typical(facts: KernelFacts, fit: Fit) -> Fit:
    """The fit for the element types that `bounding` proposes."""
    known: Facts = fit.facts
    for symbol in facts.sizes:
        if symbol in fit.buffer.end.free_symbols() and known.interval(symbol).hi is None:
            known = known.assume(v.le(symbol, _BY_SIZE[0][0]))
    return Fit(fit.buffer, fit.end, known, fit.verdict)


def _joint(facts: KernelFacts, fits: Sequence[Fit], fit: Fit, symbol: Symbol) -> str | None:
    """A condition on all inputs of the last tensor behind this one from the same allocator, if it is made of "
    "no more."""
    end = fit.buffer.end
    if fit.buffer.is_alloc:
        behind = (other for other in fits if other.buffer.allocator is fit.buffer.allocator)
        ends = [other.buffer.end for other in behind if other.certainty is not Certainty.CERTAIN]
        end = next((other for other in reversed(ends) if symbol in other.free_symbols()), end)
    plain = all(can_assume(facts, part) and part not in facts.sizes for part in end.reach)
    limit = min(fit.end, facts.published_end(fit.buffer.hardware or "") or fit.end)
    return f"{end} <= {limit}" if plain else None
