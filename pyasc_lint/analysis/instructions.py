"""The instructions of a kernel, on symbolic values: one for each call fact that issues any."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from pyasc_lint.analysis.facts import GlobalRegion, KernelFacts, LocalRegion
from pyasc_lint.analysis.operands import Access, Instruction, instruction_of
from pyasc_lint.profiles import Use


@lru_cache(maxsize=8)
def instructions_of(facts: KernelFacts) -> tuple[Instruction, ...]:
    """All instructions that this core executes, in the order the analysis met them."""
    found = (instruction_of(call, facts.profile, facts.core) for call in facts.calls)
    return tuple(each for each in found if each is not None and not each.skipped)


def use_of(instruction: Instruction, access: Access) -> Use | None:
    """The use that a chip asks a stricter alignment for; None: the one of the memory is enough."""
    return "mmad_dst" if instruction.call.stmt.api.startswith("mmad") and access.param == "dst" else None


def places(access: Access) -> Iterator[LocalRegion | GlobalRegion]:
    """The tensors that an access may be to."""
    if isinstance(access.region, tuple):
        yield from access.region
    else:
        yield access.region
