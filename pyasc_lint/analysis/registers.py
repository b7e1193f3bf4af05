"""Registers of the scalar unit that change what later instructions do: the vector mask, atomics, the load repeat."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from pyasc_lint.analysis.values import Poly
from pyasc_lint.deferred import dataclass

_WORD = (1 << 64) - 1

Atomic = Literal["none", "add", "max", "min"]


@dataclass(frozen=True, slots=True)
class VectorMask:
    """What the 128-bit vector mask register holds: its lowest `ones` bits set, or the words `high` and `low`.

    In counter mode `low` is the number of elements of the whole instruction.
    """

    ones: Poly | None = None
    high: Poly = field(default_factory=lambda: Poly.of(0))
    low: Poly = field(default_factory=lambda: Poly.of(0))

    @property
    def bits(self) -> int | None:
        """The 128 bits, where they are constant."""
        if self.ones is not None:
            count = self.ones.const
            return None if count is None else (1 << min(max(count, 0), 128)) - 1
        high, low = self.high.const, self.low.const
        return None if high is None or low is None else (high & _WORD) << 64 | low & _WORD


FULL_MASK = VectorMask(None, Poly.of(_WORD), Poly.of(_WORD))


@dataclass(frozen=True, slots=True)
class Registers:
    """The registers before an instruction. None: not known, since paths differ or nothing tells.

    `counter`: counter mode is on (`set_mask_count`), so that a mask counts the elements of the whole instruction.
    `atomic`: what copies to GM do with the old value. `load_repeat`: `set_load_data_repeat`'s repeat time.
    """

    counter: bool | None = False
    mask: VectorMask | None = FULL_MASK
    atomic: Atomic | None = "none"
    load_repeat: Poly | None = field(default_factory=lambda: Poly.of(1))

    def __or__(self, other: Registers) -> Registers:
        """What holds on both of two paths."""
        if self is other or self == other:
            return self
        return Registers(
            self.counter if self.counter == other.counter else None,
            self.mask if self.mask == other.mask else None,
            self.atomic if self.atomic == other.atomic else None,
            self.load_repeat if self.load_repeat == other.load_repeat else None,
        )


INITIAL = Registers()
"""After `init_soc_state`."""
