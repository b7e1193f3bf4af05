"""Entries of the API table, made from the facts, the description of the installed pyasc and probing."""

from __future__ import annotations

from typing import Any

from api_forms import link, raw_forms, tokens_of_type
from api_prober import Prober
from api_rows import PIPES, Json, compact, machine_readable, overload_entry, parameter_row, row_dict, short
from pyasc_client import Probe

RELEASE = "1.1.1"

# Fields that only work together (trap cube-01): anything else drops all of them.
COMPLETE_GROUPS = {
    "MmadParams": [
        ["m", "n", "k", "unit_flag", "cmatrix_source", "cmatrix_init_val"],
        ["m", "n", "k", "is_bias", "fm_offset", "en_ssparse", "en_winograd_a", "en_winograd_b"],
    ]
}
FIELD_KEYS = ("name", "type", "default", "cpp_type", "cpp_range", "note")
NOT_PROBED = {"framework", "compile_options", "adv"}
NOT_PROBED_FUNCTIONS = {"jit", "static_assert", "get_tpipe_ptr"}
NOT_PROBED_CLASSES = {"GlobalAddress", "DataType", "ConstExpr", "LocalTensorAuto", "ListTensorDesc", "TensorDesc"}
INTERNAL = {"from_ir", "to_ir", "_to_ir", "get_ir_type", "create_local"}  # how pyasc wraps IR values; not for kernels


