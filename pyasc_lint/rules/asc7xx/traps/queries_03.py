"""`t.get_phy_addr()`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "LocalTensor.get_phy_addr"):
        yield Finding(call.span, {}, related=notes(call))


TRAP = Trap(
    id="queries-03",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits an integer initialised with a pointer for get_phy_addr(), which does not compile: leave it out, "
        "and keep addresses in Python variables",
        "pyasc 会为 get_phy_addr() 生成以指针初始化的整数，无法通过 C++ 编译：请不要使用，并用 Python 变量记录地址",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    address = a.get_phy_addr()  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
