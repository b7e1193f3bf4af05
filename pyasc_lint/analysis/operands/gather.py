"""Gathering and spreading: elements, blocks, masks that pick elements, one element to a block."""

from __future__ import annotations

from pyasc_lint.analysis.facts import LocalRegion
from pyasc_lint.analysis.operands.lanes import First, Strides, per_repeat
from pyasc_lint.analysis.operands.masking import given_mask, lanes_of, masked, normal_mode
from pyasc_lint.analysis.operands.model import Footprint
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, ONE, ceil_div, floor_div, span
from pyasc_lint.analysis.operands.vector import packed
from pyasc_lint.analysis.values import Poly

_OFFSET = Poly.of(4)
"""Offsets are uint32."""
_EIGHT = Poly.of(8)
_BLOCK = Poly.of(BLOCK)

_PICKED = {1: (2, 1), 2: (2, 0), 3: (4, 3), 4: (4, 2), 5: (4, 1), 6: (4, 0), 7: (1, 0)}
"""Built-in pattern of `gather_mask` -> (one in so many elements, what to add before the division)."""


def gather(op: Operation) -> None:
    """`gather`: offsets are read on from repeat to repeat; which source elements they name is run-time data."""
    normal_mode(op)
    size = op.size("dst")
    lanes = lanes_of(op, size)
    strides = packed(op, size, size)
    if op.form.count is None:
        strides = Strides.of_blocks(ONE, op.number("dst_rep_stride"))
    offsets = Strides(None, per_repeat(size, op.facts) * 4)
    op.access("dst", *lanes.footprints(size, strides), exact=lanes.exact)
    op.access("src_offset", *lanes.footprints(_OFFSET, offsets), exact=lanes.exact)
    _read_somewhere(op, "src", op.number("src_base"))


def gather_blocks(op: Operation) -> None:
    """`gatherb`: 8 blocks a repeat, each from an offset of its own."""
    normal_mode(op)
    repeats = op.number("repeat_times")
    op.access("dst", _eight_blocks(op, repeats))
    op.access("offset", span(repeats * 32))
    _read_somewhere(op, "src0", Poly.of(0))


def broadcast(op: Operation) -> None:
    """`brcb`: 8 elements a repeat, each to a block of its own."""
    normal_mode(op)
    repeats = op.number("repeat_times")
    op.access("dst", _eight_blocks(op, repeats))
    op.access("src0", span(repeats * op.size("src0") * 8))


def _eight_blocks(op: Operation, repeats: Poly) -> Footprint:
    params = op.struct("repeat_params")
    block = params.number("dst_blk_stride")
    if block.const == 0:
        block = ONE
    return span(_BLOCK, (repeats, params.number("dst_rep_stride") * BLOCK), (_EIGHT, block * BLOCK))


def _read_somewhere(op: Operation, name: str, start: Poly) -> None:
    """Read any bytes of a tensor from `start` bytes on."""
    region = op.region(name)
    for part in region if isinstance(region, tuple) else (region,):
        op.touch(part, name, (span(op.rest(part) - start, start=start),), "read", exact=False)


def gather_mask(op: Operation) -> None:
    """`gather_mask`: the picked elements are written without gaps."""
    params = op.struct("params")
    size = op.size("src0")
    repeats = params.number("repeat_times")
    counted = op.decided("reduce_mode")
    used = op.number("mask") if counted else per_repeat(size, op.facts)
    lanes = First(used, repeats, op.facts)
    strides = Strides.of_blocks(params.number("src0_block_stride"), params.number("src0_repeat_stride"))
    op.access("src0", *lanes.footprints(size, strides))
    if "src1_pattern" in op.form.tensors:
        bits = (repeats, params.number("src1_repeat_stride") * BLOCK)
        op.access("src1_pattern", span(ceil_div(used, 8, op.facts), bits))
        op.access("dst", span(repeats * used * size), exact=False)
    else:
        pattern = _PICKED.get(op.constant("src1_pattern"))
        if pattern is None:
            raise Unsized("there is no such pattern")
        divisor, bias = pattern
        op.access("dst", span(repeats * floor_div(used + bias, divisor, op.facts) * size))
    op.instruction.scalar_result = True


def bilinear(op: Operation) -> None:
    """`bilinear_interpolation`: gathers blocks into the work buffer, spreads weights behind them, adds up."""
    normal_mode(op)
    size = op.size("dst")
    rows = op.number("v_repeat")
    inner = op.number("h_repeat") * rows
    weights = inner * (8 if op.decided("repeat_mode") else 1)
    stride = floor_div(op.number("v_r_offset") * size, BLOCK, op.facts)
    # The mask is that of the last step, which writes one repeat for each row.
    lanes = masked(op, given_mask(op, op.form.mask), rows, size)
    strides = Strides.of_blocks(op.number("dst_blk_stride"), stride)
    op.access("dst", *lanes.footprints(size, strides), exact=lanes.exact)
    op.access("src0_offset", span(inner * 32))
    op.access("src1", span(weights * size), exact=False)
    _read_somewhere(op, "src0", Poly.of(0))
    source = op.region("src1")
    if not isinstance(source, LocalRegion):
        raise Unsized("'src1' may be several tensors")
    spread = floor_div(op.rest(source), size * 8, op.facts) * 256
    op.access("shared_tmp_buffer", span(inner * 256 + spread), exact=False)
