"""The `assume` line that would bound an input."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.capacity import Fit, largest_safe
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.values import Facts, Symbol
from pyasc_lint.analysis.verdict import Certainty

_BY_SIZE = ((4, "float16, float32"), (2, "float16, int16"), (1, "int8, uint8"))
"""Element types to propose, by the largest size in bytes that may fit."""


def can_assume(facts: KernelFacts, symbol: Symbol) -> bool:
    """Whether an `assume` comment can speak of an input: a parameter, a field of one, the dtype of one."""
    names = {param.var.name for param in facts.kernel.params}
    return symbol in facts.sizes or symbol.name.partition(".")[0] in names


def bounding(facts: KernelFacts, fits: Sequence[Fit], fit: Fit, symbol: Symbol) -> str:
    """What `assume` could say of an input that sizes the tensor of `fit`: the largest value with which all tensors fit.

    Where other inputs decide that as well, the condition on all of them; "n <= ..." where not even that can be said.
    """
    if symbol in facts.sizes:
        return f"{facts.sizes[symbol]}.dtype in ({_dtypes(fit, symbol)})"
    largest = largest_safe(_typical(facts, fit), (_typical(facts, other) for other in fits), symbol)
    if largest is None or largest < 1:
        return _joint(facts, fits, fit, symbol) or f"{symbol.name} <= ..."
    bounded_below = fit.buffer.facts.interval(symbol).lo is not None
    return f"{symbol.name} <= {largest}" if bounded_below else f"1 <= {symbol.name} <= {largest}"


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
    return f"{end} <= {fit.end}" if plain else None
