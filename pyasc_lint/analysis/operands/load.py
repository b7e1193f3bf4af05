"""Loads of matrix fractals into L1, L0A and L0B (arch 2201)."""

from __future__ import annotations

from pyasc_lint.analysis.operands.model import ZERO, Dim
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import (
    BLOCK,
    CUBE,
    FRACTAL,
    ceil_div,
    multiple,
    round_up,
    span,
)
from pyasc_lint.analysis.values import Poly

_SQUARE = {1: (1024, 2), 2: (512, 1), 4: (1024, 2)}
"""Bytes of an element -> (bytes, fractals) of the square matrix that `load_data_with_transpose` turns."""
_INDEX = 128
"""Bytes of the indices of one sparse fractal."""
_FRACTAL = Poly.of(FRACTAL)


def load_data(op: Operation) -> None:
    """`load_data`: fractals by their number, or windows of an image."""
    path = op.copies("src", "dst")
    _only_2201(op)
    params = op.struct("params")
    if params.has("start_index"):
        _fractals(op, params, backwards=path == ("GM", "L1") and params.number("addr_mode").const != 0)
    elif params.has("ext_config"):
        config = params.constant("ext_config")
        rows, columns = Poly.of(config >> 16 & 0xFFFF), Poly.of(config & 0xFFFF)
        _image(op, rows, columns)
        region = op.region("src")
        for part in region if isinstance(region, tuple) else (region,):
            op.touch(part, "src", (span(op.rest(part)),), "read", exact=False)
    elif params.has("m_extension"):
        _windows(op, params)
    else:
        raise Unsized("arch 2201 has no load with such parameters")


def _only_2201(op: Operation) -> None:
    if not op.is_2201:
        raise Unsized("loads of the cube unit are modelled for arch 2201 only")


def _fractals(op: Operation, params: Arguments, backwards: bool) -> None:
    """`repeat_times` fractals, `src_stride` apart; `dst_gap` are left out between them."""
    if backwards and params.number("addr_mode").const is None:
        raise Unsized("'addr_mode' is not constant")
    repeats = params.number("repeat_times")
    stride = params.number("src_stride") * FRACTAL
    start = params.number("start_index") * FRACTAL
    op.access("src", span(_FRACTAL, (repeats, -stride if backwards else stride), start=start))
    op.access("dst", span(_FRACTAL, (repeats, (params.number("dst_gap") + 1) * FRACTAL)))


def _windows(op: Operation, params: Arguments) -> None:
    """An `m_extension` x `k_extension` matrix of windows; which elements of the image it has depends on the padding."""
    size = op.size("src")
    rows, columns = params.number("m_extension"), params.number("k_extension")
    height, width, channels = params.number("l1_h"), params.number("l1_w"), params.number("channel_size")
    if any(number.const == 0 for number in (rows, columns, height, width, channels)):
        return
    _image(op, rows, columns)
    blocks = ceil_div(channels * size, BLOCK, op.facts)
    op.access("src", span(height * width * blocks * BLOCK), exact=False)


def _image(op: Operation, rows: Poly, columns: Poly) -> None:
    """Record what a three-dimensional load writes."""
    repeat = op.call.registers.load_repeat
    if repeat is None or repeat.const != 1:
        raise Unsized("set_load_data_repeat is in effect")
    size = op.size("dst")
    whole = multiple(rows, CUBE, op.facts) and multiple(columns * size, BLOCK, op.facts)
    op.access("dst", span(round_up(rows, CUBE, op.facts) * round_up(columns * size, BLOCK, op.facts)), exact=whole)


def with_transpose(op: Operation) -> None:
    """`load_data_with_transpose`: square matrices of one or two fractals."""
    op.copies("src", "dst")
    _only_2201(op)
    params = op.struct("params")
    if params.has("src_frac_gap"):
        raise Unsized("arch 2201 has no load with LoadData2dTransposeParamsV2")
    square = _SQUARE.get(op.size("src").const or 0)
    if square is None:
        raise Unsized("the element size of 'src' is not known, or has no transposed load")
    length, fractals = square
    repeats = params.number("repeat_times")
    stride, start = params.number("src_stride") * length, params.number("start_index") * length
    op.access("src", span(Poly.of(length), (repeats, stride), start=start))
    within: Dim = (Poly.of(fractals), (params.number("dst_frac_gap") + 1) * FRACTAL)
    op.access("dst", span(_FRACTAL, (repeats, (params.number("dst_gap") + 1) * FRACTAL), within))


def with_sparse(op: Operation) -> None:
    """`load_data_with_sparse`: fractals and the indices that say which elements they hold."""
    op.copies("src", "dst")
    _only_2201(op)
    params = op.struct("load_data_params")
    repeats, start = params.number("repeat_times"), params.number("start_index")
    op.access("src", span(repeats * FRACTAL, start=start * FRACTAL))
    op.access("idx", span(repeats * _INDEX, start=start * _INDEX))
    op.access("dst", span(repeats * FRACTAL, start=ZERO))


def init_const_value(op: Operation) -> None:
    """`init_const_value`: blocks of 32 bytes in L1, of one fractal in L0A and L0B."""
    place = op.memory(op.region("dst"))
    if place is not None:
        op.instruction.pipe = op.profile.fill_pipes.get(place, "")  # type: ignore[call-overload]
    _only_2201(op)
    if place is None:
        raise Unsized("the memory of 'dst' is not known")
    unit = BLOCK if place == "L1" else FRACTAL
    params = op.struct("init_const_value_params")
    blocks = params.number("block_num")
    step = (blocks + params.number("dst_gap")) * unit
    op.access("dst", span(blocks * unit, (params.number("repeat_times"), step)))
