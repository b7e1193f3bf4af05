"""`set_global_buffer()` in a branch or loop, and the tensor used after it."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Block, Inlined, Ref, SetBuffer, Stmt, Var, sub_blocks
from pyasc_lint.ir.traversal import expressions, parts
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._calls import is_run_time_block, trace_time_variables
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    return _in_block(facts.kernel.body, set(), set(), trace_time_variables(facts))


def _in_block(block: Block, stale: set[Var], fresh: set[Var], trace_time: Collection[Var]) -> Iterator[Finding]:
    """Uses of the tensors in `stale`, whose buffer was set in a block that has ended; `fresh` gets those set here."""
    for stmt in block:
        if isinstance(stmt, SetBuffer) and isinstance(stmt.tensor, Ref):
            fresh.add(stmt.tensor.var)
            stale.discard(stmt.tensor.var)
            continue
        if stale:
            yield from _uses(stmt, stale)
        for nested in sub_blocks(stmt):
            if isinstance(stmt, Inlined):  # its parameters are tensors of its own
                yield from _in_block(nested, set(stale), set(), trace_time)
            elif is_run_time_block(stmt, trace_time):
                inner: set[Var] = set()
                yield from _in_block(nested, set(stale), inner, trace_time)
                stale |= inner
            else:
                yield from _in_block(nested, stale, fresh, trace_time)


def _uses(stmt: Stmt, stale: set[Var]) -> Iterator[Finding]:
    for expr in expressions(stmt):
        for part in parts(expr):
            if isinstance(part, Ref) and part.var in stale:
                stale.discard(part.var)
                yield Finding(stmt.span, {"name": part.var.name or "?"}, related=stack_notes(stmt.stack))


TRAP = Trap(
    id="global_tensor-04",
    severity=Severity.WARNING,
    message=Text(
        "pyasc fails on '{name}' here, because its buffer was set in a branch or loop that has ended: set it "
        "outside, and choose the address by an offset",
        "'{name}' 的缓冲区是在已结束的分支或循环内设置的，pyasc 在此会失败：请在外层设置，并用偏移选择地址",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    if n > 3:
        x_gm.set_global_buffer(x + 1024, 1024)
    asc.data_copy(a, x_gm, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    x_gm = asc.GlobalTensor()
    offset = asc.number(0, asc.int32)
    if n > 3:
        offset = asc.number(1024, asc.int32)
    x_gm.set_global_buffer(x + offset, 1024)
    asc.data_copy(a, x_gm, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
