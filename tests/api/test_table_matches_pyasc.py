"""The table against the installed pyasc 1.1.1."""

from __future__ import annotations

import re
import sys
from typing import Any

import pytest

from pyasc_lint.api import Signature, find_class, find_dtype, find_enum, find_function, public_names, table

pytestmark = pytest.mark.requires_pyasc


def test_every_public_name_is_known(described: dict[str, Any]) -> None:
    assert table().names == described["names"]
    assert public_names() == {name for name in described["names"] if "." not in name}


def test_enums_have_the_same_members_and_values(described: dict[str, Any]) -> None:
    assert {info.name: info.members for info in table().enums.values()} == described["enums"]
    assert {info.name: [*info.members] for info in table().runtime_enums.values()} == described["runtime_enums"]


def test_dtypes_have_the_same_name_and_width(described: dict[str, Any]) -> None:
    found = {name: {"name": info.canonical, "bits": info.bits} for name, info in table().dtypes.items()}
    assert found == described["dtypes"]
    for name in described["dtypes"]:
        info = find_dtype(name)
        assert info is not None and (info.bits is None or info.size == info.bits // 8)


def test_properties_are_the_same(described: dict[str, Any]) -> None:
    found = {info.name: {"emits": info.emits, "dtype": info.dtype} for info in table().properties.values()}
    assert found == described["properties"]


@pytest.mark.skipif(sys.version_info < (3, 11), reason="typing.get_overloads is new in Python 3.11")
def test_declared_overloads_have_the_same_parameters(described: dict[str, Any]) -> None:
    """Names, order, types and which ones have a default."""
    aliases = {"List[LocalTensor]": "TensorList", "List[Union[RuntimeInt]]": "AddrList"}

    def row(name: str, text: str, optional: bool) -> tuple[str, str, bool]:
        text = re.sub(r"^(Any|GatherMaskMode)$", "…", text.replace("~", ""))
        return name, aliases.get(text, text), optional

    for function in table().functions():
        declared = described["functions"][function.name]["declared"]
        if not declared or function.name in ("jit", "adv.get_mm_config"):  # those two take anything
            continue
        mine = [
            [row(param.name, param.type, not param.required) for param in overload.params]
            for overload in function.overloads
            if overload.declared
        ]
        theirs = [
            [row(param["name"], param["type"], "default" in param) for param in overload["params"]]
            for overload in declared
        ]
        assert mine == theirs, function.name


def _bindable(entry: dict[str, Any]) -> set[str]:
    """Parameter names of the implementation and of the candidates behind it."""
    rows = [*entry["params"], *(row for candidate in entry.get("candidates") or () for row in candidate)]
    return {row["name"] for row in rows}


def _forms(signature: Signature) -> set[str]:
    return {param.name for form in signature.forms for param in form.params if param.mode != "star"}


def test_forms_bind_the_parameters_of_the_implementation(described: dict[str, Any]) -> None:
    for function in table().functions():
        names = _bindable(described["functions"][function.name])
        if function.name == "select":  # takes two operands out of *args by hand
            names |= {"sel_mask", "src0"}
        if function.name == "jit":  # **options are the fields of three classes
            for options in ("CodegenOptions", "CompileOptions", "LaunchOptions"):
                names |= _bindable(described["classes"][options]["constructor"])
        assert _forms(function) == names, function.name


def test_classes_have_the_same_members(described: dict[str, Any]) -> None:
    for name, entry in described["classes"].items():
        info = find_class(name)
        assert info is not None, name
        assert list(info.bases) == entry["bases"]
        members = {*entry["methods"], *entry["attributes"], *entry["properties"]}
        assert {*info.methods, *info.attributes} == members, name
        assert all(info.has_member(member) for member in members)
        for method in info.methods.values():
            short = method.name.rpartition(".")[2]
            if method.forms:
                assert _forms(method) == _bindable(entry["methods"][short]), method.name
        if info.category == "params_struct":
            assert _forms(info.constructor) == _bindable(entry["constructor"]), name


def test_fields_are_the_constructor_parameters_in_order(described: dict[str, Any]) -> None:
    for info in table().classes():
        if info.fields and info.category == "params_struct":
            parameters = described["classes"][info.name]["constructor"]["params"]
            assert [field.name for field in info.fields] == [row["name"] for row in parameters]
            assert [field.default is not None for field in info.fields] == ["default" in row for row in parameters]


def test_lookups_agree_with_the_kind_of_each_name(described: dict[str, Any]) -> None:
    for name, kind in described["names"].items():
        found = {
            "function": find_function(name),
            "class": find_class(name),
            "enum": find_enum(name),
            "dtype": find_dtype(name),
        }
        assert {key for key, value in found.items() if value is not None} == {kind} & set(found), name
