"""Calls that write the reserved part of the UB behind the user's back."""

from __future__ import annotations

from pyasc_lint import api
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.ir.nodes import Call, Enum, New

_MODES = "SelMode"


def scratch_calls(facts: KernelFacts) -> list[CallFact]:
    """The calls that certainly use the scratch of library calls, in a build that keeps it free."""
    if not facts.reserved_ub or facts.profile.reserved_ub is None:
        return []
    return [fact for fact in facts.calls if uses_scratch(facts, fact.stmt)]


def uses_scratch(facts: KernelFacts, call: Call) -> bool | None:
    """Whether a call writes the scratch; None where it depends on what is not known."""
    region, function = facts.profile.reserved_ub, api.find_function(call.api)
    if region is None or function is None:
        return False
    arguments = call.args.values()
    members = [arg.member for arg in arguments if isinstance(arg, Enum) and arg.enum == _MODES]
    modes = api.find_enum(_MODES)
    mode = modes.members.get(members[0]) if modes is not None and members else None
    structs = [arg.cls for arg in arguments if isinstance(arg, New)]
    return region.uses(function.ascend_c, mode=mode, params=structs[0] if structs else "")
