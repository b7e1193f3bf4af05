"""Copies between memories: runs of elements, blocks with gaps, padded blocks of bytes."""

from __future__ import annotations

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.operands.formats import nd_to_nz, nz_to_nd, sliced
from pyasc_lint.analysis.operands.model import Footprint
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, round_down, round_up, span
from pyasc_lint.analysis.operands.store import from_l0c
from pyasc_lint.analysis.values import Poly

_UNITS = {"BIAS": 64, "FIXBUF": 128}
"""Bytes that a copy from L1 to these memories counts in (arch 2201); all others count in blocks."""

_PLAIN = {"block_mode": "BLOCK_MODE_NORMAL", "deq_scale": "DEQ_NONE"}
"""Modes in which an enhanced copy moves the same bytes as a plain one."""


def data_copy(op: Operation) -> None:
    """`data_copy`, every form."""
    path = op.copies("src", "dst")
    if path == ("UB", "L1"):
        raise Unsized("it goes through GM, with a TPipe inside")
    if op.form.count is not None:
        _run(op, path)
    elif op.has("slice_list1"):
        sliced(op)
    elif op.has("repeat_params"):
        _blocks(op, path, op.struct("repeat_params"))
    elif op.has("enhanced_params"):
        enhanced = op.struct("enhanced_params")
        for name, plain in _PLAIN.items():
            if enhanced.given(name) and enhanced.member(name, _ENUMS[name]) != plain:
                raise Unsized(f"'{name}' other than {plain} is not modelled")
        _blocks(op, path, op.struct("intri_params"))
    else:
        params = op.struct("intri_params")
        if params.has("quant_pre"):
            from_l0c(op, params)
        elif params.has("src_d_value"):
            nd_to_nz(op, path, params)
        else:
            nz_to_nd(op, path, params)


_ENUMS = {"block_mode": "BlockMode", "deq_scale": "DeqScale"}


def _run(op: Operation, path: tuple[str, str]) -> None:
    """The first `count` elements, as far as they fill whole units; where dtypes do not go together, each its own."""
    first, second = op.element_size(op.region("src")), op.element_size(op.region("dst"))
    if first is not None and second is not None and op.facts.decide(v.eq(first, second)) is False:
        for name in ("src", "dst"):
            op.access(name, span(round_down(op.number("count") * op.size(name), _unit(op, path), op.facts)))
        return
    used = span(round_down(op.number("count") * op.copied_size(), _unit(op, path), op.facts))
    op.access("src", used)
    op.access("dst", used)


def _unit(op: Operation, path: tuple[str, str]) -> int:
    unit = _UNITS.get(path[1], BLOCK)
    if unit != BLOCK and not op.is_2201:
        raise Unsized(f"copies to {path[1]} are modelled for arch 2201 only")
    return unit


def _blocks(op: Operation, path: tuple[str, str], params: Arguments) -> None:
    """`block_count` runs of `block_len` units, with gaps of `src_stride` and `dst_stride` blocks between them."""
    unit = _unit(op, path)
    count, length = params.number("block_count"), params.number("block_len") * unit
    if unit != BLOCK:
        if count.const not in (0, 1):
            raise Unsized(f"documents contradict each other on gaps between several blocks to {path[1]}")
        same = op.size("src") == op.size("dst")  # half to float: twice the bytes
        op.access("src", span(length, (count, length)), exact=same)
        op.access("dst", span(length if same else length * 2, (count, length)), exact=same)
        return
    for name in ("src", "dst"):
        op.access(name, span(length, (count, length + params.number(f"{name}_stride") * BLOCK)))


def data_copy_pad(op: Operation) -> None:
    """`data_copy_pad`: blocks of `block_len` bytes; gaps are bytes in GM and 32-byte blocks elsewhere."""
    path = op.copies("src", "dst")
    if op.has("nd2nz_params"):
        raise Unsized("it goes through GM, with a TPipe inside")
    if path not in (("GM", "UB"), ("UB", "GM")) and op.is_2201:
        raise Unsized(f"arch 2201 has no padded copy {path[0]} -> {path[1]}")
    params = op.struct("data_copy_params")
    count, length = params.number("block_count"), params.number("block_len")
    if length.const == 0:
        return
    if path[0] == "GM":
        op.access("src", _at(length, length, params.number("src_stride"), count))
        padded = _padded(op, length)
        op.access("dst", _at(padded, padded, params.number("dst_stride") * BLOCK, count))
        return
    stored = round_up(length, BLOCK, op.facts)
    op.access("src", _at(length, stored, params.number("src_stride") * BLOCK, count))
    op.access("dst", _at(length, length, params.number("dst_stride"), count))


def _at(length: Poly, stored: Poly, gap: Poly, count: Poly) -> Footprint:
    return span(length, (count, stored + gap))


def _padded(op: Operation, length: Poly) -> Poly:
    """Bytes that a block and its padding fill: whole 32-byte blocks."""
    params = op.struct("pad_params")
    padding = params.number("left_padding") + params.number("right_padding")
    if padding.const != 0:
        length = length + padding * op.copied_size()
    return round_up(length, BLOCK, op.facts)
