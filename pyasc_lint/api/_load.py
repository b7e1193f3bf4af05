"""Decode the data files into the dataclasses of `model`. One line per entry, parsed when the entry is asked for."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, cast

from .model import ClassInfo, DtypeRules, Field, Form, FormParam, Function, Method, Overload, Param

DATA = Path(__file__).parent / "data"


def read_document(name: str) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads((DATA / name).read_text(encoding="utf-8")))


def read_entries(name: str) -> dict[str, str]:
    """Entry name -> JSON text of a file that holds one entry per line, as `scripts/build_api_table.py` writes it."""
    entries = {}
    for line in (DATA / name).read_text(encoding="utf-8").splitlines()[1:-1]:
        key, _, body = line.partition(":")
        entries[key[1:-1]] = body.rstrip(",")
    return entries


def _text(value: Iterable[str] | None) -> tuple[str, ...]:
    return tuple(value or ())


def _param(row: list[Any]) -> Param:
    return Param(*row)


def _overload(index: int, data: Mapping[str, Any]) -> Overload:
    return Overload(
        index=index,
        params=tuple(map(_param, data["params"])),
        result=data.get("result", "None"),
        declared=data.get("declared", True),
        oracle=data.get("oracle", {}),
        emits=data.get("emits"),
        cxx_check=data.get("cxx_check"),
        pipe=data.get("pipe"),
        path=data.get("path"),
        form=data.get("form"),
        note=data.get("note"),
        allowed_in_static_tensor=data.get("static", {}),
        runtime_value_ok=data.get("runtime_value_ok", {}),
        dtype_sweep=data.get("dtype_sweep", {}),
        is_set_mask_effect=data.get("is_set_mask_effect"),
    )


def _form(data: Mapping[str, Any]) -> Form:
    return Form(
        params=tuple(
            FormParam(
                param["name"],
                frozenset(param["accepts"].split()),
                param.get("optional", False),
                param.get("mode", "both"),
            )
            for param in data["params"]
        ),
        overloads=tuple(data["overloads"]),
        renames={int(index): names for index, names in data.get("rename", {}).items()},
        extra=data.get("extra", "error"),
    )


def _signature(name: str, data: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": name,
        "overloads": tuple(_overload(index, item) for index, item in enumerate(data["overloads"])),
        "forms": tuple(map(_form, data["forms"])),
        "note": data.get("note"),
        "working_forms": _text(data.get("working_forms")),
    }


def _dtype_rules(data: Mapping[str, Any]) -> DtypeRules:
    return DtypeRules(
        rows=tuple(data.get("rows", ())),
        expressible=frozenset(data.get("expressible", ())),
        not_expressible=frozenset(data.get("not_expressible", ())),
    )


def make_function(name: str, text: str) -> Function:
    data = json.loads(text)
    return Function(
        **_signature(name, data),
        module=data["module"],
        category=data["category"],
        ascend_c=data.get("ascend_c", ""),
        doc_name=data.get("doc_name"),
        core=data["core"],
        pipe=data.get("pipe"),
        dtypes={arch: _dtype_rules(rules) for arch, rules in data.get("dtypes", {}).items()},
        fixed_operands={name: tuple(dtypes) for name, dtypes in data.get("fixed_operands", {}).items()},
        dtype_check=data.get("dtype_check"),
        constraint_sets=_text(data.get("constraint_sets")),
        constraints=tuple(data.get("constraints", ())),
        supported=data.get("supported", {}),
        allowed_in_static_tensor=data.get("static", {}),
        allowed_note=data.get("static_note"),
        static_tensor_limits=_text(data.get("static_limits")),
        uses_reserved_ub=data.get("reserved_ub", {}),
        uses_tpipe=data.get("tpipe"),
        docs=_text(data.get("docs")),
        since=data.get("since", "1.0.0"),
    )


def _field(data: Mapping[str, Any]) -> Field:
    bounds = data.get("cpp_range")
    return Field(
        name=data["name"],
        type=data.get("type", "Any"),
        default=data.get("default"),
        cpp_type=data.get("cpp_type"),
        cpp_range=(bounds[0], bounds[1]) if bounds else None,
        note=data.get("note"),
    )


def make_class(name: str, text: str) -> ClassInfo:
    data = json.loads(text)
    constructors = data.get("accepted_constructors")
    return ClassInfo(
        name=name,
        module=data["module"],
        category=data["category"],
        bases=_text(data.get("bases")),
        constructor=Method(**_signature(name, {**data["constructor"], "working_forms": constructors})),
        methods={
            method: Method(**_signature(f"{name}.{method}", item)) for method, item in data.get("methods", {}).items()
        },
        attributes=data.get("attributes", {}),
        fields=tuple(map(_field, data.get("fields", ()))),
        complete_groups=tuple(map(tuple, data.get("complete_groups", ()))),
        allowed_in_static_tensor=data.get("static"),
        accepted_constructors=_text(constructors),
        rejected_keywords=_text(data.get("rejected_keywords")),
        units=data.get("units", {}),
        indexing=data.get("indexing", {}),
        emission_order=_text(data.get("emission_order")),
        role=data.get("role"),
        field_note=data.get("field_note"),
        emits=data.get("emits"),
        behaviour=_text(data.get("behaviour")),
        oracle=data.get("oracle", {}),
        since=data.get("since", "1.0.0"),
    )
