"""Parameter structs such as `DataCopyParams` as C++ values."""

from __future__ import annotations

import ast
from collections.abc import Callable

from pyasc_lint import api
from pyasc_lint.codegen.cexpr import Text, cast
from pyasc_lint.codegen.ctypes import c_name, enum_member
from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.operands import Operands
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Const, DTypeExpr, Enum, Expr, New, Ref, Sequence
from pyasc_lint.ir.types import DTYPES, ArrayType, DType

_C_DTYPES = {
    "bool": DTYPES["int1"],
    **{f"{name}_t": DTYPES[name] for name in DTYPES if name.startswith(("int", "uint")) and name != "int1"},
}
_OF_DESTINATION = {"InitConstValueParams"}
_OF_SOURCE = {"LoadData3DParamsV1", "LoadData3DParamsV2"}
"""Structs that are templates of the element type of an operand."""

_FIXPIPE_CONFIGS = {"NZ": "AscendC::CFG_NZ", "ROW_MAJOR": "AscendC::CFG_ROW_MAJOR"}
_MMAD_FIELDS = {
    "m": "m", "n": "n", "k": "k", "is_bias": "isBias", "fm_offset": "fmOffset", "en_ssparse": "enSsparse",
    "en_winograd_a": "enWinogradA", "en_winograd_b": "enWinogradB", "unit_flag": "unitFlag",
    "cmatrix_source": "cmatrixSource", "cmatrix_init_val": "cmatrixInitVal",
}  # fmt: skip
_MMAD_DEFAULTS = {"m": 0, "n": 0, "k": 0, "unit_flag": 0, "cmatrix_source": False, "cmatrix_init_val": True}
"""The fields of one constructor of MmadParams and what they are where nothing is said."""


Declare = Callable[[str, str, str], str]
"""`declare(type, name, suffix)` writes `type name suffix;` before the call and returns the name."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where a struct stands: the elements of the call's destination and source, and how to declare a variable first."""

    destination: DType | None
    source: DType | None
    declare: Declare


def struct(value: New, operands: Operands, site: Site) -> str:
    """The C++ value of a parameter struct. Raises CannotEmit."""
    if value.cls == "FixpipeConfig":
        layout = value.args.get("layout")
        config = _FIXPIPE_CONFIGS.get(layout.member) if isinstance(layout, Enum) else None
        if config is None:
            raise CannotEmit("emit-struct", "this layout of FixpipeConfig has no form in Ascend C", value.span)
        return config
    if value.cls == "MmadParams":
        return _mmad(value, operands, site)
    if value.cls == "ShapeInfo":
        return _shape_info(value, operands)
    info = api.find_class(value.cls)
    if info is None or not info.fields:
        raise CannotEmit("emit-struct", f"asc.{value.cls} cannot be emitted yet", value.span)
    by_name = {field.name: field for field in info.fields}
    order = info.emission_order or tuple(by_name)
    dtype = value.args.get("dtype")
    template = f"<{_element(dtype)}>" if dtype is not None else _template(value, site)
    parts = [_field(value, by_name[name], operands, site) for name in order if name != "dtype"]
    return f"AscendC::{value.cls}{template}{{{', '.join(parts)}}}"


def _element(dtype: Expr) -> str:
    if isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType):
        return c_name(dtype.element)
    raise CannotEmit("emit-unknown-dtype", "the dtype of a parameter struct is not known", dtype.span)


def _template(value: New, site: Site) -> str:
    for classes, element in ((_OF_DESTINATION, site.destination), (_OF_SOURCE, site.source)):
        if value.cls in classes:
            if element is None:
                raise CannotEmit("emit-unknown-dtype", f"the element type of asc.{value.cls} is not known", value.span)
            return f"<{c_name(element)}>"
    return ""


def _field(value: New, field: api.Field, operands: Operands, site: Site) -> str:
    """One field, as given or by its default."""
    given = value.args.get(field.name)
    cpp = field.cpp_type or ""
    if given is None or (isinstance(given, Const) and given.value is None):
        given = default_of(field, value)
    if given is None:
        dtype = value.args.get("dtype")
        return f"AscendC::LocalTensor<{_element(dtype)}>()" if dtype is not None else "{}"
    if isinstance(given, Enum):
        return enum_member(given)
    if isinstance(given, Sequence):
        base, _, length = cpp.partition("[")
        if int(length.rstrip("]") or 0) != len(given.items):
            raise CannotEmit("emit-struct", f"{field.name} of asc.{value.cls} takes {cpp}", given.span)
        target = _C_DTYPES.get(base, DTYPES["float32"])
        items = ", ".join(narrowed(item, target, operands) for item in given.items)
        return site.declare(base, field.name, f"[{len(given.items)}] = {{{items}}}")
    if field.type == "LocalTensor" or field.name.startswith("src") and value.cls == "MrgSortSrcList":
        return operands.tensor(given)
    target_type = _C_DTYPES.get(cpp.partition(" ")[0])
    if target_type is None:
        target_type = _padding_type(value, site)
    return narrowed(given, target_type, operands) if target_type is not None else operands.number(given)


