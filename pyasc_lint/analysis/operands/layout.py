"""Changes of layout in the UB: transposition, NCHW and NC1HWC0."""

from __future__ import annotations

from pyasc_lint.analysis.operands.masking import normal_mode
from pyasc_lint.analysis.operands.model import Kind
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, span
from pyasc_lint.analysis.operands.tensors import listed_tensors
from pyasc_lint.analysis.values import Poly

_ADDRESSES = 16
"""Tensors in the lists of `trans_data_to_5hd`; also the rows and columns that `transpose` works on."""
_MATRIX = Poly.of(_ADDRESSES * _ADDRESSES)
_SCRATCH = {"TRANSPOSE_NCHW2NHWC": (1, 2), "TRANSPOSE_NHWC2NCHW": (2, 1)}
"""Tiles of the work buffer: (for each channel, in addition)."""


def transpose(op: Operation) -> None:
    """`transpose`: a 16 x 16 matrix, or a tensor between NCHW and NHWC."""
    normal_mode(op)
    size = op.size("src")
    kind = "TRANSPOSE_ND2ND_B16"
    if op.has("params"):
        params = op.struct("params")
        kind = params.member("transpose_type", "TransposeType")
    if kind == "TRANSPOSE_ND2ND_B16":
        op.access("src", span(size * _MATRIX))
        op.access("dst", span(size * _MATRIX))
        return
    if kind == "TRANSPOSE_TYPE_NONE":
        return
    if kind not in _SCRATCH:
        raise Unsized(f"{kind} is not supported")
    elements = params.number("n_size") * params.number("c_size") * params.number("h_size") * params.number("w_size")
    op.access("src", span(elements * size))
    op.access("dst", span(elements * size))
    tiles, more = _SCRATCH[kind]
    tile = BLOCK * (32 if size.const == 1 else 16)
    op.access("shared_tmp_buffer", span((params.number("c_size") * tiles + more) * tile), exact=False)


def to_5hd(op: Operation) -> None:
    """`trans_data_to_5hd`: a block of each of 16 tensors a repeat; of bytes, half a block."""
    normal_mode(op)
    params = op.struct("params")
    times = params.number("repeat_times")
    sides: tuple[tuple[str, Kind], ...] = (("dst", "write"), ("src", "read"))
    for side, kind in sides:
        name = f"{side}_list"
        stride = params.number(f"{side}_rep_stride") * BLOCK
        start = Poly.of(0)
        if times.const == 1:
            start = stride  # a single repeat starts one stride on
        elif times.const is None and stride.const != 0:
            raise Unsized("'repeat_times' is not constant, and a single repeat starts elsewhere")
        for number, region in enumerate(listed_tensors(op.value(name), name, _ADDRESSES)):
            size = op.element_size(region)
            if size is None or size.const is None:
                raise Unsized(f"the element type of '{name}' is not known")
            length, first = BLOCK, start
            if size.const == 1:
                length = BLOCK // 2
                first = start + (length if params.decided(f"{side}_high_half") else 0)
            block = span(Poly.of(length), (times, stride), start=first)
            op.touch(region, f"{name}[{number}]", (block,), kind)
