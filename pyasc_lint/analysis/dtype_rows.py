"""The element types that documents allow the operands of a call to have, row by row.

The API table has them per documentation page; which pages and rows speak of a call depends on its form.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from typing import Any

from pyasc_lint import api
from pyasc_lint.analysis.calls import overload_of
from pyasc_lint.analysis.facts import CallFact, GlobalRegion, ListValue, LocalRegion, Operand, StructValue
from pyasc_lint.analysis.operands.plan import default_value, struct_defaults
from pyasc_lint.analysis.paths import memory_of
from pyasc_lint.analysis.values import Poly
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import DTypeExpr, Enum, Expr
from pyasc_lint.ir.types import DTYPES, Element, TensorType

Json = Mapping[str, Any]

_BY_WIDTH = {
    f"b{bits}": frozenset(name for name, dtype in DTYPES.items() if dtype.bits == bits) for bits in (8, 16, 32, 64)
}
_NAMES = {"bool": "int1"}

_ALL = "all tensors"
_PLACES = {"dst in L0A": "L0A", "dst in L0B": "L0B"}
_TRANSPOSES = {
    "ND2ND_B16": ("TRANSPOSE_ND2ND_B16",),
    "NCHW<->NHWC": ("TRANSPOSE_NCHW2NHWC", "TRANSPOSE_NHWC2NCHW"),
}
_PLAIN_TRANSPOSE = "plain 16x16"

_COPY_PAGES = {
    "basic": ("连续数据搬运", "高维切分"),
    "enhanced": ("连续数据搬运", "高维切分"),
    "slice": ("切片",),
    "nd2nz": ("ND2NZ",),
    "nz2nd": ("NZ2ND",),
}
"""Form of `data_copy` -> what the titles of its pages contain."""
_LOAD_PAGES = {
    "LoadData2DParams": lambda title: "2D" in title and "V2" not in title,
    "LoadData2DParamsV2": lambda title: "2D" in title and "V2" in title,
    "LoadData3DParamsV1": lambda title: "3D" in title,
    "LoadData3DParamsV2": lambda title: "3D" in title,
    "LoadData3DParamsV2Pro": lambda title: "3D" in title,
}
_SPARSE: Json = {"combos": [{"dst": "int8", "src": "int8", "idx": "uint8"}]}
"""`load_data_with_sparse`: its page types the index apart, which the API table does not say."""
_CONTRADICTED = frozenset({("3510", "whole_reduce_sum"), ("3510", "repeat_reduce_sum")})
"""(arch, function) whose page also allows sums of 16-bit integers into 32 bits, for a newer form of the function."""


@dataclass(frozen=True, slots=True)
class Row:
    """One way in which the operands of a call may be typed.

    `dtypes` are the dtypes of each operand that it speaks of; `same` are groups of operands that must have one dtype.
    """

    dtypes: Mapping[str, frozenset[str]]
    same: tuple[tuple[str, ...], ...] = ()

    def admits(self, combination: Mapping[str, str]) -> bool:
        """Whether operands with these dtypes are allowed; operands whose dtype is not known are."""
        for name, dtype in combination.items():
            if name in self.dtypes and dtype not in self.dtypes[name]:
                return False
        return all(len({combination[name] for name in group if name in combination}) < 2 for group in self.same)


def operand_elements(call: CallFact) -> dict[str, tuple[Element, ...]]:
    """The element types that each typed operand of a call may have, by parameter.

    Items of a list are `param[0]`, … and tensors or dtypes in a parameter struct `param.field`.
    """
    overload = overload_of(call.stmt)
    found: dict[str, tuple[Element, ...]] = {}
    for param in overload.params if overload is not None else ():
        if param.name in call.operands:
            found.update(_elements(param.name, call.operands[param.name]))
    return found


def _elements(name: str, operand: Operand) -> Iterator[tuple[str, tuple[Element, ...]]]:
    match operand:
        case LocalRegion() | GlobalRegion() | DTypeExpr():
            yield name, (operand.element,)
        case tuple():
            yield name, tuple(dict.fromkeys(region.element for region in operand))
        case ListValue():
            for index, item in enumerate(operand.items):
                yield from _elements(f"{name}[{index}]", item)
        case StructValue():
            for field, value in operand.fields.items():
                yield from _elements(f"{name}.{field}", value)
        case Expr() if isinstance(operand.type, TensorType):
            yield name, (operand.type.element,)


def rows_of(call: CallFact, arch: str, operands: tuple[str, ...]) -> list[Row]:
    """The rows for a call on an architecture ("2201"), about the operands of `operand_elements`.

    Empty where nothing is documented, or where that depends on something that is not known.
    """
    function, overload = api.find_function(call.stmt.api), overload_of(call.stmt)
    if function is None or overload is None or (arch, function.name) in _CONTRADICTED:
        return []
    fixed = {name: _dtypes(dtypes) for name, dtypes in function.fixed_operands.items() if name in operands}
    free = tuple(name for name in operands if name not in fixed)
    select = _SELECTORS.get(function.name)
    rules = function.dtypes.get(arch)
    if rules is None:
        return []
    pages = list(rules.rows) if select is None else select(call, rules.rows)
    if not pages:
        return [Row(fixed)] if fixed and not rules.rows else []
    rows = [row for page in pages for row in _page_rows(page, call, free, overload)]
    if not rows:
        return []
    spoken = {name for row in rows for name in row.dtypes}
    return [Row({**row.dtypes, **fixed}, row.same) for row in rows if spoken <= row.dtypes.keys()]


def _page_rows(page: Json, call: CallFact, operands: tuple[str, ...], overload: api.Overload) -> Iterator[Row]:
    only_counted = frozenset(page.get("only_in_count_form", ())) if overload.param("count") is None else frozenset()
    for entry in page.get("same_type_sets", ()):
        covered = _covered(entry["operands"], call, operands)
        if covered:
            yield Row(dict.fromkeys(covered, _dtypes(entry["dtypes"]) - only_counted), (covered,))
    for combination in page.get("combos", ()):
        dtypes = {}
        for spec, names in combination.items():
            for name in spec.split(","):
                if name in operands:
                    dtypes[name] = _dtypes([names] if isinstance(names, str) else names) - only_counted
        yield Row(dtypes)
    parts = [entry for entry in page.get("by_operand", ()) if any(map(overload.param, entry["operands"].split(",")))]
    if parts and len(parts) == len(page["by_operand"]):
        groups = [_covered(entry["operands"], call, operands) for entry in parts]
        sets = [_dtypes(entry["dtypes"]) - only_counted for entry in parts]
        yield Row({name: allowed for group, allowed in zip(groups, sets, strict=True) for name in group}, tuple(groups))


def _dtypes(names: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for name in names:
        found |= _BY_WIDTH.get(name, {_NAMES.get(name, name)})
    return frozenset(found)


def _covered(spec: str, call: CallFact, operands: tuple[str, ...]) -> tuple[str, ...]:
    """The operands that a row speaks of; empty where it speaks of another form of the call."""
    if spec == _ALL:
        return operands
    if spec in _PLACES:
        return operands if memory_of(call.operands.get("dst")) == _PLACES[spec] else ()
    if spec == _PLAIN_TRANSPOSE:
        return operands if "params" not in call.operands else ()
    if spec in _TRANSPOSES:
        return operands if _transpose_type(call) in _TRANSPOSES[spec] else ()
    return tuple(name for name in spec.split(",") if name in operands)


def _transpose_type(call: CallFact) -> str | None:
    params = call.operands.get("params")
    if not isinstance(params, StructValue):
        return None
    kind = params.fields.get("transpose_type")
    if kind is None:
        default = default_value(struct_defaults(params.cls).get("transpose_type"))
        return default if isinstance(default, str) else None
    return kind.member if isinstance(kind, Enum) else None


# ------------------------------------------------------------------------------------------------ pages of one function


def _copy_pages(call: CallFact, pages: tuple[Json, ...]) -> list[Json]:
    """The pages about a `data_copy`: by its form, and only for copies that convert nothing."""
    overload = overload_of(call.stmt)
    places = {memory_of(call.operands.get(name)) for name in ("dst", "src")}
    if places == {"L1", "BIAS"}:
        return [_BIAS_COUNTED if "count" in call.operands else _BIAS]
    if not places <= {"GM", "UB", "L1"} or overload is None:
        return []
    words = _COPY_PAGES.get(overload.form or "", ())
    return [page for page in pages if any(word in page["doc"] for word in words)]


_BIAS_COUNTED: Json = {"same_type_sets": [{"operands": _ALL, "dtypes": ["int32", "float32"]}]}
_BIAS: Json = {
    "by_operand": [
        {"operands": "dst", "dtypes": ["int32", "float32"]},
        {"operands": "src", "dtypes": ["float16", "int32", "float32"]},
    ]
}
"""Copies from L1 into the bias table, which no page of the API table has."""


def _pad_pages(call: CallFact, pages: tuple[Json, ...]) -> list[Json]:
    """The pages about a `data_copy_pad`; its form from UB to L1 has none."""
    places = {memory_of(call.operands.get(name)) for name in ("dst", "src")}
    return list(pages) if "GM" in places else []


def _load_pages(call: CallFact, pages: tuple[Json, ...]) -> list[Json]:
    """The pages about a `load_data`: by its struct, its destination and whether it transposes."""
    params = call.operands.get("params")
    if not isinstance(params, StructValue) or params.cls not in _LOAD_PAGES:
        return []
    chosen = [page for page in pages if _LOAD_PAGES[params.cls](page["doc"])]
    sets = [_dtypes(entry["dtypes"]) for page in chosen for entry in page["same_type_sets"]]
    if not sets:
        return []
    place = memory_of(call.operands.get("dst"))
    if place is None:
        return []
    # The pages of arch 2201 have one set for L0A and a smaller one for L0B.
    allowed = reduce(frozenset.intersection if place == "L0B" else frozenset.union, sets)
    if params.cls == "LoadData2DParams" and _is_true(params.fields.get("if_transpose")):
        allowed &= _BY_WIDTH["b16"]
    return [{"same_type_sets": [{"operands": _ALL, "dtypes": sorted(allowed)}]}]


def _is_true(operand: Operand | None) -> bool:
    return isinstance(operand, Poly) and operand.const not in (None, 0)


_SELECTORS: Mapping[str, Callable[[CallFact, tuple[Json, ...]], list[Json]]] = {
    "data_copy": _copy_pages,
    "data_copy_pad": _pad_pages,
    "load_data": _load_pages,
    "load_data_with_sparse": lambda call, pages: [_SPARSE] if pages else [],
}
"""Functions whose pages are chosen by more than what a row says of its operands."""
