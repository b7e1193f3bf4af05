"""Whether a kernel is compiled for the core that its instructions need."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pyasc_lint import api
from pyasc_lint.analysis.availability import exclusions
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.paths import illegal_paths, memory_of
from pyasc_lint.analysis.protocol import core_truth
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call, If, Kernel, Stmt, walk
from pyasc_lint.ir.survey import survey

Only = Literal["AIV_ONLY", "AIC_ONLY"]
Need = Literal["cube", "vector", "cross-core"]

VECTOR_ONLY = frozenset({"AIV_ONLY", "MIX_AIV_1_0", "MIX_AIV_HARD_SYNC"})
CUBE_ONLY = frozenset({"AIC_ONLY", "MIX_AIC_1_0", "MIX_AIC_HARD_SYNC"})
"""The members of `KernelType` that pyasc compiles for one kind of core; the others are compiled for both."""

_CUBE = frozenset({"cube", "cube.load", "cube.store"})
_COPIES = frozenset({"data_copy", "data_copy_pad"})
_MATMUL = ("adv.Matmul", "adv.register_matmul")


@dataclass(frozen=True, slots=True)
class WrongKernelType:
    """A kernel that is compiled for one kind of core and issues instructions of the other.

    `compiled` has the cores, `kind` is the member of `KernelType`. `calls` are these, and flags between cores that are
    not scheduled together. `mixed`: the kernel needs both kinds of core. `cross_core`: only the flags are out of place.
    """

    compiled: Only
    kind: str
    calls: tuple[Call, ...]
    mixed: bool
    cross_core: bool


def wrong_kernel_type(facts: KernelFacts) -> WrongKernelType | None:
    """What is wrong with the kernel type of a kernel; None where nothing is, or it is not known."""
    compiled = _compiled_for(facts.kernel)
    if compiled is None or facts.profile.coupled:
        return None
    needs = list(_needs(facts))
    wrong = "cube" if compiled == "AIV_ONLY" else "vector"
    kind = facts.kernel.options.kernel_type or compiled
    misplaced = (wrong, "cross-core") if kind == compiled else (wrong,)
    calls = [call for call, need in needs if need in misplaced]
    if not calls:
        return None
    kinds = {need for _, need in needs}
    return WrongKernelType(compiled, kind, tuple(calls), kinds != {wrong}, wrong not in kinds)


def uses_cube(kernel: Kernel) -> bool:
    """Whether a kernel has an instruction that only cube cores have."""
    return any(isinstance(stmt, Call) and _need(stmt) == "cube" for stmt in walk(kernel.body))


def _compiled_for(kernel: Kernel) -> Only | None:
    options = kernel.options
    if options.kernel_type in VECTOR_ONLY:
        return "AIV_ONLY"
    if options.kernel_type in CUBE_ONLY:
        return "AIC_ONLY"
    if options.kernel_type is not None or "kernel_type" in options.spans or options.matmul_cube_only:
        return None
    uses_matmul = any(call.api.startswith(_MATMUL) for call in survey(kernel).of(Call))
    return None if uses_matmul else "AIV_ONLY"


def _needs(facts: KernelFacts) -> Iterator[tuple[Call, Need]]:
    """What each instruction of a kernel needs, those behind a test for the other kind of core included."""
    for fact in facts.calls:
        need = _need(fact.stmt) if fact.stmt.api not in _COPIES else _copy_need(facts, fact)
        if need is not None and fact not in exclusions(facts) and fact not in illegal_paths(facts):
            yield fact.stmt, need
    for stmt in survey(facts.kernel).of(If):
        truth = core_truth(stmt.test, facts.core)
        if truth is not None:
            yield from _calls_of(stmt.orelse if truth else stmt.body)


def _calls_of(block: list[Stmt]) -> Iterator[tuple[Call, Need]]:
    for stmt in walk(block):
        if isinstance(stmt, Call):
            need = _need(stmt)
            if need is not None:
                yield stmt, need


def _need(call: Call) -> Need | None:
    """What a call needs, whatever memories its operands are in; None where that decides."""
    function = api.find_function(call.api)
    if function is None:
        return None
    if function.name.startswith("cross_core_"):
        return "cross-core"
    if function.category in _CUBE:
        return "cube"
    return "vector" if function.pipe == "V" else None


def _copy_need(facts: KernelFacts, call: CallFact) -> Need | None:
    places = {memory_of(call.operands.get(name)) for name in ("dst", "src")} - {"GM"}
    cores = {facts.profile.core_of(place) for place in places if place is not None}
    return None if len(cores) != 1 else "cube" if cores == {"AIC"} else "vector"
