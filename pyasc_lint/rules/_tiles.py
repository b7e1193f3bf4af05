"""Fixes that give a tensor another number of elements."""

from __future__ import annotations

from pyasc_lint.analysis.capacity import Fit
from pyasc_lint.rules._fix import Number, Proposal
from pyasc_lint.rules._rule import Text

_LARGEST = Text("make the tile the largest that fits", "把 tile 改为可容纳的最大值")
_BLOCK = 32
"""Bytes: the tiles stay whole blocks."""


def largest_tile(fit: Fit) -> Proposal | None:
    """The largest tile that fits; of a constant that sizes earlier allocations as well, the largest for all of them."""
    buffer, alone = fit.buffer, fit.largest_count
    span = buffer.stmt.spans.get("tile_size")
    count = buffer.count.const
    if span is None or count is None or not alone or fit.negative or alone >= count:
        return None
    change = Number(span, alone, _shared(fit, alone, count))
    return Proposal(_LARGEST, (change,), applicability="unsafe") if change.shared else None


def _shared(fit: Fit, alone: int, count: int) -> int:
    """The largest number of elements for the tensor and the earlier ones that have as many; 0 where none fits."""
    start = fit.buffer.address.const
    alike = [each for each in (*fit.buffer.earlier, fit.buffer) if each.count.const == count]
    sizes = [size for each in alike if (size := each.element_size.const) is not None and size > 0]
    if start is None or not fit.buffer.is_alloc or len(sizes) < len(alike):
        return alone
    own = fit.buffer.element_size.const or 1
    others = start + own * count - sum(sizes) * count
    step = max(_BLOCK // min(sizes), 1)
    return (fit.end - others) // sum(sizes) // step * step
