"""ASC304 unsupported-dtype."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.dtypes import DtypeDefect, dtype_defects
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes


class UnsupportedDtype(Rule):
    """An instruction is used with an element type that it does not have on the target.

    ## What happens
    Every instruction works on a few element types, fewer on some chips than on others. pyasc 1.1.1 checks that for
    binary and fused functions only, the C++ compiler for some more. Unary functions with a count, comparisons,
    reductions, `gather`, `brcb`, `copy`, `sort32`, `mmad` and others build with any type and compute nonsense, or stop
    the core.

    ## How to fix
    `asc.cast` to a type that the instruction has (the message names them) and back, or use another instruction: bits of
    a 32-bit integer are those of two 16-bit ones after `reinterpret_cast`.

    ## Limits
    A type that is not known (`x.dtype`) counts only where every one that is left fails. Functions without documented
    types are not judged. Operands that each have a type of their own but must not are ASC303.

    ## Source
    Data types of each API page of Ascend C (asc-devkit).
    """

    code = "ASC304"
    name = "unsupported-dtype"
    severity = Severity.ERROR
    summary = Text("an instruction does not have this dtype on the target", "目标芯片上该指令不支持此数据类型")
    remedy = Text("cast to a dtype that the instruction has", "先转换为该指令支持的数据类型")
    messages = {
        "default": Text(
            "{call} has no {dtype} for {culprits} on {target}, only {allowed}",
            "在 {target} 上 {call} 的 {culprits} 不支持 {dtype}，仅支持 {allowed}",
        ),
        "conversion": Text(
            "{call} has no conversion from {source} to {dtype} on {target}; {source} converts to {allowed}",
            "在 {target} 上 {call} 不支持从 {source} 到 {dtype} 的转换；{source} 可转换为 {allowed}",
        ),
        "no-conversion": Text(
            "{call} does not convert from {source} on {target}",
            "在 {target} 上 {call} 不支持从 {source} 转换",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int32, 64)
    asc.duplicate(a, 1, 64)
    asc.exp(a, a, 64)  # expect: ASC304
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.int32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 1, 64)
    asc.cast(b, a, asc.RoundMode.CAST_NONE, 64)
    asc.exp(b, b, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for call, defect in dtype_defects(facts):
            if defect.is_mismatch:
                continue
            types = dict(defect.operands)
            data = {
                "call": called(call.stmt),
                "culprits": ", ".join(f"'{name}'" for name in defect.culprits),
                "dtype": types[defect.culprits[-1]],
                "source": types.get("src", ""),
                "allowed": ", ".join(defect.allowed),
                "target": facts.profile.name,
            }
            yield Finding(call.stmt.span, data, _message(defect), related=stack_notes(call.stmt.stack))


def _message(defect: DtypeDefect) -> str:
    if defect.problem != "conversion":
        return "default"
    return "conversion" if defect.allowed else "no-conversion"
