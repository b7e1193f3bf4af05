"""Matrix products (arch 2201). Matrices are padded to fractals of 16 rows (or columns) by 32 bytes."""

from __future__ import annotations

from pyasc_lint.analysis.operands.operation import Arguments, Operation, Unsized
from pyasc_lint.analysis.operands.shapes import BLOCK, CUBE, ceil_div, multiple, round_up, span
from pyasc_lint.analysis.values import Poly

_RESULT_BYTES = 4
"""Bytes of an element of L0C."""
_SPARSE_K = 64
"""What the K dimension of a sparse product is padded to: 4:2 sparse, of int8."""


def mmad(op: Operation) -> None:
    """`mmad`: reads `dst` too where it adds to it."""
    params = _product(op, "params")
    if params is None:
        return
    rows, columns, depth = (params.number(name) for name in ("m", "n", "k"))
    _result(op, params, rows, columns)
    size = op.size("fm")
    deep = round_up(depth * size, BLOCK, op.facts)
    whole = multiple(depth * size, BLOCK, op.facts)
    if rows.const == 1:  # a vector is not padded
        op.access("fm", span(depth * size))
    else:
        tall = round_up(rows, CUBE, op.facts)
        op.access("fm", span(tall * deep), exact=whole and multiple(rows, CUBE, op.facts))
    size = op.size("filter")
    deep = round_up(depth * size, BLOCK, op.facts)
    whole = multiple(depth * size, BLOCK, op.facts) and multiple(columns, CUBE, op.facts)
    op.access("filter", span(deep * round_up(columns, CUBE, op.facts)), exact=whole)


def mmad_with_sparse(op: Operation) -> None:
    """`mmad_with_sparse`: `filter` holds half of its elements."""
    params = _product(op, "mmad_params")
    if params is None:
        return
    rows, columns, depth = (params.number(name) for name in ("m", "n", "k"))
    _result(op, params, rows, columns)
    deep = round_up(depth, _SPARSE_K, op.facts)
    op.access("fm", span(round_up(rows, CUBE, op.facts) * deep), exact=False)
    half = round_up(ceil_div(depth, 2, op.facts), BLOCK, op.facts)
    op.access("filter", span(half * round_up(columns, CUBE, op.facts)), exact=False)


def _product(op: Operation, name: str) -> Arguments | None:
    """The parameters, None where a dimension is 0 and nothing happens."""
    if not op.is_2201:
        raise Unsized("matrix products are modelled for arch 2201 only")
    params = op.struct(name)
    empty = any(params.number(dimension).const == 0 for dimension in ("m", "n", "k"))
    return None if empty else params


def _result(op: Operation, params: Arguments, rows: Poly, columns: Poly) -> None:
    """Record what is done to `dst` and `bias`."""
    area = span(round_up(columns, CUBE, op.facts) * round_up(rows, CUBE, op.facts) * _RESULT_BYTES)
    whole = multiple(rows, CUBE, op.facts) and multiple(columns, CUBE, op.facts)
    fresh = params.flag("cmatrix_init_val", True)
    if "bias" in op.form.tensors:
        if op.memory(op.region("bias")) != "BIAS":
            raise Unsized("'bias' is not in BIAS")
        op.access("bias", span(columns * op.size("bias")), exact=fresh is False)
        fresh = True  # the bias is the old value
    else:
        if params.decided("cmatrix_source", False):
            raise Unsized("'cmatrix_source' needs a bias")
        added = False if op.call.stmt.api == "mmad_with_sparse" else params.flag("is_bias", False)
        if added is True:
            fresh = False
        elif added is None and fresh is True:
            fresh = None
    if fresh is None:
        op.access("dst", area, exact=False, kind="read")
    op.access("dst", area, exact=whole, kind="read-write" if fresh is False else "write")
