"""Names: what exists, what was meant."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pyasc_lint.api import find_class, find_dtype, find_enum, find_function, public_names, suggest, table


def test_finders_take_names_with_and_without_asc() -> None:
    assert find_function("add") is find_function("asc.add") is not None
    assert find_class("LocalTensor") is find_class("asc.LocalTensor") is not None
    assert find_enum("asc.HardEvent") is find_enum("HardEvent") is not None
    assert find_dtype("asc.half") is find_dtype("half") is not None
    assert find_function("adv.sin") is not None
    for name in ("nothing", "LocalTensor"):
        assert find_function(name) is None
    for name in ("nothing", "add"):
        assert find_class(name) is None and find_enum(name) is None and find_dtype(name) is None


def test_public_names_hold_everything_a_user_writes_after_asc() -> None:
    assert {"jit", "lib", "runtime", "adv", "range", "float16", "half", "HardEvent", "TQue", "add"} <= public_names()
    assert not {"bfloat16", "TensorTrait", "bool_", "KernelType", "adv.sin", "alloc"} & public_names()


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("dat_copy", "data_copy"),
        ("LocalMemAlocator", "LocalMemAllocator"),
        ("tposition", "TPosition"),
        ("DataCopy", "data_copy"),
        ("Compares", "compare_scalar"),
        ("asc.SetFlag", "set_flag"),
        ("bfloat16", None),
        ("zzz", None),
    ],
)
def test_suggestions(name: str, meant: str | None) -> None:
    assert suggest(name) == meant


def test_class_members_include_inherited_ones() -> None:
    tensor, buffer = find_class("LocalTensor"), find_class("TBuf")
    assert tensor is not None and buffer is not None
    assert all(map(tensor.has_member, ["dtype", "shape", "get_value", "to_ir", "__class__"]))
    assert buffer.has_member("deque") and "TQueBind" in buffer.bases
    assert not tensor.has_member("reset") and tensor.suggest("getvalue") == "get_value"


def test_enum_members() -> None:
    event = find_enum("HardEvent")
    assert event is not None
    assert event.has_member("MTE2_V") and event.has_member("__members__") and not event.has_member("MTE2_X")
    assert event.suggest("MTE2_VV") == "MTE2_V" and event.suggest("nonsense") is None


def test_since_tells_releases_apart() -> None:
    """The static-Tensor API is new in 1.1.0."""
    allocator, copy, position = find_class("LocalMemAllocator"), find_function("data_copy"), find_enum("TPosition")
    assert allocator is not None and copy is not None and position is not None
    assert (allocator.since, copy.since) == ("1.1.0", "1.0.0")
    assert position.member_since == {"MAX": "1.1.0"}


def test_pipes_of_transfers_depend_on_the_path() -> None:
    copy = find_function("data_copy")
    assert copy is not None and copy.pipe is None
    assert {overload.pipe for overload in copy.overloads if isinstance(overload.pipe, str)} == {"MTE2", "MTE3", "FIX"}
    local = next(overload for overload in copy.overloads if overload.path == "by positions")
    assert local.pipe == {"UB->UB": "V", "UB->L1": "MTE3", "L1->BiasTable(C2)": "MTE1", "L1->FixpipeBuffer": "FIX"}


def test_constraints_include_the_shared_sets() -> None:
    add = find_function("add")
    assert add is not None and not add.constraints
    found = {constraint["kind"] for constraint in table().constraints_of(add)}
    assert {"align", "position", "overlap", "mask_int_range", "range"} <= found


def test_importing_the_table_loads_no_third_party_package_and_reads_no_entry() -> None:
    code = (
        "import sys, pyasc_lint.api as api; api.table(); "
        "print([name for name in ('pydantic', 'astroid', 'rich', 'pygls') if name in sys.modules], "
        "len(api.table()._built_functions))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]", "0"]
