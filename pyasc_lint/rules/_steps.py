"""How rules write instructions, hazards and flags of concrete runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.trace.conflicts import Hazard
from pyasc_lint.analysis.trace.model import Access, Range, Step
from pyasc_lint.analysis.values import Poly
from pyasc_lint.ir.nodes import Enum
from pyasc_lint.rules._rule import Note, Text
from pyasc_lint.rules._wording import CALLED

EARLIER = Text("the earlier access: {call} on {pipe}", "先前的访问：{pipe} 上的 {call}")
_NOTHING = Text("", "")
_NEXT = Text(" of the previous iteration", "上一次迭代")
_FAR = Text(" {distance} iterations earlier", "{distance} 次迭代之前")
_RUN = Text(" (for example with {run})", "（例如 {run}）")


def call_text(step: Step) -> str:
    """`data_copy` for a function, `get_value` for a method."""
    return step.stmt.api.rpartition(".")[2]


def when(inputs: Mapping[str, int]) -> Text:
    """The inputs of a run that shows a defect, empty where there are none."""
    named = ", ".join(f"{name} = {value:,}" for name, value in inputs.items())
    return Text(_RUN.en.replace("{run}", named), _RUN.zh.replace("{run}", named)) if named else _NOTHING


def aside(hazard: Hazard) -> Text:
    """Which tensor the earlier access goes through, where it is another one, and how many iterations it is away."""
    parts = [each for each in (_through(hazard), _distance(hazard)) if each.en]
    return Text("".join(each.en for each in parts), f"（{'，'.join(each.zh for each in parts)}）" if parts else " ")


def _through(hazard: Hazard) -> Text:
    first, second = hazard.earlier_access, hazard.later_access
    if first.tensor is None or second.tensor is None or first.tensor.stmt is second.tensor.stmt:
        return _NOTHING
    name, line = first.tensor.name or first.param, first.tensor.span.line
    if name == (second.tensor.name or second.param):
        return Text(f" through the '{name}' of line {line}", f"经第 {line} 行的 '{name}'")
    return Text(f" through '{name}'", f"经 '{name}'")


def _distance(hazard: Hazard) -> Text:
    if hazard.distance == 0:
        return _NOTHING
    if hazard.distance == 1:
        return _NEXT
    text = str(hazard.distance)
    return Text(_FAR.en.replace("{distance}", text), _FAR.zh.replace("{distance}", text))


def memory_of(access: Access) -> str:
    """`'a' (UB)`, or the GM parameter."""
    if access.tensor is not None:
        return f"'{access.tensor.name or access.param}' ({access.space})"
    return access.space


def bytes_of(ranges: Sequence[Range]) -> str:
    """Bytes inside a memory, from the first to the last."""
    if not ranges:
        return "no bytes"
    return f"{ranges[0][0]:,}..{ranges[-1][1] - 1:,}"


def stack_notes(step: Step) -> tuple[Note, ...]:
    """The helper calls through which an instruction is reached."""
    return tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(step.stmt.stack))


def free_id(facts: KernelFacts, event: str) -> int:
    """The lowest event id of an event that the kernel certainly does not use yet; 0 where it may use all."""
    used = [call for call in facts.calls if call.stmt.api in ("set_flag", "wait_flag") and _has_event(call, event)]
    usable = facts.profile.event_ids.usable or tuple(range(facts.profile.event_ids.count))
    return next((number for number in usable if all(_differs(call, number) for call in used)), 0)


def _has_event(call: CallFact, event: str) -> bool:
    name = call.stmt.args.get("event")
    return isinstance(name, Enum) and name.member == event


def _differs(call: CallFact, number: int) -> bool:
    """Whether a flag certainly has another id."""
    ident = call.operands.get("event_id")
    if not isinstance(ident, Poly):
        return "event_id" not in call.stmt.args and number != 0
    return call.facts.decide(v.among(ident, (number,))) is False
