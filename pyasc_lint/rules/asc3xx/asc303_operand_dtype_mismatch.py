"""ASC303 operand-dtype-mismatch."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasc_lint.analysis.dtypes import DtypeDefect, dtype_defects
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes


class OperandDtypeMismatch(Rule):
    """The operands of one instruction have element types that do not go together.

    ## What happens
    Most instructions have one element type for all operands; some have documented combinations (`mmad` multiplies
    float16 into float32). pyasc 1.1.1 checks that for few functions. Elsewhere the C++ compiler finds no overload, or
    the call builds and the instruction reads the bytes of one type as another.

    ## How to fix
    `asc.cast` the operand to the type of the others first, or give the tensor that type.

    ## Limits
    Documented conversions, mixed-precision forms, offsets and masks have combinations of their own and are judged by
    these. A type that is not known (`x.dtype`) counts only where every one that is left fails. An operand whose type
    exists for no operand of the instruction is ASC304.

    ## Source
    Data types of each API page of Ascend C (asc-devkit).
    """

    code = "ASC303"
    name = "operand-dtype-mismatch"
    severity = Severity.ERROR
    summary = Text("operands of one instruction have different dtypes", "同一指令的操作数数据类型不一致")
    remedy = Text("cast one operand to the dtype of the others", "将其中一个操作数转换为其余操作数的数据类型")
    messages = {
        "default": Text(
            "{call}: {culprits} must have one dtype, but they are {operands}",
            "{call}：{culprits} 的数据类型必须一致，实际为 {operands}",
        ),
        "cast": Text(
            "{call}: {culprits} must have one dtype, but they are {operands}; asc.cast '{odd}' to {wanted} first",
            "{call}：{culprits} 的数据类型必须一致，实际为 {operands}；请先用 asc.cast 将 '{odd}' 转换为 {wanted}",
        ),
        "combination": Text(
            "{call} does not take {operands} together on {target}; closest: {closest}",
            "在 {target} 上 {call} 不支持 {operands} 这一组合；最接近的组合为 {closest}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    asc.duplicate(a, 1.0, 64)
    asc.duplicate(b, 1.0, 64)
    asc.add(a, a, b, 64)  # expect: ASC303
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float16, 64)
    c = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 1.0, 64)
    asc.duplicate(b, 1.0, 64)
    asc.cast(c, b, asc.RoundMode.CAST_NONE, 64)
    asc.add(a, a, c, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for call, defect in dtype_defects(facts):
            if not defect.is_mismatch:
                continue
            shown = [operand for operand in defect.operands if operand[0] in defect.culprits]
            odd = _odd_one(defect)
            data = {
                "call": called(call.stmt),
                "culprits": ", ".join(f"'{name}'" for name in defect.culprits),
                "operands": ", ".join(f"{name} {dtype}" for name, dtype in shown),
                "closest": ", ".join(f"{name} {dtype}" for name, dtype in defect.closest),
                "odd": odd[0] if odd else "",
                "wanted": odd[1] if odd else "",
                "target": facts.profile.name,
            }
            message = defect.problem if defect.problem == "combination" else "cast" if odd else "default"
            yield Finding(call.stmt.span, data, message, related=stack_notes(call.stmt.stack))


def _odd_one(defect: DtypeDefect) -> tuple[str, str] | None:
    """The one source that differs from all other operands, and what they are; None where that is not so."""
    types = dict(defect.operands)
    counts = Counter(types[name] for name in defect.culprits)
    if len(counts) != 2 or len(defect.culprits) < 3:
        return None
    (wanted, _), (other, number) = counts.most_common(2)
    odd = [name for name in defect.culprits if types[name] == other]
    return (odd[0], wanted) if number == 1 and odd[0].startswith("src") else None
