"""How often a statement happens in one run, and whether two of them can happen in the same run."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Allocator, Loop
from pyasc_lint.analysis.values import Facts


def repeating(loops: Sequence[Loop], facts: Facts) -> Loop | None:
    """The innermost of the run-time loops around a statement that may run it more than once.

    `facts` are those at the statement: a guard such as `if i == 0:` lets it run in one iteration only.
    """
    return next((loop for loop in reversed(loops) if not loop.unrolled and not _once(loop, facts)), None)


def _once(loop: Loop, facts: Facts) -> bool:
    if loop.trips is not None and facts.ask(v.le(loop.trips, 1)) is v.Answer.PROVED:
        return True
    return all(symbol.index < loop.symbol.index for symbol in facts.simplify(loop.symbol).free_symbols())


def together(first: Allocator, second: Allocator) -> bool:
    """Whether one run may construct both: no input makes their branches exclude each other."""
    conditions = [known for known in first.facts.conditions() if _of_inputs(known)]
    return second.facts.assume(v.And(*conditions)).is_feasible()


def _of_inputs(condition: v.Cond) -> bool:
    return all(symbol.kind in ("param", "base") for symbol in condition.free_symbols())
