"""The entry of the analysis: a kernel and a chip to facts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pyasc_lint.analysis.facts import Gap, KernelFacts
from pyasc_lint.analysis.instructions import instructions_of
from pyasc_lint.analysis.kernel_type import CUBE_ONLY, VECTOR_ONLY
from pyasc_lint.analysis.machine import Machine
from pyasc_lint.analysis.operands import Instruction
from pyasc_lint.analysis.protocol import frame_of
from pyasc_lint.analysis.usage import read_variables
from pyasc_lint.ir.nodes import Alloc, Expr, Kernel, Options, walk
from pyasc_lint.ir.types import TensorType

if TYPE_CHECKING:
    from pyasc_lint.profiles import Core, Profile

_NO_RESERVE = "--cce-disable-asc-reserved-ubuf"


def cores_of(options: Options, profile: Profile) -> tuple[Core, ...]:
    """The cores that run a kernel on a chip: pyasc compiles for AIV unless `kernel_type` says otherwise."""
    if profile.coupled:
        return ("AICORE",)
    kind = options.kernel_type
    if kind in VECTOR_ONLY:
        return ("AIV",)
    if kind in CUBE_ONLY:
        return ("AIC",)
    return ("AIV", "AIC") if kind is not None or options.matmul_cube_only else ("AIV",)


def analyse(kernel: Kernel, profile: Profile, core: Core, reserved_ub: bool = True) -> KernelFacts:
    """The facts of a kernel on one core of a chip. `reserved_ub`: built with the UB reserve on."""
    reserved = reserved_ub and _NO_RESERVE not in kernel.options.bisheng_options
    facts = KernelFacts(kernel, profile, core, reserved)
    for remark in kernel.remarks:
        if remark.kind == "incomplete":
            data = remark.data
            gap = Gap(remark.span, data["cause"], str(data.get("name", "")), data.get("limit", 0), remark.stack)
            facts.gaps.append(gap)
    if not kernel.is_static:
        return facts
    Machine(facts).run()
    between = next((fact.stmt for fact in facts.calls if fact.stmt.api.startswith("cross_core_")), None)
    if between is not None:
        facts.gaps.append(Gap(between.span, "cross-core", f"asc.{between.api}", stack=between.stack))
    if profile.paths is None:
        facts.gaps.append(Gap(kernel.span, "paths", profile.name))
    for instruction in instructions_of(facts) if profile.paths is not None else ():
        if instruction.unsized and not _has_unplaced_tensor(instruction):
            stmt = instruction.call.stmt
            gap = Gap(stmt.span, "unsized", f"asc.{stmt.api} ({instruction.unsized})", stack=stmt.stack)
            if gap not in facts.gaps:
                facts.gaps.append(gap)
    facts.frames = {each: frame_of(kernel, each) for each in cores_of(kernel.options, profile)}
    read = read_variables(kernel.body)
    used = {stmt.span for stmt in walk(kernel.body) if isinstance(stmt, Alloc) and stmt.var in read}
    facts.unused = {buffer for buffer in facts.buffers if buffer.is_alloc and buffer.span not in used}
    return facts


def _has_unplaced_tensor(instruction: Instruction) -> bool:
    """Whether an operand is a tensor without a place in memory: one of the framework's, or of code that is not seen."""
    operands = instruction.call.operands.values()
    return any(isinstance(operand, Expr) and isinstance(operand.type, TensorType) for operand in operands)
