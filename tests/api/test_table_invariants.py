"""What holds for every entry of the table, without pyasc."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pyasc_lint.api
from pyasc_lint.api import (
    PRODUCTS,
    ArgKind,
    Arguments,
    Overload,
    Param,
    Signature,
    bind_class,
    bind_method,
    find_class,
    find_enum,
    find_function,
    kinds,
    resolve,
    table,
)

DATA = Path(pyasc_lint.api.__file__).parent / "data"
GoodArgument = Callable[[str, Param], ArgKind]

TOKENS = [
    "local", "global", "address", "int", "float", "bool", "str", "none", "runtime", "raw", "list", "tuple",
    "array", "dtype", "constexpr", "callable", "class", "enum", "object", "any",
]  # fmt: skip
KINDS = [
    "dst_local_tensor", "src_local_tensor", "tmp_local_tensor", "workspace_local_tensor", "dst_global_tensor",
    "src_global_tensor", "workspace_global_tensor", "dst_tensor_list", "src_tensor_list", "dst_address_list",
    "src_address_list", "global_address", "byte_address", "count", "mask_count", "mask_bits", "repeat", "stride",
    "index", "scalar", "bool", "enum", "dtype", "event_id", "flag_id", "params_struct", "slice_info_list",
    "int_list", "tuple", "string", "function", "property", "object", "varargs",
]  # fmt: skip
PIPES = ["V", "M", "MTE1", "MTE2", "MTE3", "FIX", "S", "all", "argument", "set", "wait", "S+MTE2+MTE3"]


def signatures() -> Iterator[Signature]:
    yield from table().functions()
    for info in table().classes():
        yield info.constructor
        yield from info.methods.values()


def ask(signature: Signature, args: Arguments) -> pyasc_lint.api.Resolution:
    """Through the public entry point for that kind of callable."""
    name = signature.name
    if find_function(name) is signature:
        return resolve(name, args)
    if find_class(name) is not None:
        return bind_class(name, args)
    owner, _, method = name.rpartition(".")
    return bind_method(owner, method, args)


@pytest.mark.parametrize("name", ["functions.json", "classes.json"])
def test_files_hold_one_entry_per_line(name: str) -> None:
    text = (DATA / name).read_text(encoding="utf-8")
    entries = json.loads(text)
    assert len(text.splitlines()) == len(entries) + 2
    for line, (key, value) in zip(text.splitlines()[1:-1], entries.items(), strict=True):
        assert json.loads("{" + line.rstrip(",") + "}") == {key: value}


def test_parameters_are_well_formed() -> None:
    for signature in signatures():
        for index, overload in enumerate(signature.overloads):
            assert overload.index == index
            names = [param.name for param in overload.params]
            assert len(set(names)) == len(names), signature.name
            for param in overload.params:
                assert param.name.isidentifier() and param.kind in KINDS and param.type, (signature.name, param)
                assert param.access in (None, "read", "write", "read_write")
                if param.kind.startswith("dst_") and param.is_tensor:
                    assert param.access in ("write", "read_write"), (signature.name, param.name)


def test_every_tensor_operand_of_a_function_says_how_it_is_accessed() -> None:
    for function in table().functions():
        if function.category in ("language", "debug") or function.name.startswith("adv."):
            continue
        for overload in function.overloads:
            for param in overload.params:
                if param.is_tensor and overload.declared:
                    assert param.access is not None, (function.name, param.name)


def test_forms_are_well_formed() -> None:
    for signature in signatures():
        for form in signature.forms:
            assert form.overloads, signature.name
            assert all(index < len(signature.overloads) for index in form.overloads)
            assert set(form.renames) <= set(form.overloads) | set(range(len(signature.overloads)))
            for param in form.params:
                assert param.accepts or signature.name == "AippParams", (signature.name, param.name)
                for token in param.accepts:
                    family, _, name = token.partition(":")
                    assert family in TOKENS
                    assert not name or find_enum(name) or find_class(name) or name == "Property", token


def test_vocabulary_of_functions() -> None:
    dtypes = {info.canonical for info in table().dtypes.values()}
    for function in table().functions():
        assert function.core in ("AIV", "AIC", "AIC+AIV")
        pipes = [function.pipe, *(overload.pipe for overload in function.overloads)]
        for pipe in pipes:
            for value in pipe.values() if isinstance(pipe, dict) else [pipe]:
                assert value is None or value in PIPES, (function.name, value)
        if not function.name.startswith("adv."):
            assert set(function.supported) == set(function.allowed_in_static_tensor) == set(PRODUCTS)
            assert function.ascend_c
        for rules in function.dtypes.values():
            assert rules.expressible <= dtypes
        assert all(set(value) <= dtypes for value in function.fixed_operands.values())
        for constraint in table().constraints_of(function):
            assert constraint["kind"]


def test_machine_readable_constraints_name_parameters_that_exist() -> None:
    fields = {f"{info.name}.{field.name}" for info in table().classes() for field in info.fields}
    ranges = 0
    for function in table().functions():
        params = {param.name for overload in function.overloads for param in overload.params}
        for constraint in function.constraints:
            if constraint["kind"] in ("range", "enum_set", "enum_subset"):
                assert constraint["param"] in params | fields, (function.name, constraint)
            if constraint["kind"] == "range":
                assert constraint["max"] is None or constraint["min"] <= constraint["max"]
                ranges += 1
    assert ranges > 70
    for name in ("vector_ub", "vector_mask"):
        for constraint in table().constraint_set(name):
            assert constraint["kind"] != "range" or constraint["param"] in fields | {"repeat_times"}


def test_no_text_is_lost_between_traps_and_table() -> None:
    assert len(table().traps) == 195 and len(table().syntax) == 279
    for trap in table().traps.values():
        assert trap.snippet and trap.actual and trap.severity and trap.id.startswith(trap.area)
    assert {fact.result for fact in table().syntax.values()} == {"accepted", "rejected"}


def test_an_unknown_argument_never_makes_a_call_fail() -> None:
    """Any number of unknown arguments some form has room for, by position or by keyword."""
    for signature in signatures():
        info = find_class(signature.name)
        if info is not None and info.complete_groups:
            continue  # fields of two groups never go together, whatever they are
        for form in signature.forms:
            by_position = [param for param in form.params if param.mode in ("both", "positional")]
            needed = max((place for place, param in enumerate(by_position, 1) if not param.optional), default=0)
            keyword_only = {
                param.name: kinds.UNKNOWN for param in form.params if param.mode == "keyword" and not param.optional
            }
            for count in range(needed, len(by_position) + 1):
                found = ask(signature, Arguments([kinds.UNKNOWN] * count, keyword_only))
                assert found.ok, (signature.name, count, found.failure)
            by_name = {param.name: kinds.UNKNOWN for param in form.params if param.mode in ("both", "keyword")}
            if len(by_name) == len(form.params):
                assert ask(signature, Arguments((), by_name)).ok, signature.name


def test_open_ended_arguments_never_fail_for_being_few() -> None:
    for signature in signatures():
        if signature.forms:
            assert ask(signature, Arguments(open_ended=True)).ok, signature.name


# --- agreement with what was observed when the declared overloads ran through pyasc ---------------------------------


def _declared_call(name: str, overload: Overload, style: str, good_argument: GoodArgument) -> Arguments:
    params = [param for param in overload.params if param.required or "optionals" in style]
    values = {param.name: good_argument(name, param) for param in params if param.kind != "varargs"}
    if style.startswith("positional"):
        return Arguments(list(values.values()))
    return Arguments((), values)


def test_declared_calls_resolve_as_pyasc_was_seen_to_treat_them(good_argument: GoodArgument) -> None:
    """`oracle` was recorded per overload and calling style; resolution must say the same and find that overload."""
    checked = 0
    for function in table().functions():
        for overload, (style, verdict) in itertools.chain.from_iterable(
            ((overload, item) for item in overload.oracle.items()) for overload in function.overloads
        ):
            args = _declared_call(function.name, overload, style, good_argument)
            found = resolve(function, args)
            accepted = found.ok or (found.failure is not None and found.failure.accepted_by_pyasc)
            assert accepted == (verdict == "accepted"), (function.name, overload.index, style, verdict, found.failure)
            checked += 1
            if accepted and found.ok and "optionals" in style and function.name != "sync_all":
                # sync_all(True) gives the flag to gm_workspace, which is then ignored (trap sync-13)
                assert set(found.arguments) == {param.name for param in overload.params}
    assert checked > 800


def test_an_accepted_declared_call_means_that_overload(good_argument: GoodArgument) -> None:
    """Two overloads may share a form only where their arguments are the same."""
    for function in table().functions():
        for overload in function.overloads:
            if overload.oracle.get("positional") != "accepted":
                continue
            found = resolve(function, _declared_call(function.name, overload, "positional", good_argument))
            assert found.overload is not None
            assert _required_types(found.overload) == _required_types(overload), function.name


def _required_types(overload: Overload) -> list[str]:
    return [param.type.replace("RuntimeInt", "int") for param in overload.params if param.required]
