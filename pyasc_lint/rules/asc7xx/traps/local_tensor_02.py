"""An operand made by `LocalTensor(dtype)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api import find_function
from pyasc_lint.diagnostics import Severity, Span
from pyasc_lint.ir.nodes import Expr, MakeLocal, Ref, View
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._calls import calls
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    made = {stmt.var: stmt for stmt in survey(facts.kernel).of(MakeLocal) if stmt.address is None}
    if not made:
        return
    wrong = [remark.span for remark in facts.kernel.remarks if remark.kind == "bad-call"]  # ASC004 tells of these
    made = {var: stmt for var, stmt in made.items() if not any(_holds(stmt.span, span) for span in wrong)}
    moved = {call.receiver.var for call in calls(facts) if isinstance(call.receiver, Ref)}  # a method may place it
    for call in calls(facts):
        if find_function(call.api) is None:
            continue
        for operand in call.args.values():
            base = _base(operand)
            if isinstance(base, Ref) and base.var in made.keys() - moved:
                stmt = made.pop(base.var)
                yield Finding(stmt.span, {"name": base.var.name or "?"}, related=stack_notes(stmt.stack))


def _holds(outer: Span, inner: Span) -> bool:
    first, last = (inner.line, inner.column), (inner.end_line, inner.end_column)
    starts = (outer.line, outer.column) <= first
    return outer.path == inner.path and starts and last <= (outer.end_line, outer.end_column)


def _base(expr: Expr) -> Expr:
    while isinstance(expr, View):
        expr = expr.base
    return expr


TRAP = Trap(
    id="local_tensor-02",
    severity=Severity.ERROR,
    message=Text(
        "'{name}' has no address, and pyasc emits an empty tensor for it: give the position, address and size as well",
        "'{name}' 没有地址，pyasc 会为其生成空张量：请同时给出位置、地址与大小",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32)  # expect: ASC701
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
