"""ASC506 redundant-sync."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call, Enum
from pyasc_lint.rules._fix import Delete, Proposal
from pyasc_lint.rules._flags import flag_calls, id_of
from pyasc_lint.rules._rule import Finding, Rule, Text

_DELETE = Text("delete it", "删除")
_DELETE_PAIR = Text("delete all calls with {event} and id {id}", "删除所有 {event}（id {id}）的调用")


class RedundantSync(Rule):
    """A flag or barrier orders nothing that is not ordered already.

    ## What happens
    The kernel is right, but the pipe waits, or the scalar unit dispatches, for nothing.

    ## How to fix
    Remove the barrier, or both calls of the flag.

    ## Limits
    Judged on representative runs. The barrier that must end the kernel is never called redundant.

    ## Source
    Ascend C: pipelines of the AI Core (asc-devkit).
    """

    code = "ASC506"
    name = "redundant-sync"
    severity = Severity.INFO
    fixes = ("unsafe",)
    summary = Text("synchronisation that orders nothing new", "没有新增任何顺序的同步")
    remedy = Text("remove it (for a flag: both the set and the wait)", "删除它（标志需同时删除 set 与 wait）")
    messages = {"default": Text("{call} orders nothing that is not ordered already", "{call} 没有增加任何新的顺序")}
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    tile = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 1024)
    asc.data_copy(tile, x_gm, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)  # expect: ASC506
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
    asc.data_copy(tile, x_gm, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.muls(tile, tile, 2.0, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        redundant = trace(facts).redundant
        for stmt in redundant:
            yield Finding(stmt.span, {"call": stmt.api}, fix=_fix(facts, stmt, redundant))


def _fix(facts: KernelFacts, stmt: Call, redundant: list[Call]) -> Proposal | None:
    """Deletes a barrier, or all calls of a flag where none of them is needed."""
    if stmt.api == "pipe_barrier":
        return Proposal(_DELETE, (Delete(stmt.span),), applicability="unsafe")
    event, ident = stmt.args.get("event"), id_of(stmt)
    if not isinstance(event, Enum) or ident is None:
        return None
    calls, places = flag_calls(facts, event.member, ident), {each.span for each in redundant}
    if any(each.span not in places for each in calls):
        return None
    data = {"event": event.member, "id": ident}
    return Proposal(_DELETE_PAIR, tuple(Delete(each.span) for each in calls), data, "unsafe")
