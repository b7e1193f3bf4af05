"""Derive the call forms pyasc really accepts: implementation signature + registered candidates + probing.

A form is what can be passed to a callable, in the order its dispatcher tries them; see `pyasc_lint.api.model.Form`.
"""

from __future__ import annotations

import copy
import itertools
import re
from collections.abc import Callable, Iterable
from typing import Any

from pyasc_client import Probe

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

# dtypes that make a form acceptable where one dtype for all tensors does not; the facts name the fixed ones
TENSOR_DTYPES: dict[str, dict[str, str]] = {
    "add_deq_relu": {"src0": "int32", "src1": "int32"},
    "mul_cast": {"dst": "int8"},
    "gather_mask": {"src1_pattern": "uint16"},
}
INT_VALUES: dict[str, list[int]] = {"gather_mask": [1], "scalar_get_sff_value": [0, 1]}


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
            if related and (variadic or required <= set(declared)) and must <= set(names) and all(compatible(*pair) for pair in shared):
                linked.append(overload["index"])
        rename: dict[str, dict[str, str]] = {}
        for overload in [] if linked else overloads:
            theirs = [parameter["name"] for parameter in overload["params"]]
            must = [parameter for parameter in overload["params"] if "default" not in parameter]
            same = len(theirs) <= len(names) and len(must) == len(required) > 0
            if same and all(map(compatible, form["params"], overload["params"])):
                rename[str(overload["index"])] = {old: new for old, new in zip(names, theirs) if old != new}
                linked.append(overload["index"])
        if not linked and form.get("extra") == "unknown":
            linked = [overload["index"] for overload in overloads]
        form["overloads"] = linked
        if rename:
            form["rename"] = rename


# --- probing -------------------------------------------------------------------------------------------------------


