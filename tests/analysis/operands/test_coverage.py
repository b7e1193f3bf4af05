"""Every instruction that static-Tensor kernels may use on A2 and A3 is sized, or it is known why not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pyasc_lint import api
from tests.support.operands import run

STRUCTS = {
    "AippParams": "asc.int8",
    "DataCopyParams": "1, 1, 0, 0",
    "InitConstValueParams": "1, 1, 0, 0",
    "LoadData3DParamsV2Pro": "16, ext_config=0x100010",
    "TransposeParamsExt": "1, 16, 4, 4, asc.TransposeType.TRANSPOSE_NCHW2NHWC",
    "DataCopyExtParams": "1, 32, 0, 0, 0",
    "DataCopyPadExtParams": "asc.float16, False, 0, 0, 0",
    "DataCopyPadParams": "False, 0, 0, 0",
    "DataCopyCO12DstParams": "16, 16, 16, 16",
    "FixpipeParamsV220": "16, 16, 16, 16",
    "FixpipeConfig": "asc.CO2Layout.ROW_MAJOR",
    "LoadData3DParamsV2": "[0, 0, 0, 0], 4, 4, 16, 16, 16",
    "MmadParams": "16, 16, 16",
    "MrgSort4Info": "[8, 8, 8, 8], False, 15, 1",
    "MrgSortSrcList": "asc.float16, ub_half_2, ub_half_3, ub_half_4, ub_half_5",
    "Nd2NzParams": "1, 4, 16, 0, 16, 4, 1, 0",
    "Nz2NdParamsFull": "1, 16, 16, 1, 16, 16, 1",
    "VdeqInfo": "[1.0] * 16, [0] * 16, [True] * 16",
}
"""Constructor arguments; the other structs have defaults for all."""

ENUMS = {"PipeID": "PIPE_V", "SelMode": "VSEL_TENSOR_TENSOR_MODE", "TPosition": "VECIN"}
"""Members to pass; of other enums the first."""

PLACES = {
    ("mmad", "dst"): "l0c",
    ("mmad", "fm"): "l0a",
    ("mmad", "filter"): "l0b",
    ("mmad", "bias"): "bt",
    ("mmad_with_sparse", "dst"): "l0c",
    ("mmad_with_sparse", "fm"): "l0a",
    ("mmad_with_sparse", "filter"): "l0b",
    ("fixpipe", "src"): "l0c",
    ("fixpipe", "cbuf_workspace"): "l1",
    ("load_data", "dst"): "l0a",
    ("load_data", "src"): "l1",
    ("load_data_with_transpose", "dst"): "l0b",
    ("load_data_with_transpose", "src"): "l1",
    ("load_data_with_sparse", "dst"): "l0b",
    ("load_data_with_sparse", "src"): "l1",
    ("load_data_with_sparse", "idx"): "l1",
    ("load_image_to_local", "dst"): "l1",
    ("init_const_value", "dst"): "l0a",
}
"""Memories of operands; all others are in the UB."""

FORM_PLACES = {
    ("data_copy", 12): {"dst": "l1"},
    ("data_copy", 14): {"src": "l0c"},
    ("data_copy", 15): {"dst": "l1", "src": "l0c"},
}

ARGUMENTS = {
    "src1_pattern": "1",
    "cache_offset": "0",
    "valid_bit": "15",
    "element_count_list": "[8, 8, 8, 8]",
    "sorted_num": "[0, 0, 0, 0]",
    "slice_list1": "[asc.SliceInfo(0, 15, 0, 1, 16)]",
    "slice_list2": "[asc.SliceInfo(0, 15, 0, 1, 16)]",
    "dim_value": "1",
    "cmp_mode": "asc.CMPMODE.LT",
}
"""Arguments by the name of their parameter, where the kind does not say enough."""

SCALARS = {
    "count": "256",
    "mask_count": "64",
    "mask_bits": "[1, 1]",
    "repeat": "1",
    "bool": "True",
    "scalar": "1",
    "stride": "8",
    "event_id": "0",
    "flag_id": "0",
    "int_list": "[0, 0, 0, 0]",
    "dtype": "asc.float16",
}

UNSIZED = {
    ("data_copy", 12): "through GM",
    ("data_copy_pad", 2): "through GM",
    ("data_copy_pad", 5): "through GM",
    ("load_data", 2): "no load with such parameters",
    ("load_data", 3): "no load with such parameters",
    ("load_data", 4): "no load with such parameters",
    ("load_data_with_transpose", 1): "no load with",
    ("load_image_to_local", 0): "set_aipp_functions",
    ("select", 4): "takes the operands of this form for those of another",
}
"""Forms without a size, with what their reason says."""

UNREACHABLE = {
    ("set_atomic_add", 0), ("set_atomic_max", 0), ("set_atomic_min", 0), ("set_atomic_type", 0),
    ("trans_data_to_5hd", 1), ("trans_data_to_5hd", 2), ("select", 7), ("select", 2), ("select", 3),
}  # fmt: skip
"""Forms that pyasc 1.1.1 declares and rejects."""


def instructions() -> Iterator[api.Function]:
    """The functions that issue instructions in static-Tensor kernels of A2 or A3."""
    quiet = {"sysvar", "language", "debug", "tensor", "workspace", "framework"}
    for function in api.table().functions():
        allowed = function.allowed_in_static_tensor
        if (allowed.get("A2") or allowed.get("A3")) and function.category not in quiet:
            yield function


def argument(function: api.Function, overload: api.Overload, param: api.Param, number: int) -> str:
    """Source text of an argument that fits a parameter."""
    if param.name in ARGUMENTS and not param.is_tensor:
        return ARGUMENTS[param.name]
    if "global_tensor" in param.kind:
        return "gm_x"
    if "tensor_list" in param.kind and param.type == "TensorList":
        return "[" + ", ".join(f"ub_half_{number * 16 + each}" for each in range(16)) + "]"
    if param.kind.endswith("local_tensor"):
        places = FORM_PLACES.get((function.name, overload.index), {})
        place = places.get(param.name) or PLACES.get((function.name, param.name), "ub")
        wide = {"uint32": "uint", "uint64": "long", "uint8": "ubyte"}
        dtype = wide.get(next(iter(function.fixed_operands.get(param.name, ())), ""), "half")
        return f"{place}_{dtype}_{number}"
    kind = param.type.removeprefix("Optional[").rstrip("]")
    if param.kind in ("params_struct", "src_tensor_list"):
        return f"asc.{kind}({STRUCTS.get(kind, '')})"
    if param.kind == "enum":
        enum = api.find_enum(kind)
        assert enum is not None
        return f"asc.{kind}.{ENUMS.get(kind) or next(iter(enum.members))}"
    return "1.0" if param.type == "float" else SCALARS[param.kind]


def call(function: api.Function, overload: api.Overload) -> str:
    """A call in one form."""
    if function.name == "set_vector_mask":
        numbers = "64" if overload.index == 0 else "0, 1"
        return f"asc.set_vector_mask({numbers}, dtype=asc.float16, mode=asc.MaskMode.NORMAL)"
    params = [param for param in overload.params if param.default is None]
    arguments = [argument(function, overload, param, number) for number, param in enumerate(params)]
    if (function.name, overload.index) == ("data_cache_clean_and_invalid", 0):
        arguments = [f"{param.name}={text}" for param, text in zip(params, arguments, strict=True)]
    return f"asc.{function.name}({', '.join(arguments)})"


@pytest.mark.parametrize("function", list(instructions()), ids=lambda function: function.name)
def test_every_form_is_sized_or_explained(function: api.Function) -> None:
    forms = [form for form in function.overloads if (function.name, form.index) not in UNREACHABLE]
    assert forms
    for form in forms:
        local = {"l1", "l0a", "l0b", "l0c"} & {place for (name, _), place in PLACES.items() if name == function.name}
        on_cube = local or (function.name, form.index) in FORM_PLACES
        ran = run(call(function, form), "AIC" if on_cube else "AIV")
        assert [each.call.stmt.overload for each in ran.instructions] == [form.index], call(function, form)
        instruction = ran.instructions[0]
        reason = UNSIZED.get((function.name, form.index))
        if reason is not None:
            assert instruction.unsized is not None and reason in instruction.unsized
            continue
        assert instruction.unsized is None, (call(function, form), instruction.unsized)
        assert not instruction.skipped
        assert instruction.pipe
        tensors = {param.name for param in form.params if param.is_tensor and not param.name.endswith("_list")}
        if function.category not in ("cache", "cube.config"):
            assert {access.param.partition(".")[0].partition("[")[0] for access in instruction.accesses} >= tensors


def test_functions_of_other_architectures_say_so() -> None:
    ran = run("asc.rp_sort16(ub_half_1, ub_half_2, 1); asc.scatter(ub_half_1, ub_half_2, ub_uint_3, 0, 64)")
    assert [each.unsized for each in ran.instructions] == ["arch 2201 has no such instruction"] * 2


def test_library_functions_are_not_modelled() -> None:
    instruction = run("asc.adv.sin(ub_half_1, ub_half_2, 64)").instructions[-1]
    assert instruction.unsized is not None and instruction.pipe == "V"
    assert {(access.param, access.kind, access.exact) for access in instruction.accesses} == {
        ("dst", "write", False),
        ("src", "read", False),
    }
