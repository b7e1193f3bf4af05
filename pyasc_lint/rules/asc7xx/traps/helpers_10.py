"""An `@asc.jit` function named with a C++ keyword."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="helpers-10",
    severity=Severity.ERROR,
    message=Text(
        "pyasc emits a C++ function named '{name}', which is a keyword there: rename it",
        "pyasc 会生成名为 '{name}' 的 C++ 函数，而它是 C++ 关键字：请改名",
    ),
    bad="""
import asc


@asc.jit
def register():  # expect: ASC701
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
