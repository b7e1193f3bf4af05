"""Comparisons, selections and the compare-mask register.

A result or selection mask has one bit for each element, eight to a byte, without gaps between repeats.
"""

from __future__ import annotations

from pyasc_lint.analysis.operands.lanes import Contiguous, First, Lanes, Strides, per_repeat
from pyasc_lint.analysis.operands.masking import lanes_of, masked, normal_mode
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.shapes import ONE, REPEAT, ceil_div, floor_div, round_down, span
from pyasc_lint.analysis.operands.vector import operand_strides
from pyasc_lint.analysis.values import Poly

_MASK_BYTES = Poly.of(16)
"""The compare-mask register has 128 bits."""
_GET_BYTES = Poly.of(128)
"""What documents want a tensor for the register to have; 8 or 16 of them hold results."""


def compare(op: Operation) -> None:
    """`compare` and `compare_scalar`, into a tensor or into the register."""
    normal_mode(op)
    sources = [name for name in op.form.tensors if name != "dst"]
    size = op.size(sources[0])
    if op.form.count is not None:
        used = round_down(op.number(op.form.count) * size, REPEAT, op.facts)  # only whole repeats are compared
        for name in sources:
            op.access(name, span(used))
        op.access("dst", span(floor_div(used, size * 8, op.facts)))
        return
    params = op.struct("repeat_params")
    if "dst" not in op.form.tensors:
        lanes = lanes_of(op, size)
    else:
        repeats = op.number("repeat_times")
        # Arch 2201 ignores the mask of a comparison with a result tensor.
        lanes = First(per_repeat(size, op.facts), repeats, op.facts) if op.is_2201 else lanes_of(op, size)
        op.access("dst", span(floor_div(repeats * 32, size, op.facts)), exact=lanes.exact and op.is_2201)
    for name in sources:
        op.access(name, *lanes.footprints(size, operand_strides(params, name)), exact=lanes.exact)


def select(op: Operation) -> None:
    """`select`: mode VSEL_CMPMASK_SPR reads one mask for all repeats, the others read on."""
    if "sel_mask" not in op.form.tensors:
        raise Unsized("pyasc 1.1.1 takes the operands of this form for those of another")
    size = op.size("dst")
    mode = op.member("sel_mode", "SelMode") if op.has("sel_mode") else "VSEL_TENSOR_SCALAR_MODE"
    if op.form.count is not None:
        lanes: Lanes = Contiguous(op.number(op.form.count))
        bits = span(ceil_div(op.number(op.form.count), 8, op.facts))
    else:
        normal_mode(op)
        mask = op.call.registers.mask
        repeats = op.number("repeat_times")
        lanes = lanes_of(op, size) if op.form.mask is not None else masked(op, mask, repeats, size)
        bits = span(floor_div(repeats * 32, size, op.facts))
    if mode == "VSEL_CMPMASK_SPR":
        bits = span(_MASK_BYTES)
    op.access("sel_mask", bits)
    params = op.struct("repeat_params") if op.has("repeat_params") else None
    for name in ("dst", "src0", "src1"):
        if name in op.form.tensors:
            strides = Strides(None, ONE) if params is None else operand_strides(params, name)
            op.access(name, *lanes.footprints(size, strides), exact=lanes.exact)


def get_cmp_mask(op: Operation) -> None:
    """`get_cmp_mask`."""
    op.access("dst", span(_GET_BYTES), exact=False)


def set_cmp_mask(op: Operation) -> None:
    """`set_cmp_mask`."""
    op.access("src", span(_MASK_BYTES))
