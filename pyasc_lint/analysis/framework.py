"""Uses of the TPipe framework in a kernel that manages on-chip memory itself."""

from __future__ import annotations

from functools import cache

from pyasc_lint import api
from pyasc_lint.analysis.branches import Branches, compatible
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.deferred import dataclass
from pyasc_lint.ir.nodes import Call, MakeLocal, NewAllocator

_AUTO = "LocalTensorAuto"
"""A tensor that the framework places; the API table files it under tensors."""


@dataclass(frozen=True, slots=True)
class FrameworkUse:
    """A call of the framework and a static construct (allocator or addressed tensor) that one trace can hold."""

    call: Call
    static: NewAllocator | MakeLocal


def framework_uses(facts: KernelFacts) -> list[FrameworkUse]:
    """The framework calls that the kernel reaches on this core, in source order.

    A call in a trace-time branch that excludes every static construct is none: pyasc compiles only one of the two.
    """
    reached = {fact.stmt for fact in facts.calls if is_framework(fact.stmt.api)}
    if not reached:
        return []
    branches = Branches(facts.kernel)
    static = branches.static_constructs()
    uses = []
    for stmt, path in branches.paths():
        if isinstance(stmt, Call) and stmt in reached:
            partner = next((made for made, other in static if compatible(path, other)), None)
            if partner is not None:
                uses.append(FrameworkUse(stmt, partner))
    return uses


@cache
def is_framework(name: str) -> bool:
    """Whether `TPipe`, `TQue.enque`, `get_tpipe_ptr` … belongs to the TPipe framework."""
    owner = name.partition(".")[0]
    info = api.find_class(owner)
    if info is not None:
        return info.category == "framework" or owner == _AUTO
    function = api.find_function(name)
    return function is not None and function.category == "framework"
