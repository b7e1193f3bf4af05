"""A GlobalTensor used before `set_global_buffer()`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import MakeGlobal, Ref, SetBuffer, Var
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import expressions, parts
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    bare: set[Var] = set()
    for stmt in survey(facts.kernel).stmts:
        match stmt:
            case MakeGlobal(var=var):
                bare.add(var)
                continue
            case SetBuffer(tensor=Ref(var=var)):
                bare.discard(var)
                continue
        for expr in expressions(stmt) if bare else ():
            for part in parts(expr):
                if isinstance(part, Ref) and part.var in bare:
                    bare.discard(part.var)
                    yield Finding(stmt.span, {"name": part.var.name or "?"}, related=stack_notes(stmt.stack))


TRAP = Trap(
    id="global_tensor-01",
    severity=Severity.ERROR,
    message=Text(
        "'{name}' has no buffer yet, and pyasc fails on it: call set_global_buffer() before",
        "'{name}' 尚未设置缓冲区，pyasc 会失败：请先调用 set_global_buffer()",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.data_copy(a, x_gm, 64)  # expect: ASC701
    x_gm.set_global_buffer(x, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.data_copy(a, x_gm, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
