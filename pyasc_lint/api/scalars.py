"""Run-time scalars of pyasc 1.1.1: which dtypes it converts into which."""

from __future__ import annotations

from pyasc_lint.ir.types import DType


def castable(source: DType, target: DType) -> bool:
    """Whether pyasc converts a run-time scalar: not between int and float of different widths."""
    return source == target or source.bits == target.bits or (source.kind == "float") == (target.kind == "float")
