"""Constants of the source that keep their names: each is declared once, at the top of the function."""

from __future__ import annotations

from pyasc_lint.codegen.ctypes import INT64, floating, integer
from pyasc_lint.codegen.names import Names
from pyasc_lint.ir.nodes import Const
from pyasc_lint.ir.types import FLOAT32, DType


class Constants:
    """The named constants that the text of a kernel uses; `declarations` are theirs, in order of their first use."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self._known: dict[tuple[str, float], str] = {}
        self.declarations: list[str] = []

    def name(self, constant: Const) -> tuple[str, DType] | None:
        """The C++ name and type of a constant; None where it has no name to keep."""
        value = constant.value
        if not constant.name or isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            return None
        dtype, text = (INT64, integer(value)) if isinstance(value, int) else (FLOAT32, floating(value))
        key = (constant.name, value)
        if key not in self._known:
            self._known[key] = self._names.outermost(constant.name)
            kind = "int64_t" if dtype == INT64 else "float"
            self.declarations.append(f"constexpr {kind} {self._known[key]} = {text};")
        return self._known[key], dtype
