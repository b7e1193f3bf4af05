"""Which builder tells the bytes of which instruction."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from pyasc_lint import api
from pyasc_lint.analysis.operands import (
    compare,
    copy,
    cube,
    gather,
    layout,
    load,
    reduce,
    scalar,
    sort,
    store,
    sync,
    vector,
)
from pyasc_lint.analysis.operands.operation import Operation, Unsized
from pyasc_lint.analysis.protocol import issues_instruction

Builder = Callable[[Operation], None]
"""Fills in an instruction; raises Unsized."""

_CATEGORIES: dict[str, Builder] = {
    "vector.unary": vector.elementwise,
    "vector.binary": vector.elementwise,
    "vector.scalar": vector.elementwise,
    "vector.fused": vector.elementwise,
    "vector.convert": vector.elementwise,
    "vector.mask": scalar.configure,
    "vector.config": scalar.configure,
    "data_move.config": scalar.configure,
    "cube.config": scalar.configure,
    "atomic": scalar.configure,
    "cache": scalar.configure,
    "scalar": scalar.configure,
}

_FUNCTIONS: dict[str, Builder] = {
    "bilinear_interpolation": gather.bilinear,
    "duplicate": vector.duplicate,
    "brcb": gather.broadcast,
    "copy": vector.copy,
    "compare": compare.compare,
    "compare_scalar": compare.compare,
    "select": compare.select,
    "get_cmp_mask": compare.get_cmp_mask,
    "set_cmp_mask": compare.set_cmp_mask,
    "gather": gather.gather,
    "gatherb": gather.gather_blocks,
    "gather_mask": gather.gather_mask,
    "get_gather_mask_remain_count": scalar.configure,
    "block_reduce_max": reduce.block_reduce,
    "block_reduce_min": reduce.block_reduce,
    "block_reduce_sum": reduce.block_reduce,
    "pair_reduce_sum": reduce.pair_reduce,
    "whole_reduce_max": reduce.repeat_reduce,
    "whole_reduce_min": reduce.repeat_reduce,
    "whole_reduce_sum": reduce.repeat_reduce,
    "repeat_reduce_sum": reduce.repeat_reduce,
    "reduce_max": reduce.reduce_all,
    "reduce_min": reduce.reduce_all,
    "reduce_sum": reduce.reduce_all,
    "sort32": sort.sort32,
    "mrg_sort": sort.mrg_sort,
    "get_mrg_sort_result": scalar.configure,
    "transpose": layout.transpose,
    "trans_data_to_5hd": layout.to_5hd,
    "set_deq_scale": scalar.set_deq_scale,
    "data_copy": copy.data_copy,
    "data_copy_pad": copy.data_copy_pad,
    "load_data": load.load_data,
    "load_data_with_transpose": load.with_transpose,
    "load_data_with_sparse": load.with_sparse,
    "init_const_value": load.init_const_value,
    "mmad": cube.mmad,
    "mmad_with_sparse": cube.mmad_with_sparse,
    "fixpipe": store.fixpipe,
    "set_flag": sync.set_flag,
    "wait_flag": sync.wait_flag,
    "pipe_barrier": sync.pipe_barrier,
    "data_sync_barrier": sync.fence,
    "cross_core_set_flag": sync.cross_core_set,
    "cross_core_wait_flag": sync.cross_core_wait,
    "sync_all": sync.sync_all,
    "LocalTensor.get_value": scalar.get_value,
    "LocalTensor.set_value": scalar.set_value,
    "GlobalTensor.get_value": scalar.get_value,
    "GlobalTensor.set_value": scalar.set_value,
}

_NOT_MODELLED: dict[str, str] = {
    "ib_set": "what it does to its workspaces is not modelled",
    "ib_wait": "what it does to its workspaces is not modelled",
    "notify_next_block": "what it does to its workspaces is not modelled",
    "wait_pre_block": "what it does to its workspaces is not modelled",
    "load_image_to_local": "the image stands in registers that set_aipp_functions sets",
    "mrg_sort4": "arch 2201 has no such instruction",
    "rp_sort16": "arch 2201 has no such instruction",
    "proposal_concat": "arch 2201 has no such instruction",
    "proposal_extract": "arch 2201 has no such instruction",
    "scatter": "arch 2201 has no such instruction",
    "LocalTensor.set_addr_with_offset": "where the tensor is afterwards is not modelled",
}


@cache
def builder_of(name: str) -> Builder | None:
    """What fills in the instruction of a function or method of `asc`; None where it issues none."""
    if name in _NOT_MODELLED:
        return _not_modelled(_NOT_MODELLED[name])
    if name in _FUNCTIONS:
        return _FUNCTIONS[name]
    if name.startswith("adv."):
        return _not_modelled("functions of asc.adv are not modelled")
    if not issues_instruction(name):
        return None
    function = api.find_function(name)
    known = _CATEGORIES.get(function.category) if function is not None else None
    return known or _not_modelled("it is not modelled")


def _not_modelled(reason: str) -> Builder:
    def build(op: Operation) -> None:
        raise Unsized(reason)

    return build
