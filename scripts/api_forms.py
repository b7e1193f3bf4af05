"""Derive the call forms pyasc may accept: implementation signature + registered candidates.

A form is what can be passed to a callable, in the order its dispatcher tries them; see `pyasc_lint.api.model.Form`.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterable
from typing import Any

Json = dict[str, Any]

# isinstance() semantics of the types candidates are registered with
TYPE_TOKENS = {
    "RuntimeInt": "int bool enum runtime",
    "RuntimeFloat": "float runtime",
    "RuntimeBool": "bool runtime",
    "RuntimeNumeric": "int bool enum float runtime",
    "Numeric": "int bool enum float",
    "bool": "bool",
    "int": "int bool enum",
    "float": "float",
    "str": "str",
    "list": "list",
    "List": "list",
    "LocalTensor": "local",
    "GlobalTensor": "global",
    "BaseTensor": "local global",
    "DataType": "dtype",
    "GlobalAddress": "address",
    "Iterable": "list tuple str array",
    "TensorShape": "list tuple int",
    "TensorList": "list",
    "AddrList": "list",
    "NoneType": "none",
}

# Functions whose body looks at *args before it dispatches, or dispatches without OverloadDispatcher.
POSITIONAL_ONLY = {"select": ["dst", "sel_mask", "src0"]}
BARE_FORM = {"transpose"}  # also accepts its fixed parameters alone
IGNORES_EXTRA = {"trans_data_to_5hd"}  # *args and **kwargs are accepted and never read
VARIADIC = {"printf": "params"}  # anything after the fixed parameters is an operand
SELECT_REGISTER_FORM = {  # chosen on exactly two operands and these keywords; every other keyword is dropped
    "params": [
        *({"name": name, "type": "Any", "mode": "positional"} for name in ("dst", "src0", "src1")),
        *({"name": name, "type": "Any", "mode": "keyword"} for name in ("repeat_times", "repeat_params", "sel_mode")),
    ],
    "extra": "keywords",
}
RANGE_FORMS = [
    {"params": [{"name": name, "type": "Any", "mode": "positional"} for name in names]}
    for names in (["stop"], ["start", "stop"], ["start", "stop", "step"])
]


def tokens_of_type(text: str, enums: Iterable[str]) -> frozenset[str]:
    """Tokens `isinstance(value, <type>)` lets through; {"any"} for a type that is not checked."""
    if text in ("Any", "", None):
        return frozenset({"any"})
    match = re.fullmatch(r"(Optional|Union)\[(.*)\]", text)
    if match:
        inner = _split(match[2])
        found = frozenset().union(*(tokens_of_type(part, enums) for part in inner))
        return found | {"none"} if match[1] == "Optional" else found
    if text in TYPE_TOKENS:
        return frozenset(TYPE_TOKENS[text].split())
    if text.startswith(("List[", "Sequence[")):
        return frozenset({"list", "tuple"} if text.startswith("Sequence") else {"list"})
    if text.startswith("ConstExpr["):
        return frozenset({"constexpr"})
    if text in enums:
        return frozenset({f"enum:{text}"})
    if re.fullmatch(r"[A-Z]\w+", text):
        return frozenset({f"object:{text}"})
    return frozenset({"any"})


def _split(text: str) -> list[str]:
    """Split at top-level commas."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "[") - (char == "]")
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    return [*parts, text[start:].strip()]


