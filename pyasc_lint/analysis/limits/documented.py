"""Ranges that documents give for arguments and struct fields, beside those of the API table."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from pyasc_lint import api


class Range(NamedTuple):
    """Inclusive; None: no bound."""

    low: int | None
    high: int | None


_REPEAT = Range(0, 255)
_FLAG = Range(0, 15)
_COUNT = Range(0, None)
_LONG_REPEATS = frozenset({"reduce_max", "reduce_min", "reduce_sum"})
"""Functions that split many repeats into instructions themselves."""
_U8, _U16 = Range(0, 255), Range(0, 65535)
_SPACE = Range(0, 32767)
_KERNEL = Range(1, 255)

_FIELDS: Mapping[str, Range] = {
    "BrcbRepeatParams.dst_blk_stride": Range(1, 65535),
    "DataCopyCO12DstParams.n_size": Range(0, 4095),
    "FixpipeParamsV220.n_size": Range(0, 4095),
    "InitConstValueParams.repeat_times": _SPACE,
    "InitConstValueParams.block_num": _SPACE,
    "InitConstValueParams.dst_gap": _SPACE,
    "LoadData2DParamsV2.m_step": _U8,
    "LoadData2DParamsV2.k_step": _U8,
    "LoadData3DParamsV1.l1_h": Range(1, 32767),
    "LoadData3DParamsV1.l1_w": Range(1, 32767),
    "LoadData3DParamsV1.c1_index": Range(0, 4095),
    "LoadData3DParamsV1.fetch_filter_w": Range(0, 254),
    "LoadData3DParamsV1.fetch_filter_h": Range(0, 254),
    "LoadData3DParamsV1.left_top_w": Range(-255, 32767),
    "LoadData3DParamsV1.left_top_h": Range(-255, 32767),
    "LoadData3DParamsV1.stride_w": Range(1, 63),
    "LoadData3DParamsV1.stride_h": Range(1, 63),
    "LoadData3DParamsV1.filter_w": _KERNEL,
    "LoadData3DParamsV1.filter_h": _KERNEL,
    "LoadData3DParamsV1.dilation_filter_w": _KERNEL,
    "LoadData3DParamsV1.dilation_filter_h": _KERNEL,
    "LoadData3DParamsV1.jump_stride": Range(1, 127),
    "LoadData3DParamsV1.repeat_mode": Range(0, 1),
    "LoadData3DParamsV1.repeat_time": Range(1, 255),
    "LoadData3DParamsV1.c_size": Range(0, 1),
    "LoadData3DParamsV2.l1_h": _SPACE,
    "LoadData3DParamsV2.l1_w": _SPACE,
    "LoadData3DParamsV2.m_start_pt": _SPACE,
    "LoadData3DParamsV2.stride_w": Range(0, 63),
    "LoadData3DParamsV2.stride_h": Range(0, 63),
    "LoadDataRepeatParam.repeat_mode": Range(0, 1),
    "MrgSort4Info.repeat_times": _REPEAT,
    "TransposeParamsExt.c_size": Range(0, 4095),
}
"""Fields whose page says more than their C++ type does: struct.field -> range."""

_ARGUMENTS: Mapping[str, Range] = {
    "data_copy.dim_value": Range(1, 8),
    "duplicate.dst_block_stride": _U16,
    "duplicate.dst_repeat_stride": _U8,
    "gather.dst_rep_stride": _U16,
    "scatter.src_rep_stride": _U16,
    "set_deq_scale.offset": Range(-256, 255),
}
"""function.parameter -> range."""

NOTHING: Mapping[str, tuple[str, ...]] = {
    "DataCopyParams": ("block_count", "block_len"),
    "DataCopyExtParams": ("block_count", "block_len"),
    "DataCopyCO12DstParams": ("n_size", "m_size"),
    "FixpipeParamsV220": ("n_size", "m_size", "nd_num"),
    "InitConstValueParams": ("repeat_times", "block_num"),
    "LoadData2DParams": ("repeat_times",),
    "LoadData2DParamsV2": ("m_step", "k_step"),
    "LoadData2dTransposeParams": ("repeat_times",),
    "LoadData2dTransposeParamsV2": ("repeat_times",),
    "LoadData3DParamsV2": ("l1_h", "l1_w", "channel_size", "k_extension", "m_extension"),
    "LoadDataRepeatParam": ("repeat_time",),
    "MmadParams": ("m", "n", "k"),
    "MrgSort4Info": ("repeat_times",),
    "Nd2NzParams": ("nd_num", "n_value", "d_value"),
    "Nz2NdParamsFull": ("nd_num",),
    "TransDataTo5HDParams": ("repeat_times",),
}
"""Struct -> fields that make the instruction do nothing where they are 0."""

_FIELD = re.compile(r"(\w+)\.([a-z]\w*(?:/\w+)*)$")
_ARGUMENT = re.compile(r"[a-z]\w*$")


@cache
def _tabled(function: str) -> Mapping[str, Range]:
    """The ranges of the API table for a function: "parameter" or "Struct.field" -> range."""
    found: dict[str, Range] = {}
    known = api.find_function(function)
    for rule in known.constraints if known is not None else ():
        if rule["kind"] != "range" or "param" not in rule or not {"min", "max"} <= rule.keys():
            continue
        bounds = Range(rule["min"], rule["max"])
        field = _FIELD.match(rule["param"])
        if field is not None:
            found.update((f"{field[1]}.{name}", bounds) for name in field[2].split("/"))
        elif _ARGUMENT.match(rule["param"]):
            found[rule["param"]] = bounds
    return found


def field_range(function: str, struct: str, field: str) -> Range | None:
    """The documented range of a struct field in calls of a function; None where its C++ type is all there is."""
    key = f"{struct}.{field}"
    return _FIELDS.get(key) or _tabled(function).get(key)


def argument_range(function: str, param: api.Param) -> Range | None:
    """The documented range of a number argument; None where there is none. Masks and event ids are not among these."""
    if param.kind in ("event_id", "mask_count", "mask_bits"):
        return None
    known = _ARGUMENTS.get(f"{function}.{param.name}") or _tabled(function).get(param.name)
    if known is not None:
        return known
    if param.kind == "repeat":
        return _COUNT if function in _LONG_REPEATS else _REPEAT
    return _COUNT if param.kind == "count" else _FLAG if param.kind == "flag_id" else None
