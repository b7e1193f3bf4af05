"""Every call form of the API table: what has an Ascend C form, and that the forms name real parameters."""

from __future__ import annotations

import re

import pytest

from pyasc_lint import api
from pyasc_lint.api import Function, Overload
from pyasc_lint.codegen.forms import form

ELSEWHERE = {"array", "ascend_is_aic", "ascend_is_aiv", "ceildiv", "inline", "jit", "number", "printf", "property",
             "static_assert"}  # fmt: skip
"""Functions that are no call of the generated code, or have a form of their own kind."""

NEVER = {"get_hccl_context", "get_shape_size", "get_tpipe_ptr", "set_hccl_context"}
"""Functions of the framework, which no static-Tensor kernel can use."""

IMPOSSIBLE = {
    ("select", 7), ("set_atomic_add", 0), ("set_atomic_max", 0), ("set_atomic_min", 0), ("set_atomic_type", 0),
    ("trans_data_to_5hd", 1), ("trans_data_to_5hd", 2),
}  # fmt: skip
"""Declared forms that pyasc never binds, or that C++ does not have."""

OVERLOADS = [
    (function, overload)
    for function in api.table().functions()
    if not function.name.startswith("adv.") and function.name not in ELSEWHERE
    for overload in function.overloads
]


def name(value: object) -> str:
    return value.name if isinstance(value, Function) else str(value.index) if isinstance(value, Overload) else ""


def test_what_has_no_form_is_known() -> None:
    calls = [(function.name, overload.index) for function, overload in OVERLOADS]
    missing = {call for call in calls if form(*call) is None}
    assert missing == IMPOSSIBLE | {call for call in calls if call[0] in NEVER}


@pytest.mark.parametrize(("function", "overload"), OVERLOADS, ids=name)
def test_a_form_uses_the_parameters(function: Function, overload: Overload) -> None:
    pattern = form(function.name, overload.index)
    if pattern is None:
        return
    assert pattern.count("(") == pattern.count(")") == 1 and pattern.count("<") == pattern.count(">")
    used = {part for slot in re.findall(r"\{([\w.:]+)\}", pattern) for part in re.split(r"[.:]", slot)}
    names = {param.name for param in overload.params}
    known = names | {"T", "C", "GM_ADDR", "half", "float", "int8_t", "uint8_t", "int16_t", "uint16_t", "int32_t",
                     "uint32_t", "int64_t", "uint64_t"}  # fmt: skip
    assert used <= known
    # The latter have one value only, and nothing comes back into a Python number.
    assert names - used <= {"is_set_mask", "shape_info", "gather_mask_mode", "core_version"}


@pytest.mark.parametrize(
    ("function", "overload", "expected"),
    [
        ("add", 0, "Add({dst}, {src0}, {src1}, {count})"),
        ("adds", 0, "Adds<{dst.T}, {is_set_mask}>({dst}, {src}, {scalar:src}, {count})"),
        ("mul_add_dst", 1, "MulAddDst<{dst.T}, {src0.T}, {is_set_mask}>({dst}, {src0}, {src1}, {mask}, {repeat_times}, "
         "{repeat_params})"),
        ("data_copy", 9, "DataCopy({dst}, {src}, {slice_list1}, {slice_list2}, {dim_value:uint32_t})"),
        ("set_flag", 0, "SetFlag<{event}>({event_id})"),
    ],
)  # fmt: skip
def test_forms(function: str, overload: int, expected: str) -> None:
    assert form(function, overload) == expected


def test_methods_have_forms() -> None:
    """Those that a static-Tensor kernel needs."""
    for method in ("get_value", "set_value", "get_size"):
        assert form(f"LocalTensor.{method}", 0) and form(f"GlobalTensor.{method}", 0)
    assert form("TQue.enque", 0) is None and form("no_such_function", 0) is None
