"""`asc.array`: a C array on the stack of the scalar unit."""

from __future__ import annotations

from pyasc_lint.codegen.ctypes import c_name
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.codegen.structs import narrowed
from pyasc_lint.ir.nodes import Call, Const, DTypeExpr, Expr, Sequence
from pyasc_lint.ir.types import DType


def array(call: Call, name: str, operands: Operands) -> str:
    """The declaration, without the semicolon. Raises CannotEmit."""
    dtype = call.args.get("dtype")
    if not isinstance(dtype, DTypeExpr) or not isinstance(dtype.element, DType):
        raise CannotEmit("emit-unknown-dtype", "the dtype of the array is not known")
    items = _items(call)
    texts = [narrowed(item, dtype.element, operands) for item in items]
    return f"{c_name(dtype.element)} {name}[{len(items)}] = {{{', '.join(texts)}}}"


def _items(call: Call) -> tuple[Expr, ...]:
    values = call.args.get("values")
    if isinstance(values, Sequence):
        return values.items
    length, fill = call.args.get("length"), call.args.get("fill_value", Const(0))
    if isinstance(length, Const) and isinstance(length.value, int) and length.value > 0:
        return (Const(0) if isinstance(fill, Const) and fill.value is None else fill,) * length.value
    raise CannotEmit("emit-argument", "the length of the array is not constant")