def _padding_type(value: New, site: Site) -> DType | None:
    """The type of a field that is an element: of the struct's own dtype, or of what the struct is a template of."""
    dtype = value.args.get("dtype")
    if isinstance(dtype, DTypeExpr) and isinstance(dtype.element, DType):
        return dtype.element
    return site.destination if value.cls in _OF_DESTINATION else None


def narrowed(value: Expr, dtype: DType, operands: Operands) -> str:
    """A number inside braces, where C++ converts nothing but constants that fit."""
    if isinstance(value, Const) and isinstance(value.value, bool | int):
        if dtype.kind == "bool":
            return "true" if value.value else "false"
        if dtype.kind in ("int", "uint") and dtype.bits <= 64 and (value.value >= 0 or dtype.kind == "int"):
            return operands.numbers.text(Const(int(value.value))).text
    text: Text = operands.numbers.as_type(value, dtype)
    return cast(text, dtype).text


def default_of(field: api.Field, value: New) -> Expr | None:
    """The default of a field as an operand; None where it is Python's None. Raises CannotEmit where it has none."""
    if field.default is None:
        raise CannotEmit("emit-struct", f"{field.name} of asc.{value.cls} is missing", value.span)
    enum, _, member = field.default.partition(".")
    if api.find_enum(enum) is not None and member:
        return Enum(enum, member)
    parsed = ast.literal_eval(field.default)
    if isinstance(parsed, tuple):
        return Sequence("tuple", tuple(Const(item) for item in parsed))
    return None if parsed is None else Const(parsed)


def _shape_info(value: New, operands: Operands) -> str:
    """`ShapeInfo(shape, original_shape, data_format)`: its arrays go with their lengths."""
    given = {name: part for name, part in value.args.items() if not (isinstance(part, Const) and part.value is None)}
    if given and "shape" not in given:
        raise CannotEmit("emit-struct", "asc.ShapeInfo without a shape has no form in Ascend C", value.span)
    parts = [text for name in ("shape", "original_shape") if name in given for text in _shape(given[name], operands)]
    data_format = given.get("data_format", Enum("DataFormat", "ND") if "original_shape" in given else None)
    if isinstance(data_format, Enum):
        parts.append(enum_member(data_format))
    return f"AscendC::ShapeInfo{{{', '.join(parts)}}}"


def _shape(array: Expr, operands: Operands) -> tuple[str, str]:
    """The length of an array, and its name."""
    kind = array.type
    if not isinstance(array, Ref) or not isinstance(kind, ArrayType) or kind.length is None:
        raise CannotEmit("emit-struct", "a shape of asc.ShapeInfo must be an asc.array", array.span)
    if kind.element != DTYPES["uint32"]:
        raise CannotEmit("emit-struct", "a shape of asc.ShapeInfo must be an asc.array of uint32", array.span)
    return str(kind.length), operands.names.of(array.var)


def _mmad(value: New, operands: Operands, site: Site) -> str:
    """MmadParams has two constructors, and pyasc takes any fields: what fits neither is set field by field."""
    given = {
        name: field for name, field in value.args.items() if not (isinstance(field, Const) and field.value is None)
    }
    types = {"m": "uint16", "n": "uint16", "k": "uint16", "fm_offset": "int32", "unit_flag": "uint8"}
    text = {name: narrowed(field, DTYPES[types.get(name, "int1")], operands) for name, field in given.items()}
    if set(given) <= set(_MMAD_DEFAULTS):
        filled = {name: narrowed(Const(default), DTYPES[types.get(name, "int1")], operands)
                  for name, default in _MMAD_DEFAULTS.items()}  # fmt: skip
        return f"AscendC::MmadParams{{{', '.join((filled | text).values())}}}"
    name = site.declare("AscendC::MmadParams", "mmad_params", "")
    for key, field_text in text.items():
        site.declare("", f"{name}.{_MMAD_FIELDS[key]}", f" = {field_text}")
    return name