class Builder:
    def __init__(self, facts: Json, described: Json, since: Json, probe: Probe) -> None:
        self.facts = facts
        self.described = described
        self.since = since
        self.enums: dict[str, dict[str, int]] = described["enums"]
        self.prober = Prober(probe, self.enums, described["classes"])
        self.notes: list[str] = []
        self.fields: dict[str, list[str]] = {
            short(item["name"]): [field["name"] for field in item["constructor_fields"]]
            for item in facts["classes"]
            if item.get("constructor_fields")
        }
        self.jit_options: list[Json] = [
            parameter
            for name in ("CodegenOptions", "CompileOptions", "LaunchOptions")
            for parameter in described["classes"][name]["constructor"]["params"]
        ]

    # -- forms --

    def compatible(self, mine: Json, theirs: Json) -> bool:
        """Whether a form parameter and a declared one can stand for the same argument."""
        left = tokens_of_type(mine["type"], self.enums) - {"none"}
        right = tokens_of_type(theirs.get("type", "Any"), self.enums) - {"none"}
        if "any" in left or "any" in right:
            return True
        return bool(left & right)

    def forms(self, callee: str, entry: Json, overloads: list[Json], probed: bool) -> list[Json]:
        """Forms of a callable; appends an undeclared overload for every form no declared one stands for."""
        forms = raw_forms(callee, entry, self.jit_options)
        indexed = [
            {"index": index, "params": [row_dict(row) for row in overload["params"]]}
            for index, overload in enumerate(overloads)
        ]
        link(forms, indexed, self.compatible)
        for form in forms:
            if not form["overloads"]:
                form["overloads"] = [len(overloads)]
                rows = self._undeclared_rows(form, overloads)
                overloads.append({"params": rows, "declared": False})
                self.notes.append(f"{callee}: undeclared form ({', '.join(row[0] for row in rows)})")
        result = []
        for form in forms:
            needed: set[str] = set()  # parameters with a default that cannot be left to it
            tokens = self._probed_tokens(callee, form, overloads, needed) if probed else self._typed_tokens(form)
            if tokens is None:
                self.notes.append(f"{callee}: rejected ({', '.join(p['name'] for p in form['params'])})")
                continue
            params = [
                compact(
                    {
                        "name": parameter["name"],
                        "accepts": " ".join(sorted(tokens[parameter["name"]])),
                        "optional": ("default" in parameter and parameter["name"] not in needed) or None,
                        "mode": parameter.get("mode"),
                    }
                )
                for parameter in form["params"]
            ]
            result.append(compact({**form, "params": params}) | {"params": params})
        return result

    def _typed_tokens(self, form: Json) -> dict[str, frozenset[str]]:
        """Tokens by what the dispatcher checks; anything where it checks nothing."""
        return {
            parameter["name"]: tokens_of_type(parameter["type"], self.enums)
            if parameter.get("checked")
            else frozenset({"any"})
            for parameter in form["params"]
        }

    def _probed_tokens(
        self, callee: str, form: Json, overloads: list[Json], needed: set[str]
    ) -> dict[str, frozenset[str]] | None:
        """Tokens that pass with the operands of some declared overload; None if pyasc takes none of them."""
        if not form["params"]:
            return {} if self.prober.accepts(callee, {}, {}) else None
        found: dict[str, frozenset[str]] = {}
        dead: list[int] = []
        anywhere = {row[0] for index in form["overloads"] for row in overloads[index]["params"]}
        for index in form["overloads"]:
            rename = form.get("rename", {}).get(str(index), {})
            rows = {row[0]: row_dict(row) for row in overloads[index]["params"]}
            declared = {}
            part: list[Json] = []  # what this overload declares, and what none of them does
            for position, parameter in enumerate(form["params"]):
                name = rename.get(parameter["name"], parameter["name"])
                if name in rows:
                    declared[parameter["name"]] = rows[name]
                if name in rows or name not in anywhere or "default" not in parameter:
                    by_keyword = len(part) < position and "mode" not in parameter
                    part.append({**parameter, "mode": "keyword"} if by_keyword else parameter)
            taken = {"params": part}
            values = self.prober.canonical(callee, taken, declared)
            if values is None:
                dead.append(index)
                continue
            for parameter in part:
                name = parameter["name"]
                if "default" in parameter and not self.prober.may_omit(callee, taken, name, values):
                    needed.add(name)
                known = found.get(name, frozenset())
                found[name] = known | self.prober.tokens(callee, taken, name, values, declared.get(name, parameter))
        form["overloads"] = [index for index in form["overloads"] if index not in dead]
        return {p["name"]: found.get(p["name"], frozenset()) for p in form["params"]} if found else None

    def _undeclared_rows(self, form: Json, overloads: list[Json]) -> list[list[Any]]:
        known = {row[0]: row for overload in overloads for row in overload["params"]}
        rows = []
        for parameter in form["params"]:
            row = parameter_row({key: value for key, value in parameter.items() if key in ("name", "type", "default")})
            if parameter["name"] in known:
                row[1:3] = known[parameter["name"]][1:3]
                row = [*row[:4], *([None] * (4 - len(row))), *known[parameter["name"]][4:]]
            rows.append(row)
        return rows

    # -- entries --

    def function(self, facts: Json) -> Json:
        name = short(facts["name"])
        overloads = [overload_entry(overload) for overload in facts["overloads"]]
        probed = name not in NOT_PROBED_FUNCTIONS and not name.startswith("adv.")
        pipe = facts["pipeline_2201"].get("pipe")
        documented = dict(facts.get("dtypes") or {})
        fixed = documented.pop("fixed_operands", {})
        self.prober.operand_dtypes[name] = {operand: dtypes[0] for operand, dtypes in fixed.items()}
        forms = self.forms(name, self.described["functions"][name], overloads, probed)
        dtypes = {
            arch: compact(
                {
                    "rows": value.get("detail"),
                    "expressible": value.get("union_expressible"),
                    "not_expressible": value.get("union_not_expressible_in_pyasc"),
                }
            )
            for arch, value in documented.items()
        }
        check = facts.get("dtype_check_in_pyasc_1_1_1")
        params = {row[0]: row[2] for overload in overloads for row in overload["params"]}
        structs = [text for text in params.values() if text in self.fields]
        # a range given for a field of the only struct the function takes
        inner = set(self.fields[structs[0]]) - set(params) if len(set(structs)) == 1 else set()
        return compact(
            {
                "module": facts["module"].removeprefix("asc.language."),
                "category": facts["category"],
                "ascend_c": facts["ascend_c"],
                "doc_name": facts.get("ascend_c_doc_name"),
                "core": facts["core"],
                "pipe": PIPES.get(pipe, pipe) if isinstance(pipe, str) else pipe,
                "since": self.since_of(name),
                "dtypes": {arch: value for arch, value in dtypes.items() if value},
                "fixed_operands": fixed,
                "dtype_check": None if check == "none" else check,
                "constraint_sets": facts.get("constraint_sets"),
                "constraints": [
                    {**item, "param": f"{structs[0]}.{item['param']}"} if item.get("param") in inner else item
                    for constraint in facts.get("constraints", [])
                    for item in machine_readable(constraint, self.fields)
                ],
                "supported": facts.get("supported"),
                "static": facts.get("allowed_in_static_tensor"),
                "static_note": facts.get("allowed_note"),
                "static_limits": facts.get("static_tensor_limits"),
                "reserved_ub": facts.get("uses_reserved_ub"),
                "tpipe": facts.get("uses_tpipe_internally_2201"),
                "working_forms": facts.get("working_forms"),
                "docs": facts.get("docs"),
                "note": facts.get("note"),
            }
        ) | {"overloads": overloads, "forms": forms}

    def class_(self, name: str) -> Json:
        described = self.described["classes"][name]
        facts = next((item for item in self.facts["classes"] if short(item["name"]) == name), None)
        category = facts["category"] if facts else "adv"
        probed = category not in NOT_PROBED and name not in NOT_PROBED_CLASSES
        facts = facts or {}
        fields = facts.get("constructor_fields") or facts.get("fields") or []
        members = {member["name"]: member for member in facts.get("methods", [])}
        methods = {}
        plain = [*described["attributes"], *described["properties"]]
        for method, entry in described["methods"].items():
            if method in INTERNAL:
                plain.append(method)
                continue
            note = members.get(method, {}).get("note")
            methods[method] = self.method(f"{name}.{method}", entry, probed and not entry.get("static"), note)
        return compact(
            {
                "module": facts.get("module", "asc.language.adv").removeprefix("asc.").removeprefix("language."),
                "category": category,
                "role": facts.get("role"),
                "bases": described["bases"],
                "since": self.since_of(name),
                "static": facts.get("allowed_in_static_tensor"),
                "fields": [compact({key: field.get(key) for key in FIELD_KEYS}) for field in fields],
                "complete_groups": COMPLETE_GROUPS.get(name),
                "field_note": facts.get("field_note"),
                "constructor": self.method(name, described["constructor"], probed, None),
                "methods": methods,
                "attributes": {name: facts.get("attributes", {}).get(name, "") for name in sorted(plain)},
                "accepted_constructors": facts.get("accepted_constructors"),
                "rejected_keywords": facts.get("declared_but_rejected_keywords"),
                "emission_order": facts.get("emission_order"),
                "units": facts.get("units"),
                "indexing": facts.get("indexing"),
                "behaviour": facts.get("behaviour"),
                "emits": facts.get("emits"),
                "oracle": facts.get("oracle"),
            }
        )

    def method(self, callee: str, entry: Json, probed: bool, note: str | None) -> Json:
        overloads: list[Json] = [
            compact(
                {
                    "params": [parameter_row(parameter) for parameter in declared["params"]],
                    "result": None if declared.get("returns") == "None" else declared.get("returns"),
                }
            )
            | ({"params": []} if not declared["params"] else {})
            for declared in entry.get("declared", [])
        ]
        declared_none = not overloads
        forms = self.forms(callee, entry, overloads, probed)
        if declared_none:
            for overload in overloads:
                overload.pop("declared", None)  # nothing is declared, so the implementation is the declaration
        return {"overloads": overloads, "forms": forms} | compact({"note": note})

    def since_of(self, name: str) -> str | None:
        return next((release for release, names in self.since["names"].items() if name in names), None)

    # -- files --

    def functions_file(self) -> Json:
        return {short(item["name"]): self.function(item) for item in self.facts["functions"]}

    def classes_file(self) -> Json:
        return {name: self.class_(name) for name in sorted(self.described["classes"])}

    def types_file(self) -> Json:
        notes = {short(item["name"]): item.get("note") for item in self.facts["enums"]}
        enums = {
            name: compact(
                {
                    "members": members,
                    "since": self.since_of(name),
                    "member_since": self.since["members"].get(name),
                    "note": notes.get(name),
                }
            )
            for name, members in sorted(self.enums.items())
        }
        dtypes = {
            short(item["name"]): compact(
                {
                    "canonical": item["canonical"],
                    "bits": self.described["dtypes"][short(item["name"])]["bits"],
                    "cpp": item["cpp"],
                    "kind": item["kind"],
                    "note": item.get("note"),
                }
            )
            for item in self.facts["dtypes"]
        }
        return {
            "release": RELEASE,
            "names": self.described["names"],
            "enums": enums,
            "runtime_enums": self.described["runtime_enums"],
            "dtypes": dtypes,
            "dtypes_not_exported": self.facts["dtypes_not_exported"],
            "properties": self.described["properties"],
            "kernel_arguments": {item["python"]: item["asc"] for item in self.facts["kernel_argument_mapping"]},
            "compile_options": {
                item["name"]: compact({**item, "name": None}) for item in self.facts["compile_options"]
            },
            "constraint_sets": {
                name: [item for constraint in items for item in machine_readable(constraint, self.fields)]
                for name, items in self.facts["constraint_sets"].items()
            },
            "static_tensor_apis_without_pyasc_function": self.facts["static_tensor_apis_without_pyasc_function"],
        }

    def pitfalls_file(self) -> Json:
        keys = ("area", "severity", "snippet", "actual", "expected", "workaround", "detect", "note")
        traps = {item["id"]: compact({key: item.get(key) for key in keys}) for item in self.facts["known_traps"]}
        syntax = {item["id"]: compact({**item, "id": None}) for item in self.facts["syntax"]}
        return {"traps": traps, "syntax": syntax, "verified_ok": self.facts["verified_ok"]}
