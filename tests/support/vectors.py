"""The documented geometry of vector instructions, element by element.

A repeat works on 8 blocks of 32 bytes of the widest operand. Element e of a repeat lies `e * size` bytes into it, with
blocks `blk_stride * 32` bytes apart and repeats `rep_stride * 32` bytes apart; a mask says which elements count.
"""

from __future__ import annotations

from hypothesis import strategies as st

Mask = int | tuple[int, int]
"""A number of elements, or two words of bits."""

STRIDES = st.integers(0, 12)
_WORDS = st.one_of(st.integers(0, 2**64 - 1), st.sampled_from([0, 1, 3, 2**64 - 1, 0x5555555555555555, 0xFF00FF00]))
MASKS = st.one_of(st.integers(0, 128), st.tuples(_WORDS, _WORDS))


def lanes(mask: Mask, widest: int) -> list[int]:
    """Elements of one repeat that a mask picks: a count, or two words of bits."""
    limit = 256 // widest
    if isinstance(mask, int):
        return list(range(min(mask, limit)))
    bits = mask[0] | mask[1] << 64
    return [element for element in range(min(limit, 128)) if bits >> element & 1]


def place(element: int, size: int, block_stride: int, repeat: int, repeat_stride: int) -> set[int]:
    """The bytes of one element."""
    block, inside = divmod(element * size, 32)
    first = repeat * repeat_stride * 32 + block * block_stride * 32 + inside
    return set(range(first, first + size))


def spread(elements: list[int], repeats: int, size: int, block_stride: int, repeat_stride: int) -> set[int]:
    """The bytes of elements in every repeat."""
    return {
        byte
        for repeat in range(repeats)
        for element in elements
        for byte in place(element, size, block_stride, repeat, repeat_stride)
    }


def text_of(mask: Mask) -> str:
    """A mask as source text."""
    return str(mask) if isinstance(mask, int) else f"[{mask[0]}, {mask[1]}]"