class Prober:
    """Finds out which kinds of argument each parameter of a form takes."""

    def __init__(self, probe: Probe, enums: dict[str, dict[str, int]], classes: Iterable[str]) -> None:
        self.probe = probe
        self.enums = enums
        self.classes = set(classes)
        self.cache: dict[str, bool] = {}
        self.operand_dtypes: dict[str, dict[str, str]] = {}  # callee -> operand -> its only dtype
        self.asked = 0

    def accepts(self, callee: str, values: dict[str, Any], modes: dict[str, str]) -> bool:
        args = [value for name, value in values.items() if modes.get(name) != "keyword"]
        kwargs = {name: value for name, value in values.items() if modes.get(name) == "keyword"}
        key = repr((callee, args, kwargs))
        if key not in self.cache:
            self.asked += 1
            self.cache[key] = bool(self.probe.ask(callee, args, kwargs)["ok"])
        return self.cache[key]

    def canonical(self, callee: str, form: Json, declared: dict[str, Json]) -> dict[str, Any] | None:
        """Arguments for every parameter of the form that pyasc accepts together, or None."""
        modes = {p["name"]: p.get("mode", "") for p in form["params"]}
        names = [p["name"] for p in form["params"] if p.get("mode") != "star"]
        optional = [p["name"] for p in form["params"] if "default" in p]
        exceptions = {**self.operand_dtypes.get(callee, {}), **TENSOR_DTYPES.get(callee, {})}
        dtypes = ("float16", "float32", "int16", "uint8", "int32", "uint32", "uint16", "int8", "uint64")
        for dtype, style in itertools.product(dtypes, range(4)):
            options = {
                name: self.samples(callee, p, declared.get(name, p), exceptions.get(name, dtype))
                for name, p in ((p["name"], p) for p in form["params"] if p["name"] in names)
            }
            values = {name: choices[style % len(choices)] for name, choices in options.items()}
            if self.accepts(callee, values, modes):
                return values
            required = {name: value for name, value in values.items() if name not in optional}
            if optional and self.accepts(callee, required, modes):
                return required
        return None

    def may_omit(self, callee: str, form: Json, name: str, values: dict[str, Any]) -> bool:
        """Whether the call still works without the parameter; a default alone does not make it so."""
        modes = {p["name"]: p.get("mode", "") for p in form["params"]}
        if name not in values:
            return True
        later = [key for key in values if list(values).index(key) > list(values).index(name)]
        modes.update({key: "keyword" for key in later if not modes[key]})
        return self.accepts(callee, {key: value for key, value in values.items() if key != name}, modes)

    def samples(self, callee: str, parameter: Json, declared: Json, dtype: str) -> list[Any]:
        """Values that fit the declared type, most likely first."""
        kind, text = declared.get("kind", ""), declared.get("type") or parameter["type"]
        if parameter.get("checked") and "Optional" not in text:
            text = parameter["type"]
        base = re.sub(r"^Optional\[(.*)\]$", r"\1", text)
        tensor = ["LOCAL_TENSOR", dtype]
        if kind in ("src_tensor_list", "dst_tensor_list") and base not in self.classes:
            return [["LIST", [tensor] * 16]]
        if kind in ("src_address_list", "dst_address_list"):
            return [["LIST", [["INT", 0]] * 16]]
        if kind == "slice_info_list":
            return [["LIST", [["OBJECT", "SliceInfo"]]]]
        if parameter["name"] in ("scale", "offset", "sign_mode") and "List" in base:
            return [["LIST", [["FLOAT"] if "float" in base else ["INT", 1]] * 16]]
        if base in ("LocalTensor", "BaseTensor"):
            return [tensor]
        if base == "GlobalTensor":
            return [["GLOBAL_TENSOR", dtype], ["GLOBAL_TENSOR", "uint64"]]
        if base == "GlobalAddress":
            return [["GLOBAL_ADDRESS"]]
        if base == "Array":
            return [["ARRAY"]]
        if base in ("DataType", "Type[T]"):
            return [["DTYPE", "float16"], ["DTYPE", "int32"], ["DTYPE", "int8"]]
        if base in self.enums:
            return [["ENUM", base, member] for member in list(self.enums[base])[:4]]
        if base in self.classes or base == "Property":
            return [["OBJECT", base]]
        if "list" in base.lower() or "Sequence" in base or "Tuple[" in base:
            return [["LIST", [["INT", 1], ["INT", 2]]], ["LIST", [["INT", 1]] * 4]]
        if base == "str":
            return [["STR", "%s"]]
        if base in ("float", "RuntimeFloat"):
            return [["FLOAT"]]
        if base in ("bool", "RuntimeBool"):
            return [["BOOL", 1], ["BOOL", 0]]
        if base == "TensorShape":
            return [["LIST", [["INT", 16]]]]
        return [["INT", value] for value in INT_VALUES.get(callee, [1, 0, 16])]

    def tokens(self, callee: str, form: Json, name: str, values: dict[str, Any], declared: Json) -> frozenset[str]:
        """Tokens accepted for one parameter while all others have their canonical value."""
        modes = {p["name"]: p.get("mode", "") for p in form["params"]}
        parameter = next(p for p in form["params"] if p["name"] == name)
        order = [p["name"] for p in form["params"]]
        star = parameter.get("mode") == "star"
        if name not in values and not star:  # optional: give it by keyword
            modes = {**modes, name: "keyword"}
        allowed = tokens_of_type(parameter["type"], self.enums) if parameter.get("checked") else None

        def ok(*specs: Any) -> bool:
            for spec in specs:
                trial = {key: values[key] for key in order if key in values and key != name}
                if star or modes.get(name) == "keyword":
                    trial[name] = spec
                else:
                    trial = {key: spec if key == name else values[key] for key in order if key in values}
                if self.accepts(callee, trial, modes):
                    return True
            return False

        found = set()
        current = values.get(name)
        dtype = current[1] if current and current[0] in ("LOCAL_TENSOR", "GLOBAL_TENSOR") and len(current) > 1 else None
        dtypes = [dtype] if dtype else ["float16", "uint32", "uint8"]
        simple: dict[str, list[Any]] = {
            "local": [["LOCAL_TENSOR", item] for item in dtypes],
            "global": [["GLOBAL_TENSOR", item] for item in [*dtypes, "uint64"]],
            "address": [["GLOBAL_ADDRESS"]],
            "int": [["INT", 1], ["INT", 0], ["INT", 16]],
            "float": [["FLOAT", 1.0]],
            "bool": [["BOOL", 1], ["BOOL", 0]],
            "str": [["STR"]],
            "none": [["NONE"]],
            "runtime": [["RUNTIME", "int32"], ["RUNTIME", "float32"]],
            "raw": [["RAW_VALUE"]],
            "array": [["ARRAY"]],
            "dtype": [["DTYPE", "float16"], ["DTYPE", "int32"], ["DTYPE", "int8"]],
            "constexpr": [["CONSTEXPR"]],
            "callable": [["CALLABLE"]],
            "class": [["OTHER"]],
        }
        for token, specs in simple.items():
            if (allowed is None or "any" in allowed or token in allowed) and ok(*specs):
                found.add(token)
        listed = [current[1]] if current and current[0] == "LIST" else []
        listed += [[["INT", 1], ["INT", 2]], [["INT", 1]] * 4, [["LOCAL_TENSOR", dtypes[0]]] * 16]
        for token, kind in (("list", "LIST"), ("tuple", "TUPLE")):
            if (allowed is None or token in allowed) and ok(*([kind, items] for items in listed)):
                found.add(token)
        found |= self._named(parameter, declared, allowed, ok)
        return frozenset(found)

    def _named(
        self, parameter: Json, declared: Json, allowed: frozenset[str] | None, ok: Callable[..., bool]
    ) -> set[str]:
        """Tokens that carry an enum or class name."""
        found = set()
        text = re.sub(r"^Optional\[(.*)\]$", r"\1", declared.get("type") or parameter["type"])
        if text not in self.enums and parameter["type"] in self.enums:
            text = parameter["type"]
        other = next(name for name in ("PipeID", "HardEvent") if name != text)
        zero_and_one = list(self.enums[other])[:2]
        if (allowed is None or "enum" in allowed) and ok(*(["ENUM", other, member] for member in zero_and_one)):
            found.add("enum")
        elif text in self.enums and ok(*(["ENUM", text, member] for member in self.enums[text])):
            found.add(f"enum:{text}")
        wanted = [item for item in {text, parameter["type"]} if item in self.classes or item == "Property"]
        stranger = "BrcbRepeatParams" if "BrcbRepeatParams" not in wanted else "CopyRepeatParams"
        if allowed is None and ok(["OBJECT", stranger]):
            found.add("object")
        for item in wanted:
            if ok(["OBJECT", item]):
                found.add(f"object:{item}")
        return found
