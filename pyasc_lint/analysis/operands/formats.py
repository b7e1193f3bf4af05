"""Copies that change the layout: slices of several dimensions, ND to NZ and NZ to ND."""

from __future__ import annotations

from pyasc_lint.analysis.operands.model import ZERO, Dim, Footprint
from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, CUBE, ceil_div, floor_div, multiple, span
from pyasc_lint.analysis.values import Poly

_MAX_DIMENSIONS = 8
_MAX_ROWS = 255
"""Rows up to which the software conversion from ND to NZ in the UB steps as documented."""


# ------------------------------------------------------------------------------------------------------------- slices


def sliced(op: Operation) -> None:
    """`data_copy` with slices: `slice_list1` tells what of `dst`, `slice_list2` what of `src`."""
    path = op.instruction.path
    if path not in (("GM", "UB"), ("UB", "GM")):
        raise Unsized("slices are copied between GM and UB only")
    dimensions = op.constant("dim_value")
    lists = {"dst": op.structs("slice_list1"), "src": op.structs("slice_list2")}
    if not 1 <= dimensions <= _MAX_DIMENSIONS or any(len(slices) < dimensions for slices in lists.values()):
        raise Unsized("'dim_value' does not fit the lists of slices")
    size, source = op.copied_size(), lists["src"]
    if source[0].number("shape_value").const == 0:
        raise Unsized("the shapes of the tensors stand elsewhere ('shape_value' is 0)")
    units = source[0].number("burst_len")  # also of the destination
    per_unit = floor_div(Poly.of(BLOCK), size, op.facts)
    gap = source[0].number("stride")
    bursts = floor_div(_extent(source[0]) + gap, units * per_unit + gap, op.facts)
    counts = [_count(op, part) for part in source[1:dimensions]]
    if counts != [_count(op, part) for part in lists["dst"][1:dimensions]]:
        raise Unsized("the slices of source and destination differ in their numbers of pieces")
    for name, memory in (("src", path[0]), ("dst", path[1])):
        between = lists[name][0].number("stride") * size
        if memory != "GM":
            between = floor_div(between, BLOCK, op.facts) * BLOCK
        burst: Dim = (bursts, units * BLOCK + between)
        op.access(name, _pieces(lists[name][:dimensions], counts, size, units * BLOCK, burst))


def _extent(part: Arguments) -> Poly:
    return part.number("end_index") - part.number("start_index") + 1


def _count(op: Operation, part: Arguments) -> Poly:
    gap = part.number("stride")
    return floor_div(_extent(part) + gap, gap + 1, op.facts)


def _pieces(slices: list[Arguments], counts: list[Poly], size: Poly, length: Poly, burst: Dim) -> Footprint:
    dims, start, row = [burst], slices[0].number("start_index") * size, size
    for inner, part, count in zip(slices, slices[1:], counts, strict=False):
        row = row * inner.number("shape_value")
        start = start + part.number("start_index") * row
        dims.append((count, (part.number("stride") + 1) * row))
    return span(length, *dims, start=start)


# ---------------------------------------------------------------------------------------------------------- ND and NZ


def nd_to_nz(op: Operation, path: tuple[str, str], params: Arguments) -> None:
    """`data_copy` with Nd2NzParams: each row is cut into blocks of 32 bytes, the last one filled up."""
    if not op.is_2201:
        raise Unsized("ND to NZ is modelled for arch 2201 only")
    size = op.copied_size()
    matrices, rows, columns = (params.number(name) for name in ("nd_num", "n_value", "d_value"))
    source_step, row_length = params.number("src_nd_matrix_stride"), params.number("src_d_value")
    step = params.number("dst_nz_matrix_stride")
    if path == ("GM", "UB"):
        plain = matrices.const == 1 and source_step.const == 0 and step.const == 0
        narrow = (rows.const is not None and rows.const <= _MAX_ROWS) or row_length == columns
        if not (plain and narrow and size.const in (1, 2) and params.number("dst_nz_n_stride").const == 1):
            raise Unsized("to the UB, the library converts with other strides than documents say")
    elif path != ("GM", "L1"):
        raise Unsized(f"ND to NZ has no path {path[0]} -> {path[1]}")
    used = columns * size
    op.access("src", span(used, (matrices, source_step * size), (rows, row_length * size)))
    column = (ceil_div(used, BLOCK, op.facts), params.number("dst_nz_c0_stride") * BLOCK)
    row = (rows, params.number("dst_nz_n_stride") * BLOCK)
    op.access("dst", span(Poly.of(BLOCK), (matrices, step * size), column, row))


def nz_to_nd(op: Operation, path: tuple[str, str], params: Arguments) -> None:
    """`data_copy` with Nz2NdParamsFull: columns of blocks of 16 elements to rows."""
    if not op.is_2201 or path != ("UB", "GM"):
        raise Unsized("NZ to ND is modelled for UB -> GM of arch 2201 only")
    size = op.copied_size()
    if size.const in (1, 8):
        raise Unsized("NZ to ND takes elements of 2 and 4 bytes only")
    matrices, rows, columns = (params.number(name) for name in ("nd_num", "n_value", "d_value"))
    blocks: Dim = (ceil_div(columns, CUBE, op.facts), params.number("src_n_stride") * size * CUBE)
    matrix: Dim = (matrices, params.number("src_nd_matrix_stride") * size * (CUBE * CUBE))
    op.access("src", span(rows * size * CUBE, matrix, blocks), exact=multiple(columns, CUBE, op.facts))
    matrix = (matrices, params.number("dst_nd_matrix_stride") * size)
    op.access("dst", span(columns * size, matrix, (rows, params.number("dst_d_stride") * size), start=ZERO))
