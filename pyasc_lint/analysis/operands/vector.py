"""Elementwise vector instructions: unary, binary, with a scalar, fused, conversions, fills and copies in the UB."""

from __future__ import annotations

from pyasc_lint.analysis.operands.lanes import First, Lanes, Strides
from pyasc_lint.analysis.operands.masking import COUNTER_MODE, given_mask, lanes_of
from pyasc_lint.analysis.operands.model import Footprint
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import ONE, floor_div
from pyasc_lint.analysis.values import Poly

_OVERWRITTEN = {"add_deq_relu": ("src0", "src1")}
"""Sources that the library uses as scratch (arch 2201)."""


def elementwise(op: Operation) -> None:
    """Every tensor operand, by the same lanes and with strides of its own."""
    widest = op.widest()
    _elementwise(op, lanes_of(op, widest), widest)


def _elementwise(op: Operation, lanes: Lanes, widest: Poly) -> None:
    params = op.struct("repeat_params") if op.has("repeat_params") else None
    overwritten = _OVERWRITTEN.get(op.call.stmt.api, ())
    found: dict[tuple[Poly, Strides | None], tuple[Footprint, ...]] = {}
    for name, kind in op.form.tensors.items():
        size = op.size(name)
        strides = operand_strides(params, name) if params is not None else None
        footprints = found.get((size, strides))  # operands are mostly alike
        if footprints is None:
            footprints = tuple(lanes.footprints(size, strides or packed(op, size, widest)))
            found[size, strides] = footprints
        if name in overwritten:
            op.access(name, *footprints, exact=False, kind="read-write")
        else:
            op.access(name, *footprints, exact=lanes.exact, kind=kind)


def operand_strides(params: Arguments, name: str) -> Strides:
    """The strides that a repeat struct gives for an operand; structs for one source call any source `src`."""
    side = name if name == "dst" or params.has(f"{name}_blk_stride") else "src"
    if params.has("dst_repeat_size"):
        return Strides.of_blocks(params.number(f"{side}_stride"), params.number(f"{side}_repeat_size"))
    return Strides.of_blocks(params.number(f"{side}_blk_stride"), params.number(f"{side}_rep_stride"))


def packed(op: Operation, size: Poly, widest: Poly) -> Strides:
    """Repeats that follow one another without gaps."""
    return Strides.of_blocks(ONE, floor_div(size * 8, widest, op.facts))


def duplicate(op: Operation) -> None:
    """`duplicate`: its strides are arguments of their own."""
    size = op.size("dst")
    lanes = lanes_of(op, size)
    strides = packed(op, size, size)
    if op.form.count is None:
        strides = Strides.of_blocks(op.number("dst_block_stride"), op.number("dst_repeat_stride"))
    op.access("dst", *lanes.footprints(size, strides), exact=lanes.exact)


def copy(op: Operation) -> None:
    """`copy`: in counter mode its mask counts the elements of one repeat, and repeats go on as given."""
    widest = op.widest()
    if not op.call.registers.counter:
        _elementwise(op, lanes_of(op, widest), widest)
        return
    mask = given_mask(op, op.form.mask)
    if mask is None or mask.ones is not None:
        raise Unsized(f"{COUNTER_MODE}, but its mask is no number of elements")
    _elementwise(op, First(mask.low, op.number("repeat_time"), op.facts), widest)
