"""The Ascend C form of every call: mostly what the API table has seen pyasc emit, otherwise written down here.

A form is text with the operands in braces: `Adds<{src.T}, {is_set_mask}>({dst}, {src}, {scalar:src}, {count})`.
`{x}` is an operand, `{x.T}` its element type, `{x.C}` the type of a number, `{x:y}` a number as an element of tensor
`y`, `{x:int32_t}` one of that C++ type, `{=uint64_t count}` the variable that takes a result by reference, `{self}` the
object of a method. What stands in square brackets is left out unless `is_set_mask` is off.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

from pyasc_lint import api
from pyasc_lint.api import Overload, Param

_OWN: dict[str, str | tuple[str, ...]] = {
    "copy": "Copy<{dst.T}>({dst}, {src}, {mask}, {repeat_time}, {repeat_params})",
    "cast_deq": (
        "CastDeq<{dst.T}, {src.T}, {is_vec_deq}, {half_block}>({dst}, {src}, {count})",
        "CastDeq<{dst.T}, {src.T}, {is_set_mask}, {is_vec_deq}, {half_block}>"
        "({dst}, {src}, {mask}, {repeat_times}, {repeat_params})",
        "CastDeq<{dst.T}, {src.T}, {is_set_mask}, {is_vec_deq}, {half_block}>"
        "({dst}, {src}, {mask}, {repeat_times}, {repeat_params})",
    ),
    "cross_core_set_flag": "CrossCoreSetFlag<{mode_id}, {pipe}>({flag_id})",
    "cross_core_wait_flag": "CrossCoreWaitFlag<{mode_id}, {pipe}>({flag_id})",
    "data_cache_clean_and_invalid": (
        "DataCacheCleanAndInvalid<{dst.T}, {entire_type}, {dcci_dst}>({dst})",
        "DataCacheCleanAndInvalid<{dst.T}, {entire_type}>({dst})",
    ),
    "data_sync_barrier": "DataSyncBarrier<{arg0}>()",
    "fixpipe": (
        "Fixpipe<{dst.T}, {src.T}, {config}>({dst}, {src}, {params})",
        "Fixpipe<{dst.T}, {src.T}, {config}>({dst}, {src}, {cbuf_workspace}, {params})",
    ),
    "gather_mask": (
        "GatherMask<{dst.T}, {src1_pattern.T}>"
        "({dst}, {src0}, {src1_pattern}, {reduce_mode}, {mask}, {params}, {=uint64_t count})",
        "GatherMask<{dst.T}>"
        "({dst}, {src0}, {src1_pattern:uint8_t}, {reduce_mode}, {mask}, {params}, {=uint64_t count})",
    ),
    "get_arch_version": "GetArchVersion({=uint32_t version})",
    "get_block_idx": "GetBlockIdx()",
    "get_block_num": "GetBlockNum()",
    "get_mrg_sort_result": "GetMrgSortResult({=uint16_t*4 lengths})",
    "get_store_atomic_config": "GetStoreAtomicConfig({=uint16_t*2 config})",
    "get_sys_workspace": "GetSysWorkSpacePtr()",
    "ib_set": "IBSet<{is_aiv_only}>({gm_workspace}, {ub_workspace}, {block_idx}, {event_id})",
    "ib_wait": "IBWait<{is_aiv_only}>({gm_workspace}, {ub_workspace}, {block_idx}, {event_id})",
    "mrg_sort": (
        "MrgSort<{dst.T}, {is_exhausted_suspension}>({dst}, {sort_list}, {element_count_list:uint16_t}, "
        "{sorted_num:uint32_t}, {valid_bit}, {repeat_time})",
        "MrgSort({dst}, {sort_list}, {params})",
    ),
    "pipe_barrier": "PipeBarrier<{pipe}>()",
    "scalar_cast": "ScalarCast<{value_in.C}, {dtype}, {round_mode}>({value_in})",
    "scalar_get_count_of_value": "ScalarGetCountOfValue<{count_value}>({value_in})",
    "scalar_get_sff_value": "ScalarGetSFFValue<{count_value}>({value_in})",
    "set_atomic_add": ("", "SetAtomicAdd<{dtype}>()"),
    "set_atomic_max": ("", "SetAtomicMax<{dtype}>()"),
    "set_atomic_min": ("", "SetAtomicMin<{dtype}>()"),
    "set_atomic_type": ("", "SetAtomicType<{dtype}>()"),
    "set_flag": "SetFlag<{event}>({event_id})",
    "set_pad_value": "SetPadValue<{padding_value.C}, {pos}>({padding_value})",
    "set_store_atomic_config": "SetStoreAtomicConfig<{atomic_type}, {atomic_op}>()",
    "set_sys_workspace": "SetSysWorkspace({workspace:GM_ADDR})",
    "set_vector_mask": (
        "SetVectorMask<{dtype}, {mode}>({length})",
        "SetVectorMask<{dtype}, {mode}>({mask_high:uint64_t}, {mask_low:uint64_t})",
    ),
    "sync_all": (
        "SyncAll<{is_aiv_only}>()",
        "SyncAll<{is_aiv_only}>({gm_workspace}, {ub_workspace}, {used_cores})",
    ),
    "sort": "Sort<{dst.T}, false>({dst}, {concat}, {index}, {tmp}, {repeat_time})",
    "trans_data_to_5hd": ("TransDataTo5HD<{dst_list.T}>({dst_list}, {src_list}, {params})", "", ""),
    "wait_flag": "WaitFlag<{event}>({event_id})",
    "LocalTensor.get_value": "{self}.GetValue({index})",
    "LocalTensor.set_value": "{self}.SetValue({index}, {value:self})",
    "LocalTensor.get_size": "{self}.GetSize()",
    "LocalTensor.get_length": "{self}.GetLength()",
    "LocalTensor.get_phy_addr": (
        "reinterpret_cast<uint64_t>({self}.GetPhyAddr())", "reinterpret_cast<uint64_t>({self}.GetPhyAddr({offset}))",
    ),
    "LocalTensor.get_position": "{self}.GetPosition()",
    "LocalTensor.get_user_tag": "{self}.GetUserTag()",
    "LocalTensor.set_user_tag": "{self}.SetUserTag({tag})",
    "LocalTensor.set_size": "{self}.SetSize({size})",
    "LocalTensor.set_buffer_len": "{self}.SetBufferLen({data_len})",
    "LocalTensor.set_addr_with_offset": "{self}.SetAddrWithOffset({src}, {offset})",
    "LocalTensor.get_shape_info": "{self}.GetShapeInfo()",
    "LocalTensor.set_shape_info": "{self}.SetShapeInfo({shape_info})",
    "LocalTensor.print": "{self}.Print({data_len})",
    "LocalTensor.to_file": "{self}.ToFile({file_name})",
    "GlobalTensor.get_value": "{self}.GetValue({offset})",
    "GlobalTensor.set_value": "{self}.SetValue({offset}, {value:self})",
    "GlobalTensor.get_size": "{self}.GetSize()",
    "GlobalTensor.get_shape_info": "{self}.GetShapeInfo()",
    "GlobalTensor.set_shape_info": "{self}.SetShapeInfo({shape_info})",
    "GlobalTensor.get_phy_addr": ("{self}.GetPhyAddr()", "{self}.GetPhyAddr({offset})"),
    "GlobalTensor.set_l2_cache_hint": "{self}.SetL2CacheHint<{rw_mode}>({mode})",
    "ShapeInfo.shape": "{self}.shape[{dim}]",
    "ShapeInfo.original_shape": "{self}.originalShape[{dim}]",
    "array.__setitem__": "{self}[{index}] = {value:self}",
}
"""Calls whose operands are not simply the arguments in order, or that pyasc 1.1.1 does not emit right."""

_NO_CALLS = frozenset({"get_hccl_context", "get_shape_size", "get_tpipe_ptr", "jit", "number", "set_hccl_context"})
"""What belongs to the framework, which owns the memory that a static-Tensor kernel places itself, or to Python."""

_SWITCHES = frozenset({"is_set_mask", "is_aiv_only", "shape_info"})
"""Parameters that are no argument of the C++ call."""

_SILENT_MASK = re.compile(r"(whole|pair|repeat)_reduce_\w+")
"""Functions with a template argument for `is_set_mask` that pyasc 1.1.1 leaves out, whatever is given."""


@cache
def form(name: str, overload: int | None) -> str | None:
    """The form of a call; None where it has none yet."""
    own = _OWN.get(name)
    if isinstance(own, str):
        return own
    if own is not None:
        return (own[overload] or None) if overload is not None and overload < len(own) else None
    function = api.find_function(name)
    if function is None or overload is None or name in _NO_CALLS:
        return None
    return _derived(name, function.overloads[overload])


def method_forms() -> list[str]:
    """The methods that have a form, as `LocalTensor.get_value`."""
    return [name for name in _OWN if "." in name]


def _derived(name: str, overload: Overload) -> str | None:
    """The form behind a prototype such as `Adds<half, 1>(<LocalTensor<half>>, <LocalTensor<half>>, <half>, <int32_t>)`.

    None where its arguments are not the parameters in order.
    """
    match = re.fullmatch(r"(?:.* = )?(\w+)(?:<(.*?)>)?\((.*)\)", overload.emits or "")
    if match is None:
        return None
    cpp, template, arguments = match.groups()
    params = [param for param in overload.params if param.name not in _SWITCHES]
    given = _split(arguments)
    if len(given) != len(params):
        return None
    prototypes = dict(zip((param.name for param in params), given, strict=True))
    parts = [_operand(param, params, prototypes) for param in params]
    types = [param for param in params if param.is_tensor or param.kind.endswith("tensor_list")]
    slots = []
    for slot in _split(template or ""):
        if slot in ("0", "1"):
            slots.append("{is_set_mask}")
        elif types and slot.isidentifier():
            slots.append(f"{{{types.pop(0).name}.T}}")
        elif slot == "float":
            slots.append(slot)
        else:
            return None
    written = f"<{', '.join(slots)}>" if slots else ""
    if _SILENT_MASK.fullmatch(name):
        written = "[<{dst.T}, {is_set_mask}>]"
    return f"{cpp}{written}({', '.join(parts)})"


def _operand(param: Param, params: list[Param], prototypes: Mapping[str, str]) -> str:
    """`{name}`, with the type that a number must have so that C++ finds the right function."""
    scalar = re.fullmatch(r"<(\w+)>", prototypes[param.name])
    if param.kind != "scalar" or scalar is None:
        return f"{{{param.name}}}"
    before = [other.name for other in params[: params.index(param)] if other.is_tensor]
    if before and prototypes[before[-1]].endswith(f"Tensor<{scalar[1]}>>"):
        return f"{{{param.name}:{before[-1]}}}"
    return f"{{{param.name}:{scalar[1]}}}"


def _split(text: str) -> list[str]:
    """The parts of a list with commas, those inside angle brackets aside."""
    parts, depth, start = [], 0, 0
    for index, char in enumerate(text):
        depth += (char == "<") - (char == ">")
        if char == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts
