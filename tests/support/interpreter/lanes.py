"""Which element of a result comes from which elements of the sources, for instructions that work element by element.

The documented geometry, written out: a repeat takes 8 blocks of 32 bytes of the widest operand; element e of repeat r
lies `r * repeat stride * 32 + (e * size // 32) * block stride * 32 + e * size % 32` bytes from an operand's start.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyasc_lint import api
from tests.support.interpreter.values import Global, Local, Struct

ELEMENTWISE = ("vector.unary", "vector.binary", "vector.scalar", "vector.fused", "vector.convert", "vector.fill")


def is_elementwise(name: str) -> bool:
    function = api.find_function(name)
    return function is not None and function.category in ELEMENTWISE


def passes_on(name: str) -> bool:
    """Whether elements of results come from elements of sources: not only of computations."""
    return is_elementwise(name) or name in ("data_copy", "select")


def lanes_of(args: Mapping[str, Any]) -> dict[str, list[int]] | None:
    """For each tensor operand the first byte of every element, from its start, in one common order.

    None where the arguments are no plain count, and no mask with repeats.
    """
    tensors = {name: value for name, value in args.items() if isinstance(value, Local) and name != "sel_mask"}
    if any(isinstance(value, Global) for value in args.values()):
        return None
    widest = max((value.element.size for value in tensors.values()), default=1)
    if isinstance(args.get("count"), int):
        return {name: [e * value.element.size for e in range(args["count"])] for name, value in tensors.items()}
    mask, repeats = args.get("mask"), args.get("repeat_times")
    if mask is None or not isinstance(repeats, int):
        return None
    elements = _picked(mask, 256 // widest)
    found = {}
    for name, value in tensors.items():
        block, repeat = _strides(args, name)
        size = value.element.size
        found[name] = [
            r * repeat * 32 + (e * size // 32) * block * 32 + e * size % 32 for r in range(repeats) for e in elements
        ]
    return found


def _picked(mask: Any, limit: int) -> list[int]:
    """The elements of a repeat that a mask picks: the first so many, or those whose bits are set in its words."""
    if isinstance(mask, int):
        return list(range(min(mask, limit)))
    bits = sum(word << 64 * number for number, word in enumerate(mask))
    return [element for element in range(limit) if bits >> element & 1]


def _strides(args: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Blocks between the blocks and between the repeats of an operand."""
    params = args.get("repeat_params")
    if not isinstance(params, Struct):
        return args.get("dst_block_stride", 1), args.get("dst_repeat_stride", 8)
    side = name if f"{name}_blk_stride" in params.fields or name == "dst" else "src"
    return params.fields.get(f"{side}_blk_stride", 1), params.fields.get(f"{side}_rep_stride", 8)
