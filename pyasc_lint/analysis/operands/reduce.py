"""Reductions: within blocks, pairs and repeats, and of a whole tensor with a work buffer."""

from __future__ import annotations

from pyasc_lint.analysis.operands.lanes import Contiguous, Lanes, Strides, per_repeat
from pyasc_lint.analysis.operands.masking import given_mask, lanes_of, masked, normal_mode
from pyasc_lint.analysis.operands.operation import Operation
from pyasc_lint.analysis.operands.shapes import BLOCK, ONE, REPEAT, ceil_div, floor_div, round_up, span
from pyasc_lint.analysis.values import Poly

_INDEX_BYTES = Poly.of(4)


def block_reduce(op: Operation) -> None:
    """`block_reduce_*`: one element for each block; `dst_rep_stride` counts 8 elements."""
    lanes, size = _source(op)
    per_block = floor_div(Poly.of(BLOCK), size, op.facts)
    strides = Strides(None, op.number("dst_rep_stride") * size * 8)
    op.access("dst", *lanes.grouped(per_block).footprints(size, strides), exact=lanes.exact)


def pair_reduce(op: Operation) -> None:
    """`pair_reduce_sum`: one element for each pair; `dst_rep_stride` counts 128 bytes."""
    lanes, size = _source(op)
    strides = Strides(None, op.number("dst_rep_stride") * (REPEAT // 2))
    op.access("dst", *lanes.grouped(Poly.of(2)).footprints(size, strides), exact=lanes.exact)


def repeat_reduce(op: Operation) -> None:
    """`whole_reduce_*` and `repeat_reduce_sum`: one result a repeat; `dst_rep_stride` counts results."""
    lanes, size = _source(op)
    unit = size
    if op.has("order"):
        order = op.member("order", "ReduceOrder")
        if order == "ORDER_ONLY_INDEX":
            unit = _INDEX_BYTES
        elif order != "ORDER_ONLY_VALUE":
            unit = size * 2
    strides = Strides(None, op.number("dst_rep_stride") * unit)
    whole = lanes.grouped(per_repeat(size, op.facts))
    op.access("dst", *whole.footprints(unit, strides), exact=lanes.exact)


def _source(op: Operation) -> tuple[Lanes, Poly]:
    """Record what is read of `src`; returns the lanes and the bytes of an element."""
    normal_mode(op)
    size = op.size("src")
    lanes = lanes_of(op, size)
    strides = Strides.of_blocks(op.number("src_blk_stride"), op.number("src_rep_stride"))
    op.access("src", *lanes.footprints(size, strides), exact=lanes.exact)
    return lanes, size


def reduce_all(op: Operation) -> None:
    """`reduce_sum`, `reduce_max`, `reduce_min`: one result; max and min also need room for indices while they work."""
    normal_mode(op)
    size = op.size("src")
    is_sum = op.call.stmt.api == "reduce_sum"
    limit = per_repeat(size, op.facts)
    if op.form.count is not None:
        count = op.number(op.form.count)
        lanes: Lanes = Contiguous(count)
        repeats = floor_div(count, limit, op.facts)
        op.access("src", *lanes.footprints(size, Strides(None, ONE)))
    else:
        repeats = op.number("repeat_time")
        lanes = masked(op, given_mask(op, op.form.mask), repeats, size)
        strides = Strides.of_blocks(ONE, op.number("src_rep_stride"))
        op.access("src", *lanes.footprints(size, strides), exact=lanes.exact)
    with_index = not is_sum and op.decided("cal_index")
    op.access("dst", span(size * 2 if with_index else size))
    if is_sum and op.form.count is not None and op.is_2201:
        return  # the work buffer is not used
    need = _work_elements(op, repeats, size, 1 if is_sum else 2, with_index)
    op.access("shared_tmp_buffer", span(need * size), exact=False)


def _work_elements(op: Operation, repeats: Poly, size: Poly, results: int, with_index: bool) -> Poly:
    """Elements of the work buffer that documents ask for; `results` are written for each repeat."""
    per_block = floor_div(Poly.of(BLOCK), size, op.facts).const or 1
    limit = per_repeat(size, op.facts)
    first = repeats * results
    need = round_up(first, per_block, op.facts)
    rounds = 0
    while with_index and rounds < 2 and (rounds == 0 or first.const is None or first.const > 2):
        first = ceil_div(first, limit, op.facts) * 2
        need = need + round_up(first, per_block, op.facts)
        rounds += 1
    return need