def raw_forms(callee: str, entry: Json, jit_options: list[Json]) -> list[Json]:
    """Forms before probing: `params` with `type`, `checked` (isinstance at dispatch), `default`, `mode`."""
    if callee == "jit":
        options = [{"name": item["name"], "type": "Any", "default": "…", "mode": "keyword"} for item in jit_options]
        return [{"params": [*entry["params"], *options]}]
    short = callee.rsplit(".", 1)[-1] if callee.startswith("adv.") else callee
    if callee in ("range", "static_range"):
        return copy.deepcopy(RANGE_FORMS)
    if callee == "array":  # tells its two forms apart by hand
        dtype, second, fill = entry["params"]
        length, values = ({**second, "type": text, "checked": True} for text in ("int", "Sequence[Any]"))
        return [{"params": [dtype, length, fill]}, {"params": [dtype, values]}]
    fixed = [dict(parameter) for parameter in entry["params"]]
    for parameter in fixed:
        if parameter.pop("keyword_only", False):
            parameter["mode"] = "keyword"
    if callee == "sync_all":  # without both workspaces the hardware barrier is used and the one given is ignored
        software = [{key: p[key] for key in p if key != "default" or "workspace" not in p["name"]} for p in fixed]
        hardware = [{**p, "mode": "keyword"} if p["name"] != "gm_workspace" else p for p in fixed]
        return [{"params": software}, {"params": [p for p in hardware if p["name"] != "ub_workspace"]}]
    candidates = entry.get("candidates")
    if "varargs" not in entry or candidates is None:
        form: Json = {"params": fixed}
        if callee in IGNORES_EXTRA:
            form["extra"] = "dropped"
        if callee in VARIADIC:
            form["params"] = [*fixed, {"name": VARIADIC[callee], "type": "Any", "mode": "star"}]
        elif "varargs" in entry and callee not in IGNORES_EXTRA:
            form["extra"] = "unknown"
        return [form]
    keyword_only = {parameter["name"]: parameter for parameter in fixed if parameter.get("mode") == "keyword"}
    before = [parameter for parameter in fixed if parameter["name"] not in keyword_only]
    if short == "select":
        before = [{"name": name, "type": "Any", "mode": "positional"} for name in POSITIONAL_ONLY["select"]]
    forms: list[Json] = [copy.deepcopy(SELECT_REGISTER_FORM)] if short == "select" else []
    for candidate in candidates:
        after = []
        for parameter in candidate:
            item = {**parameter, "checked": True}
            if keyword_only:
                item["mode"] = "keyword" if parameter["name"] in keyword_only else "positional"
            after.append(item)
        forms.append({"params": [*before, *after]})
    if callee in BARE_FORM:
        forms.insert(0, {"params": before})
    return forms


# --- link forms to declared overloads ------------------------------------------------------------------------------


def link(forms: list[Json], overloads: list[Json], compatible: Callable[[Json, Json], bool]) -> None:
    """Fill `overloads` and `rename` of every form. `compatible(form parameter, declared parameter)` compares types.

    By name where possible, else by position: pyasc names some parameters differently than it declares them.
    """
    for form in forms:
        names = [parameter["name"] for parameter in form["params"]]
        required = {p["name"] for p in form["params"] if "default" not in p and p.get("mode") != "star"}
        linked: list[int] = []
        for overload in overloads:
            declared = {parameter["name"]: parameter for parameter in overload["params"]}
            variadic = any(parameter.get("kind") == "varargs" for parameter in overload["params"])
            must = {name for name, p in declared.items() if "default" not in p and p.get("kind") != "varargs"}
            shared = [(p, declared[p["name"]]) for p in form["params"] if p["name"] in declared]
            related = shared or not names or not declared or variadic
            covered = (variadic or required <= set(declared)) and must <= set(names)
            if related and covered and all(compatible(*pair) for pair in shared):
                linked.append(overload["index"])
        rename: dict[str, dict[str, str]] = {}
        for overload in [] if linked else overloads:
            theirs = [parameter["name"] for parameter in overload["params"]]
            needed = [parameter for parameter in overload["params"] if "default" not in parameter]
            same = len(theirs) <= len(names) and len(needed) == len(required) > 0
            if same and all(map(compatible, form["params"], overload["params"])):
                pairs = zip(names, theirs, strict=False)
                rename[str(overload["index"])] = {old: new for old, new in pairs if old != new}
                linked.append(overload["index"])
        if not linked and form.get("extra") == "unknown":
            linked = [overload["index"] for overload in overloads]
        form["overloads"] = linked
        if rename:
            form["rename"] = rename
