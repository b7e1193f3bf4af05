"""Workarounds of traps that are edits of the place where a trap is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pyasc_lint.diagnostics import Applicability, Span
from pyasc_lint.rules._fix import Around, Change, Index, Integral, Operand, Operator, Proposal, Rename, Unwrap
from pyasc_lint.rules._rule import Text

Mend = Callable[[Span, Mapping[str, object]], Proposal | None]
"""Proposes the workaround, from the place of a finding and the data of its message."""


def mend(title: Text, change: Callable[[Span], Change], applicability: Applicability = "safe") -> Mend:
    """A workaround that depends on the place alone. `title` may use the data of the message."""
    return lambda span, data: Proposal(title, (change(span),), data, applicability)


def cast_operand(dtype: str) -> Mend:
    """A cast of the operand beside a number, or of the index."""
    title = Text(f"cast it to {dtype}", f"转换为 {dtype}")
    return mend(title, lambda span: Operand(span, "", f".cast(asc.{dtype})"))


UNWRAP = mend(Text("pass the number itself", "直接传入该数值"), Unwrap)
INTEGER = mend(Text("write it as an integer", "改写为整数"), Integral)
SLICE = mend(Text("write a slice", "改写为切片"), Index)
FLOOR = mend(Text("write //", "改写为 //"), lambda span: Operator(span, "//"), "unsafe")
DIVIDE = mend(Text("write /", "改写为 /"), lambda span: Operator(span, "/"), "unsafe")
PLUS_ZERO = mend(Text("add 0", "加 0"), lambda span: Operand(span, "", " + 0"))
WIDEN = mend(
    Text("start from an int64", "从 int64 开始计算"), lambda span: Operand(span, "asc.number(", ", asc.int64)")
)
NUMBER = mend(
    Text("pass a run-time number", "传入运行时的数值"), lambda span: Around(span, "asc.number(", ", asc.int32)")
)
POINTER = mend(Text("use the TPipe that is there", "使用已有的 TPipe"), lambda span: Rename(span, "get_tpipe_ptr"))
COMPARE = mend(Text("compare it with 0", "与 0 比较"), lambda span: Around(span, "", " != 0"))
