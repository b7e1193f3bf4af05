"""The instructions of a kernel, on symbolic values: one for each call fact that issues any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import TypeVar

from pyasc_lint.analysis.alike import examined, kinds
from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts, LocalRegion
from pyasc_lint.analysis.operands import Access, Instruction, instruction_of
from pyasc_lint.profiles import Use

_T = TypeVar("_T")


@lru_cache(maxsize=8)
def instructions_of(facts: KernelFacts) -> tuple[Instruction, ...]:
    """All instructions that this core executes, in the order the analysis met them."""
    return tuple(_instructions(facts))


def _instructions(facts: KernelFacts) -> Iterator[Instruction]:
    known: dict[int, Instruction | None] = {}
    for call, kind in kinds(facts).items():
        if kind in known and (first := known[kind]) is not None:
            found: Instruction | None = first.at(call)
        elif kind in known:
            found = None
        else:
            found = instruction_of(call, facts.profile, facts.core)
            known[kind] = found
        if found is not None and not found.skipped:
            yield found


def examined_instructions(facts: KernelFacts, find: Callable[[Instruction], Iterable[_T]]) -> Iterator[_T]:
    """What `find` says of every instruction. It is not asked about those like one of which it said nothing."""
    instructions = {instruction.call: instruction for instruction in instructions_of(facts)}
    return examined(facts, lambda call: find(instructions[call]) if call in instructions else ())


def use_of(instruction: Instruction, access: Access) -> Use | None:
    """The use that a chip asks a stricter alignment for; None: the one of the memory is enough."""
    return "mmad_dst" if instruction.call.stmt.api.startswith("mmad") and access.param == "dst" else None


def places(access: Access) -> Iterator[LocalRegion | GlobalRegion]:
    """The tensors that an access may be to."""
    if isinstance(access.region, tuple):
        yield from access.region
    else:
        yield access.region
