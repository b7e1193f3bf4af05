"""Arguments outside what documents allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from pyasc_lint.analysis.alike import examined
from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.limits.masks import mask_breaches
from pyasc_lint.analysis.limits.members import list_breaches, member_breaches
from pyasc_lint.analysis.limits.model import Breach
from pyasc_lint.analysis.limits.multiples import size_breaches
from pyasc_lint.analysis.limits.numbers import number_breaches

__all__ = ["Breach", "breaches"]


def breaches(facts: KernelFacts, call: CallFact) -> Sequence[Breach]:
    """What is wrong with the arguments of a call, one breach for each argument, list or struct field."""
    return _all_breaches(facts).get(call, ())


@lru_cache(maxsize=8)
def _all_breaches(facts: KernelFacts) -> Mapping[CallFact, list[Breach]]:
    """The calls of a kernel in which something is wrong, with what is."""
    found: dict[CallFact, list[Breach]] = {}
    for call, breach in examined(facts, lambda call: ((call, each) for each in _breaches(facts, call))):
        found.setdefault(call, []).append(breach)
    return found


def _breaches(facts: KernelFacts, call: CallFact) -> Iterator[Breach]:
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
