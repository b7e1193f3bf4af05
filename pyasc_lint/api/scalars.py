"""Run-time scalars of pyasc 1.1.1: which dtypes it converts into which."""

from __future__ import annotations

from pyasc_lint.ir.types import DType


def castable(source: DType, target: DType) -> bool:
    """Whether pyasc converts a run-time scalar: not between int and float of different widths."""
    return source == target or source.bits == target.bits or (source.kind == "float") == (target.kind == "float")


def compiles(source: DType, target: DType) -> bool:
    """Whether what pyasc emits for a conversion gets through its passes: unsigned values go to and from int only."""
    return source == target or {source.kind, target.kind} not in ({"uint"}, {"uint", "float"})
