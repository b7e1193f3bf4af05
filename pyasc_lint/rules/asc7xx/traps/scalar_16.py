"""A comparison of constants as a number."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="scalar-16",
    severity=Severity.ERROR,
    message=Text(
        "pyasc makes -1, not 1, of this comparison, because both sides are constant: write 1 if n > 3 else 0 for it",
        "两侧都是常量，pyasc 把该比较的结果当作 -1 而不是 1：请写 1 if n > 3 else 0",
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
