"""Two helpers of one name."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="helpers-02",
    severity=Severity.ERROR,
    message=Text(
        "another helper named '{name}' was called before, and pyasc uses its body here too: rename one of them",
        "此前已调用过另一个名为 '{name}' 的辅助函数，pyasc 在此仍使用其函数体：请为其中之一改名",
    ),
    bad="""
import asc


class Zeros:
    @staticmethod
    @asc.jit
    def fill(a):
        asc.duplicate(a, 0.0, 64)


@asc.jit
def fill(a):
    asc.duplicate(a, 1.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    Zeros.fill(a)
    fill(a)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


class Zeros:
    @staticmethod
    @asc.jit
    def fill(a):
        asc.duplicate(a, 0.0, 64)


@asc.jit
def fill_ones(a):
    asc.duplicate(a, 1.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    Zeros.fill(a)
    fill_ones(a)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
