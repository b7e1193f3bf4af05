"""A run-time value in an f-string."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="misc-07",
    severity=Severity.WARNING,
    message=Text(
        "pyasc prints the traced object here, not the value it stands for: use asc.printf with %d or %f",
        "pyasc 在此打印的是追踪对象而不是数值：请使用 asc.printf 的 %d 或 %f",
    ),
    bad="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    asc.printf(f"n = {n}\\n")  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    asc.printf("n = %d\\n", n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
