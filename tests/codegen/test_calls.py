"""Every call form of the API table: what has an Ascend C form, and that the forms name real parameters."""

from __future__ import annotations

import re

import pytest

from pyasc_lint import api
from pyasc_lint.api import Function, Overload, Param
from pyasc_lint.codegen.forms import form, method_forms

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


# --------------------------------------------------------------------------------------------------------- prototypes

WITHOUT_RECORD = {
    "get_block_idx", "get_block_num", "get_sys_workspace", "set_atomic_add", "set_atomic_max", "set_atomic_min",
    "set_atomic_type", "set_vector_mask",
}  # fmt: skip
"""Functions of which no call was recorded; their forms come from the API pages of Ascend C."""

METHODS_WITHOUT_RECORD = {
    "GlobalTensor.get_phy_addr", "GlobalTensor.get_shape_info", "GlobalTensor.get_size", "GlobalTensor.get_value",
    "GlobalTensor.set_l2_cache_hint", "GlobalTensor.set_shape_info", "GlobalTensor.set_value",
    "LocalTensor.get_length", "LocalTensor.get_phy_addr",
    "LocalTensor.get_position", "LocalTensor.get_shape_info", "LocalTensor.get_size",
    "LocalTensor.get_user_tag", "LocalTensor.get_value", "LocalTensor.print", "LocalTensor.set_addr_with_offset",
    "LocalTensor.set_buffer_len", "LocalTensor.set_shape_info", "LocalTensor.set_size", "LocalTensor.set_user_tag",
    "LocalTensor.set_value", "LocalTensor.to_file", "ShapeInfo.original_shape", "ShapeInfo.shape", "array.__setitem__",
}  # fmt: skip
"""Methods, of which none is recorded."""

OTHER_TEMPLATES = {
    "copy": "pyasc prints a mask switch that no form of Ascend C needs",
    "gather_mask": "the mode has one value, which is the default",
    "ib_set": "pyasc leaves out is_aiv_only",
    "ib_wait": "pyasc leaves out is_aiv_only",
    "sync_all": "pyasc leaves out is_aiv_only",
}
"""Functions whose template arguments differ from the record on purpose."""

Shape = tuple[str, list[str], list[str]]
"""A call: its name, and what its template arguments and its arguments are."""


def recorded(prototype: str) -> Shape:
    """The shape of a recorded call such as `Adds<half, 1>(<LocalTensor<half>>, <LocalTensor<half>>, <half>)`."""
    match = re.fullmatch(r"(?:.* = )?(\w+)(?:<(.*?)>)?\((.*)\)", prototype)
    assert match is not None, prototype
    kinds = [recorded_kind(each) for each in split(match[3])]
    return match[1], [template_kind(each) for each in split(match[2] or "")], kinds


def template_kind(text: str) -> str:
    if text in ("0", "1", "true", "false") or text.startswith("<"):
        return "number"
    if "::" in text or text.startswith(("PIPE_", "CFG_")):
        return "member"
    return "type"


def recorded_kind(text: str) -> str:
    if "Tensor<" in text:
        return "local" if "Local" in text else "global"
    if "::" in text:
        return "member"
    if text.endswith("_list"):
        return "list"
    return "number" if re.fullmatch(r"<(half|float|bool|u?int\d+_t)>", text) or "*" in text else "struct"


def printed(pattern: str, overload: Overload) -> Shape:
    """The shape of a form."""
    pattern = re.sub(r"\[.*?\](?=\()", "", pattern)
    pattern = re.sub(r"\{=(\w+)\*(\d) \w+\}", lambda found: ", ".join(["{=}"] * int(found[2])), pattern)
    match = re.fullmatch(r"(\w+)(?:<(.*?)>)?\((.*)\)", pattern)
    assert match is not None, pattern
    templates = [slot_kind(each, overload, template=True) for each in split(match[2] or "")]
    return match[1], templates, [slot_kind(each, overload) for each in split(match[3])]


def slot_kind(slot: str, overload: Overload, template: bool = False) -> str:
    inner = slot.strip("{}")
    if inner.startswith("="):
        return "number"
    if not slot.startswith("{") or inner.endswith((".T", ".C")):
        return template_kind(slot) if not slot.startswith("{") else "type"
    param = overload.param(inner.partition(":")[0])
    assert param is not None, slot
    return param_kind(param, template)


def param_kind(param: Param, template: bool) -> str:
    if param.is_tensor:
        return "local" if "_local_" in param.kind else "global"
    if param.kind == "dtype":
        return "type"
    if param.kind == "enum" or (template and param.kind == "params_struct"):
        return "member"
    if param.type == "MrgSortSrcList" or param.kind in ("params_struct", "slice_info_list"):
        return "struct"
    return "list" if param.kind.endswith("_tensor_list") else "number"


def split(text: str) -> list[str]:
    """The parts of a list with commas, those inside angle brackets aside."""
    return [part.strip() for part in re.split(r",(?![^<]*>)", text) if part.strip()]


RECORDED = [(function, overload) for function, overload in OVERLOADS
            if overload.emits is not None and form(function.name, overload.index) is not None]  # fmt: skip


@pytest.mark.parametrize(("function", "overload"), RECORDED, ids=name)
def test_a_call_has_the_shape_of_the_recorded_one(function: Function, overload: Overload) -> None:
    pattern = form(function.name, overload.index)
    assert pattern is not None and overload.emits is not None
    mine, theirs = printed(pattern, overload), recorded(overload.emits)
    assert (mine[0], mine[2]) == (theirs[0], theirs[2])
    assert (mine[1] != theirs[1]) is (function.name in OTHER_TEMPLATES)


def test_which_calls_have_no_record() -> None:
    without = {function.name for function, overload in OVERLOADS
               if overload.emits is None and form(function.name, overload.index) is not None}  # fmt: skip
    assert without == WITHOUT_RECORD
    assert {*method_forms()} == METHODS_WITHOUT_RECORD
