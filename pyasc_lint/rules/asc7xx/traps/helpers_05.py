"""An enum member as plain argument of a helper."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="helpers-05",
    severity=Severity.WARNING,
    message=Text(
        "pyasc makes a run-time number of the enum member passed as '{name}': annotate the parameter asc.ConstExpr",
        "pyasc 会把传给 '{name}' 的枚举成员变为运行时数值：请将该参数注解为 asc.ConstExpr",
    ),
    bad="""
import asc


@asc.jit
def wait(pipe):
    asc.pipe_barrier(pipe)


@asc.jit
def kernel():
    asc.init_soc_state()
    wait(asc.PipeID.PIPE_V)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def wait(pipe: asc.ConstExpr):
    asc.pipe_barrier(pipe)


@asc.jit
def kernel():
    asc.init_soc_state()
    wait(asc.PipeID.PIPE_V)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
)
