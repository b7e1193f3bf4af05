"""Fixes that give a tensor another number of elements."""

from __future__ import annotations

from pyasc_lint.analysis.capacity import Fit
from pyasc_lint.rules._fix import Number, Proposal
from pyasc_lint.rules._rule import Text

_LARGEST = Text("make the tile the largest that fits", "把 tile 改为可容纳的最大值")


def largest_tile(fit: Fit) -> Proposal | None:
    """The largest tile that fits; of a constant that sizes earlier allocations as well, the largest for all of them."""
    buffer, alone = fit.buffer, fit.largest_count
    span = buffer.stmt.spans.get("tile_size")
    count = buffer.count.const
    if span is None or count is None or not alone or fit.negative or alone >= count:
        return None
    together = alone if len(fit.alike) == 1 else fit.largest_shared
    if together is None:
        return None
    return Proposal(_LARGEST, (Number(span, alone, together),), applicability="unsafe")
