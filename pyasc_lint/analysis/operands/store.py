"""Results of the cube unit: `fixpipe` and copies from L0C (arch 2201), which holds columns in blocks of 16."""

from __future__ import annotations

from pyasc_lint.analysis.facts import StructValue
from pyasc_lint.analysis.operands.model import Dim
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, CUBE, ONE, ceil_div, multiple, round_up, span
from pyasc_lint.analysis.values import Poly

_ROW = CUBE * 4
"""Bytes of a row of a column block in L0C, whose elements have 4 bytes."""
_MATRIX_UNIT = CUBE * _ROW
"""Bytes that `src_nd_stride` counts in."""
_QUANT_BYTES = 8
"""Bytes of the quantisation parameters of one column, which are read in units of 128."""
_SPLIT = 8
"""Columns of a block of float results that are split."""
_RESULTS = {
    "NoQuant": 4,
    "F322F16": 2,
    "F322BF16": 2,
    "DEQF16": 2,
    "VDEQF16": 2,
    "QF322B8_PRE": 1,
    "VQF322B8_PRE": 1,
    "REQ8": 1,
    "VREQ8": 1,
}
"""Bytes of a result by how it is quantised."""


def fixpipe(op: Operation) -> None:
    """`fixpipe` to GM, as rows (the default) or as NZ."""
    op.copies("src", "dst")
    _only_2201(op)
    params = op.struct("params")
    columns, rows = params.number("n_size"), params.number("m_size")
    if columns.const == 0 or rows.const == 0:
        return
    layout = _layout(op)
    if "cbuf_workspace" in op.form.tensors:
        op.access("cbuf_workspace", span(round_up(columns * _QUANT_BYTES, 128, op.facts)), exact=False)
    if layout == "NZ":
        _nz(op, params, columns, rows, split=params.decided("is_channel_split"))
        return
    if layout != "ROW_MAJOR":
        raise Unsized(f"layout {layout} is not modelled")
    size = op.size("dst")
    matrices = params.number("nd_num")
    _read(op, params, columns, rows, (matrices, params.number("src_nd_stride") * _MATRIX_UNIT))
    matrix = (matrices, params.number("dst_nd_stride") * size)
    op.access("dst", span(columns * size, matrix, (rows, params.number("dst_stride") * size)))


def from_l0c(op: Operation, params: Arguments) -> None:
    """`data_copy` with DataCopyCO12DstParams, to GM or L1."""
    _only_2201(op)
    columns, rows = params.number("n_size"), params.number("m_size")
    if params.decided("nz2nd_en"):
        raise Unsized("pyasc 1.1.1 has no way to set the matrices that 'nz2nd_en' copies")
    to_gm = op.instruction.path == ("L0C", "GM")
    _nz(op, params, columns, rows, split=to_gm and params.decided("channel_split"))


def _only_2201(op: Operation) -> None:
    if not op.is_2201:
        raise Unsized("copies from L0C are modelled for arch 2201 only")


def _layout(op: Operation) -> str:
    if not op.given("config"):
        return "ROW_MAJOR"
    if not isinstance(op.value("config"), StructValue):
        raise Unsized("'config' is not known")
    return op.struct("config").member("layout", "CO2Layout")


def _read(op: Operation, params: Arguments, columns: Poly, rows: Poly, matrix: Dim) -> None:
    blocks = (ceil_div(columns, CUBE, op.facts), params.number("src_stride") * _ROW)
    op.access("src", span(rows * _ROW, matrix, blocks), exact=multiple(columns, CUBE, op.facts))


def _nz(op: Operation, params: Arguments, columns: Poly, rows: Poly, split: bool) -> None:
    """Column blocks, `dst_stride` 32-byte blocks apart: of 16 columns, of 8 if split, of 32 bytes if elements are."""
    size = op.size("dst").const or _RESULTS[params.member("quant_pre", "QuantModes")]
    width = _SPLIT if split and size == 4 else CUBE
    if size == 1:
        width = BLOCK
        if not multiple(columns, BLOCK, op.facts):
            raise Unsized("8-bit results have blocks of 32 columns, and 'n_size' is no multiple of 32")
    _read(op, params, columns, rows, (ONE, ONE))
    blocks = (ceil_div(columns, width, op.facts), params.number("dst_stride") * BLOCK)
    op.access("dst", span(rows * (width * size), blocks), exact=multiple(columns, width, op.facts))
