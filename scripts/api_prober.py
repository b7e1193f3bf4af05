"""Find out which kinds of argument each parameter of a form takes, by calling pyasc."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable
from typing import Any

from api_forms import Json, tokens_of_type
from pyasc_client import Probe

# dtypes that make a form acceptable where one dtype for all tensors does not; the facts name the fixed ones
TENSOR_DTYPES: dict[str, dict[str, str]] = {
    "add_deq_relu": {"src0": "int32", "src1": "int32"},
    "mul_cast": {"dst": "int8"},
    "gather_mask": {"src1_pattern": "uint16"},
}
INT_VALUES: dict[str, list[int]] = {"gather_mask": [1], "scalar_get_sff_value": [0, 1]}


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
            "runtime": [["RUNTIME", item] for item in dict.fromkeys(["int32", "float32", *([dtype] if dtype else [])])],
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
