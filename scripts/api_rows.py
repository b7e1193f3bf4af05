"""Rows of the API table that need nothing but the facts: parameters, overloads, constraints."""

from __future__ import annotations

import fnmatch
import re
from typing import Any

Json = dict[str, Any]

PIPES = {
    "the pipe argument": "argument",
    "first pipe of the HardEvent name (set)": "set",
    "second pipe of the HardEvent name (wait)": "wait",
    "per overload": None,
}


def short(name: str) -> str:
    return name.removeprefix("asc.")


def compact(entry: Json) -> Json:
    """Without keys that say nothing."""
    return {key: value for key, value in entry.items() if value not in (None, [], {}, ())}


# --- parameters and overloads --------------------------------------------------------------------------------------


def guess_kind(name: str, text: str) -> str:
    """Role of a parameter the facts give no kind for (constructors, methods, undeclared forms)."""
    base = re.sub(r"^Optional\[(.*)\]$", r"\1", text)
    by_type = {
        "LocalTensor": "src_local_tensor", "GlobalTensor": "src_global_tensor", "GlobalAddress": "global_address",
        "DataType": "dtype", "bool": "bool", "RuntimeBool": "bool", "str": "string",
    }  # fmt: skip
    if base in by_type:
        return by_type[base]
    if re.fullmatch(r"(TPosition|HardEvent|PipeID|Hardware|\w+Mode|\w+MODE|\w+Order|\w+Layout)", base):
        return "enum"
    if base.endswith(("Params", "Info", "Config", "Param")):
        return "params_struct"
    if name in ("count", "tile_size", "buffer_size", "data_len", "size", "num", "length"):
        return "count"
    if name == "addr":
        return "byte_address"
    if name in ("index", "offset"):
        return "index"
    if "stride" in name or "gap" in name:
        return "stride"
    if "repeat" in name:
        return "repeat"
    return "scalar"


def parameter_row(parameter: Json) -> list[Any]:
    """`[name, kind, type, default, access, access note]` without trailing nulls."""
    name = parameter["name"].lstrip("*")
    default = parameter.get("default")
    text = parameter.get("type") or ("Any" if default is None or "." not in default else default.split(".")[0])
    kind = parameter.get("kind") or guess_kind(name, text)
    if kind.startswith("dst_") and parameter.get("access") == "read":
        kind = kind.replace("dst_", "src_")  # an offset tensor named after the destination it indexes
    row = [name, kind, text, default, parameter.get("access"), parameter.get("access_note")]
    while row[-1] is None:
        row.pop()
    return row


def row_dict(row: list[Any]) -> Json:
    keys = ("name", "kind", "type", "default", "access", "access_note")
    return {key: value for key, value in zip(keys, row, strict=False) if value is not None}


def overload_entry(facts: Json) -> Json:
    pipeline = facts.get("pipeline_2201") or {}
    pipe, note = pipeline.get("pipe"), facts.get("note")
    if isinstance(pipe, dict):
        pipe = dict(pipe)
        for path, text in pipe.items():
            if " (" in text:
                pipe[path], _, rest = text.partition(" (")
                note = f"{path}: {rest.rstrip(')')}"
    return compact(
        {
            "params": [parameter_row(parameter) for parameter in facts["params"]],
            "result": None if facts.get("returns") == "None" else facts.get("returns"),
            "form": facts.get("form"),
            "path": pipeline.get("path"),
            "pipe": pipe,
            "static": facts.get("allowed_in_static_tensor"),
            "emits": facts.get("emits"),
            "cxx_check": facts.get("cxx_check"),
            "oracle": facts.get("oracle"),
            "runtime_value_ok": facts.get("runtime_value_ok"),
            "dtype_sweep": facts.get("dtype_sweep"),
            "is_set_mask_effect": facts.get("is_set_mask_effect"),
            "note": note,
        }
    ) | ({"params": []} if not facts["params"] else {})


def machine_readable(constraint: Json, fields: dict[str, list[str]]) -> list[Json]:
    """The same constraint with one parameter or struct field in `param`; a range in words becomes a note."""
    if constraint["kind"] != "range":
        return [constraint]
    if "param" not in constraint:
        return [{**constraint, "kind": "note"}]
    name = constraint["param"]
    if name.endswith(" (built-in)"):
        return [{**constraint, "param": name.removesuffix(" (built-in)"), "note": "built-in patterns"}]
    result = []
    for part in name.split(" / "):
        struct, _, pattern = part.rpartition(".")
        if "/" in pattern:
            names = pattern.split("/")
        else:
            names = [field for field in fields.get(struct, [pattern]) if fnmatch.fnmatchcase(field, pattern)]
        result += [{**constraint, "param": f"{struct}.{field}" if struct else field} for field in names]
    return result
