"""How rules write instructions, hazards and flags of concrete runs."""

from __future__ import annotations

from collections.abc import Mapping

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.model import Access, Step
from pyasc_lint.ir.nodes import Const, Enum
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Note, Text
from pyasc_lint.rules._wording import CALLED

EARLIER = Text("the earlier access: {call} on {pipe}", "先前的访问：{pipe} 上的 {call}")
_NOTHING = Text("", "")
_SAME = Text("", "")
_NEXT = Text(" of the previous iteration", "（上一次迭代）")
_FAR = Text(" {distance} iterations earlier", "（{distance} 次迭代之前）")
_RUN = Text(" (for example with {run})", "（例如 {run}）")


def call_text(step: Step) -> str:
    """`data_copy` for a function, `get_value` for a method."""
    return step.stmt.api.rpartition(".")[2]


def when(inputs: Mapping[str, int]) -> Text:
    """The inputs of a run that shows a defect, empty where there are none."""
    named = ", ".join(f"{name} = {value:,}" for name, value in inputs.items())
    return Text(_RUN.en.replace("{run}", named), _RUN.zh.replace("{run}", named)) if named else _NOTHING


def distance(hazard: Hazard) -> Text:
    if hazard.distance == 0:
        return _SAME
    if hazard.distance == 1:
        return _NEXT
    text = str(hazard.distance)
    return Text(_FAR.en.replace("{distance}", text), _FAR.zh.replace("{distance}", text))


def memory_of(access: Access) -> str:
    """`'a' (UB)`, or the GM parameter."""
    if access.tensor is not None:
        return f"'{access.tensor.name or access.param}' ({access.space})"
    return access.space


def bytes_of(access: Access) -> str:
    """The bytes of an access inside its memory."""
    if not access.ranges:
        return "no bytes"
    return f"{access.ranges[0][0]:,}..{access.ranges[-1][1] - 1:,}"


def stack_notes(step: Step) -> tuple[Note, ...]:
    """The helper calls through which an instruction is reached."""
    return tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(step.stmt.stack))


def free_id(facts: KernelFacts, event: str) -> int:
    """The lowest event id of an event that the kernel does not use yet; 0 where all are in use."""
    used: set[object] = set()
    for call in survey(facts.kernel).calls("set_flag", "wait_flag"):
        name, ident = call.args.get("event"), call.args.get("event_id")
        if isinstance(name, Enum) and name.member == event:
            used.add(ident.value if isinstance(ident, Const) else None if ident is not None else 0)
    usable = facts.profile.event_ids.usable or tuple(range(facts.profile.event_ids.count))
    return next((number for number in usable if number not in used), 0)
