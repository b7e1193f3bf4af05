"""ASC504 repeated-set-flag."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call
from pyasc_lint.rules._fix import Proposal
from pyasc_lint.rules._flags import flag_calls, with_id
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._steps import free_id, stack_notes, when

_FIRST = Text("the set that may still be up", "可能仍处于置位状态的 set_flag")

_OTHER = Text("use id {id} for this set and its wait", "此处的 set_flag 及其 wait_flag 改用 id {id}")


class RepeatedSetFlag(Rule):
    """A `set_flag` may meet a flag that is still up.

    ## What happens
    A flag is one bit. A second set of the same event and id before a wait has taken the first one down is lost, or
    undefined: the second wait then blocks its pipe for ever, and a following `pipe_barrier(PIPE_ALL)` hangs.

    ## How to fix
    Use another id for the second set, or make sure that a wait of the first is ordered before it: in a loop, the pipe
    that sets must wait for something that comes after that wait.

    ## Limits
    "Before" means ordered by flags and barriers, not by the place in the program. Not reported where the same missing
    order is an ASC501 already.

    ## Source
    Ascend C: SetFlag/WaitFlag (asc-devkit).
    """

    code = "ASC504"
    name = "repeated-set-flag"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a set of a flag that may still be up", "对可能仍处于置位状态的标志再次 set_flag")
    remedy = Text(
        "use another id, or order a wait of the first set before it", "使用另一个 id，或让前一次的 wait 先于它完成"
    )
    messages = {
        "default": Text(
            "set_flag({event}, {id}): the flag set in line {line} may still be up, since no "
            "wait_flag({event}, {id}) is "
            "ordered before this set{run}",
            "set_flag({event}, {id})：第 {line} 行置位的标志可能仍未清除，因为没有任何 wait_flag({event}, "
            "{id}) 保证先于此处"
            "完成{run}",
        )
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 512)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.data_copy(tile[512:], x_gm[512:], 512)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)  # expect: ASC504
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 512)
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.data_copy(tile[512:], x_gm[512:], 512)
    asc.set_flag(asc.HardEvent.MTE2_V, 1)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 1)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        found = trace(facts)
        # A missing wait, told as ASC502, that also leaves accesses unordered: both are told already.
        unordered = {each.defect.event for each in found.hazards}
        kept = {each.defect.step.flag for each in found.unpaired if each.defect.kind == "set"}
        told = {(flag.event, flag.id) for flag in kept if flag is not None and flag.event in unordered}
        for shown in found.repeated:
            second, first = shown.defect
            flag = second.flag
            if flag is None or (flag.event, flag.id) in told:
                continue
            data = {"event": flag.event, "id": flag.id, "line": first.stmt.span.line, "run": when(shown.inputs)}
            related = (Note(first.stmt.span, _FIRST), *stack_notes(second))
            fix = _fix(facts, flag.event, flag.id, second.stmt)
            yield Finding(second.stmt.span, data, related=related, fix=fix)


def _fix(facts: KernelFacts, event: str, ident: int, second: Call) -> Proposal | None:
    """Another id for this set and the wait that takes it down: of equally many, the one with the same number."""
    calls = flag_calls(facts, event, ident)
    sets, waits = ([each for each in calls if each.api == api] for api in ("set_flag", "wait_flag"))
    number = next((index for index, each in enumerate(sets) if each.span == second.span), None)
    if number is None or len(sets) != len(waits):
        return None
    free = free_id(facts, event)
    changes = [with_id(each, free) for each in (sets[number], waits[number])]
    return Proposal(_OTHER, tuple(each for each in changes if each is not None), {"id": free})
