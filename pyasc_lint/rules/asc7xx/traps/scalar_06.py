"""A product that leaves int32 whatever the run-time value."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Binary, Cast, Const, Expr
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.types import INT32
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._calls import is_run_time, trace_time_variables
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_LIMIT = 2**31


def _find(facts: KernelFacts) -> Iterator[Finding]:
    trace_time = None
    for stmt, part in survey(facts.kernel).uses(Binary):
        if abs(_factor(part)) < _LIMIT:
            continue
        if max(abs(_factor(part.left)), abs(_factor(part.right))) >= _LIMIT:
            continue  # told of the operand, or of the constant
        if trace_time is None:
            trace_time = trace_time_variables(facts)
        if is_run_time(part, trace_time):
            data = {"factor": abs(_factor(part))}
            yield Finding(part.span or stmt.span, data, related=stack_notes(stmt.stack))


def _factor(expr: Expr) -> int:
    """A number that an int32 is always a multiple of; 0 only where it is 0."""
    match expr:
        case Const(value=int() as value) | Cast(operand=Const(value=int() as value)) if expr.type == INT32:
            return int(value)
        case Binary(op="*") if expr.type == INT32:
            return _factor(expr.left) * _factor(expr.right)
        case Binary(op="<<", right=Const(value=int() as shift)) if expr.type == INT32 and 0 <= shift < 32:
            return _factor(expr.left) << shift
    return 1


TRAP = Trap(
    id="scalar-06",
    severity=Severity.ERROR,
    message=Text(
        "pyasc computes this in int32, and a multiple of {factor:,} does not fit, so it wraps around: start from an "
        "int64, n.cast(asc.int64)",
        "pyasc 以 int32 计算该式，{factor:,} 的倍数放不下，会回绕：请从 int64 开始，n.cast(asc.int64)",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.data_copy(a, x_gm[asc.get_block_idx() * 65536 * 65536:], 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.data_copy(a, x_gm[asc.get_block_idx() * 65536:], 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
