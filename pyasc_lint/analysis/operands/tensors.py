"""Tensors in lists and structs."""

from __future__ import annotations

from pyasc_lint.analysis.facts import GlobalRegion, ListValue, LocalRegion, Operand
from pyasc_lint.analysis.operands.model import Region
from pyasc_lint.analysis.operands.operation import Unsized


def tensor(value: Operand | None, name: str) -> Region:
    """A tensor; `name` is for the reason where it is not known."""
    if not isinstance(value, LocalRegion | GlobalRegion | tuple):
        raise Unsized(f"'{name}' is not known")
    return value


def listed_tensors(value: Operand | None, name: str, wanted: int) -> list[Region]:
    """The tensors of a list that must have `wanted` of them."""
    items = value.items if isinstance(value, ListValue) else ()
    if len(items) != wanted:
        raise Unsized(f"'{name}' is not a list of {wanted} tensors")
    return [tensor(item, f"{name}[{number}]") for number, item in enumerate(items)]
