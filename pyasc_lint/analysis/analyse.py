"""The entry of the analysis: a kernel and a chip to facts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from pyasc_lint.analysis.facts import Gap, KernelFacts
from pyasc_lint.analysis.instructions import instructions_of
from pyasc_lint.analysis.kernel_type import CUBE_ONLY, VECTOR_ONLY
from pyasc_lint.analysis.machine import Machine
from pyasc_lint.analysis.operands import Instruction
from pyasc_lint.analysis.protocol import frame_of
from pyasc_lint.analysis.usage import read_variables, sizes, unseen_names
from pyasc_lint.ir.nodes import Alloc, Expr, Foreign, Kernel, Options, Stmt
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import expressions
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
    facts.gaps.extend(dict.fromkeys(_unsized(facts)))
    facts.frames = {each: frame_of(kernel, each) for each in cores_of(kernel.options, profile)}
    read = read_variables(kernel)
    used = {stmt.span for stmt in survey(kernel).of(Alloc) if stmt.var in read}
    facts.unused = {buffer for buffer in facts.buffers if buffer.is_alloc and buffer.span not in used}
    return facts


def _unsized(facts: KernelFacts) -> Iterator[Gap]:
    """Tensors and calls whose bytes are not known; a name from code outside the run is told once, for all of them."""
    told: set[str] = set()
    places: list[tuple[Stmt, list[str], str]] = []
    if survey(facts.kernel).uses(Foreign):
        places += ((stmt, unseen_names(sizes(stmt)), "") for stmt in survey(facts.kernel).stmts)
    for instruction in instructions_of(facts) if facts.profile.paths is not None else ():
        if instruction.unsized and not _has_unplaced_tensor(instruction):
            call = instruction.call.stmt
            places.append((call, unseen_names(expressions(call)), f"asc.{call.api} ({instruction.unsized})"))
    for stmt, names, unsized in places:
        for name in names:
            if name not in told:
                told.add(name)
                yield Gap(stmt.span, "unseen", name, stack=stmt.stack)
        if unsized and not names:
            yield Gap(stmt.span, "unsized", unsized, stack=stmt.stack)


def _has_unplaced_tensor(instruction: Instruction) -> bool:
    """Whether an operand is a tensor without a place in memory: one of the framework's, or of code that is not seen."""
    operands = instruction.call.operands.values()
    return any(isinstance(operand, Expr) and isinstance(operand.type, TensorType) for operand in operands)
