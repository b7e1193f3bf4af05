"""Uses of the TPipe framework in a kernel that manages on-chip memory itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass

from pyasc_lint import api
from pyasc_lint.analysis.branches import Branches
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.ir.nodes import Block, Call, If, Kernel, MakeLocal, NewAllocator, Stmt, sub_blocks

_AUTO = "LocalTensorAuto"
"""A tensor that the framework places; the API table files it under tensors."""

Path = Mapping[Hashable, bool]
"""Answers to trace-time tests under which a statement is compiled at all."""


@dataclass(frozen=True, slots=True)
class FrameworkUse:
    """A call of the framework and a static construct (allocator or addressed tensor) that one trace can hold."""

    call: Call
    static: NewAllocator | MakeLocal


def framework_uses(facts: KernelFacts) -> list[FrameworkUse]:
    """The framework calls that the kernel reaches on this core, in source order.

    A call in a trace-time branch that excludes every static construct is none: pyasc compiles only one of the two.
    """
    reached = {id(fact.stmt) for fact in facts.calls}
    static: list[tuple[NewAllocator | MakeLocal, Path]] = []
    framework: list[tuple[Call, Path]] = []
    for stmt, path in _paths(facts.kernel):
        if isinstance(stmt, NewAllocator) or (isinstance(stmt, MakeLocal) and stmt.address is not None):
            static.append((stmt, path))
        elif isinstance(stmt, Call) and id(stmt) in reached and is_framework(stmt.api):
            framework.append((stmt, path))
    uses = []
    for call, path in framework:
        partner = next((stmt for stmt, other in static if _compatible(path, other)), None)
        if partner is not None:
            uses.append(FrameworkUse(call, partner))
    return uses


def is_framework(name: str) -> bool:
    """Whether `TPipe`, `TQue.enque`, `get_tpipe_ptr` … belongs to the TPipe framework."""
    owner = name.partition(".")[0]
    info = api.find_class(owner)
    if info is not None:
        return info.category == "framework" or owner == _AUTO
    function = api.find_function(name)
    return function is not None and function.category == "framework"


def _paths(kernel: Kernel) -> Iterator[tuple[Stmt, Path]]:
    """Every statement with the trace-time answers it needs, in source order."""
    branches = Branches(kernel)

    def walk(block: Block, path: Path) -> Iterator[tuple[Stmt, Path]]:
        for stmt in block:
            yield stmt, path
            outcome = branches.outcome(stmt)
            if isinstance(stmt, If) and outcome is not None and outcome.trace_time:
                yield from walk(stmt.body, {**path, outcome.question: outcome.answer})
                yield from walk(stmt.orelse, {**path, outcome.question: not outcome.answer})
            else:
                for inner in sub_blocks(stmt):
                    yield from walk(inner, path)

    return walk(kernel.body, {})


def _compatible(first: Path, second: Path) -> bool:
    return all(second.get(question, answer) == answer for question, answer in first.items())
