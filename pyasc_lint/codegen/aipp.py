"""`AippParams`: a struct of structs, whose members are set one by one."""

from __future__ import annotations

import re

from pyasc_lint import api
from pyasc_lint.codegen.ctypes import c_name
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.codegen.structs import Declare, default_of, narrowed
from pyasc_lint.ir.nodes import Const, DTypeExpr, Expr, New
from pyasc_lint.ir.types import BOOL, DTYPES, DType

_ABBREVIATED = re.compile(r"(?<=Swap)(Rb|Uv|Ax)$")


def aipp(value: New, operands: Operands, declare: Declare) -> str:
    """Declares the struct, sets what the groups say, and returns its name. A group that is not given keeps the defaults
    of Ascend C, which are those of asc. Raises CannotEmit."""
    dtype = value.args.get("dtype")
    if not isinstance(dtype, DTypeExpr) or not isinstance(dtype.element, DType):
        raise CannotEmit("emit-unknown-dtype", "the dtype of asc.AippParams is not known", value.span)
    name = declare(f"AscendC::AippParams<{c_name(dtype.element)}>", "aipp_params", "")
    for group, given in value.args.items():
        if isinstance(given, New):
            for field, number in _fields(given):
                text = narrowed(number, _type(field, dtype.element), operands)
                declare("", f"{name}.{_member(group)}.{_member(field)}", f" = {text}")
        elif group != "dtype" and not (isinstance(given, Const) and given.value is None):
            raise CannotEmit("emit-struct", f"{group} of asc.AippParams is not known", given.span)
    return name


def _fields(group: New) -> list[tuple[str, Expr]]:
    info = api.find_class(group.cls)
    found = []
    for field in info.fields if info is not None else ():
        number = group.args.get(field.name) or default_of(field, group)
        if number is not None:
            found.append((field.name, number))
    return found


def _member(name: str) -> str:
    """The C++ spelling: `swap_params` is swapParams, `is_swap_rb` isSwapRB, `csc_matrix_r0_c1` cscMatrixR0C1."""
    first, *others = name.split("_")
    spelled = first + "".join(part.capitalize() for part in others)
    return _ABBREVIATED.sub(lambda match: match[0].upper(), spelled)


def _type(field: str, element: DType) -> DType:
    """The C++ type of a member."""
    if field.startswith("is_"):
        return BOOL
    if "padding_value" in field:
        return element
    if field.endswith("_mode"):
        return DTYPES["uint32"]
    if field.startswith(("dtc_min", "dtc_var")):
        return DTYPES["float16"]
    return DTYPES["int16" if field.startswith("csc_matrix") else "uint8"]
