"""Arguments outside what documents allow."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.limits.masks import mask_breaches
from pyasc_lint.analysis.limits.members import list_breaches, member_breaches
from pyasc_lint.analysis.limits.model import Breach
from pyasc_lint.analysis.limits.multiples import size_breaches
from pyasc_lint.analysis.limits.numbers import number_breaches

__all__ = ["Breach", "breaches"]


def breaches(facts: KernelFacts, call: CallFact) -> Iterator[Breach]:
    """What is wrong with the arguments of a call, one breach for each argument, list or struct field."""
    overload = overload_of(call.stmt)
    if overload is None:
        return
    told = set()
    for finder in (
        number_breaches(facts, call, overload),
        mask_breaches(facts, call, overload),
        member_breaches(facts, call),
        list_breaches(call),
        size_breaches(facts, call),
    ):
        for breach in finder:
            if breach.what not in told:
                told.add(breach.what)
                yield breach
