"""Sorting. A sorted element is a structure of 8 bytes: score and index."""

from __future__ import annotations

from pyasc_lint.analysis.facts import Operand
from pyasc_lint.analysis.operands.masking import normal_mode
from pyasc_lint.analysis.operands.model import ZERO
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.shapes import span
from pyasc_lint.analysis.operands.tensors import tensor
from pyasc_lint.analysis.values import Poly

_STRUCTURE = 8
_SORTED = 32
"""Elements that one repeat of `sort32` sorts."""
_QUEUES = {3: 2, 7: 3, 15: 4}
"""`valid_bit` -> queues that are merged."""


def sort32(op: Operation) -> None:
    """`sort32`."""
    normal_mode(op)
    repeats = op.number("repeat_time")
    op.access("src0", span(repeats * op.size("src0") * _SORTED))
    op.access("src1", span(repeats * op.size("src1") * _SORTED))
    op.access("dst", span(repeats * (_SORTED * _STRUCTURE)))


def mrg_sort(op: Operation) -> None:
    """`mrg_sort`: merges up to four sorted queues; several repeats only for four equal ones behind one another."""
    if op.has("params"):
        params = op.struct("params")
        lengths, suspends, repeats = params.items("element_lengths"), "if_exhausted_suspension", "repeat_times"
    else:
        params = op
        lengths, suspends, repeats = op.items("element_count_list"), "is_exhausted_suspension", "repeat_time"
    queues = _QUEUES.get(params.constant("valid_bit"))
    if queues is None:
        raise Unsized("'valid_bit' is none of 3, 7 and 15")
    counts = _numbers(lengths, queues)
    exact = not params.decided(suspends)
    times = params.number(repeats)
    if times.const not in (0, 1) and (queues < 4 or any(count != counts[0] for count in counts) or not exact):
        raise Unsized("several repeats need four queues of equal length")
    total = sum(counts, ZERO)
    sources = op.struct("sort_list")
    for number, count in enumerate(counts, 1):
        name = f"src{number}"
        region = tensor(sources.value(name), f"sort_list.{name}")
        queue = span(count * _STRUCTURE, (times, total * _STRUCTURE))
        op.touch(region, f"sort_list.{name}", (queue,), "read", exact)
    op.access("dst", span(times * total * _STRUCTURE), exact=exact)


def _numbers(items: tuple[Operand, ...], wanted: int) -> list[Poly]:
    numbers = [item for item in items[:wanted] if isinstance(item, Poly)]
    if len(numbers) < wanted:
        raise Unsized("the lengths of the queues are not known")
    return numbers
