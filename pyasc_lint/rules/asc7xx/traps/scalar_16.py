"""A comparison that is folded, as a number."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-16",
    severity=Severity.ERROR,
    message=Text(
        "pyasc makes -1, not 1, of this comparison, which it folds: both sides are constant, or it is the test of the "
        "if around it; write 1 if n > 3 else 0 for it",
        "pyasc 会折叠该比较（两侧都是常量，或它就是外层 if 的条件），并把结果当作 -1 而不是 1：请写 1 if n > 3 else 0",
    ),
    bad="""
import asc


@asc.jit
def rounded(count):
    return 64 + count * (count > 3)  # expect: ASC701


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a, 0.0, rounded(8))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def rounded(count):
    return 64 + count * (1 if count > 3 else 0)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a, 0.0, rounded(8))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
