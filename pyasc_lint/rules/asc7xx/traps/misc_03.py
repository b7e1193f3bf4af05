"""`get_arch_version(…)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import calls, notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for call in calls(facts, "get_arch_version"):
        yield Finding(call.span, {}, related=notes(call))


TRAP = Trap(
    id="misc-03",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits a reference to a constant for get_arch_version(), which does not compile, and returns nothing: "
        "do not use it",
        "pyasc 会为 get_arch_version() 生成对常量的引用，无法通过 C++ 编译，且没有返回值：请不要使用",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    asc.get_arch_version(1)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    asc.get_system_cycle()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
