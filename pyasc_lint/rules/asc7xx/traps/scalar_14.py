"""A Python int above 32 bits as a kernel argument."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    launch = facts.kernel.launch
    if launch is None:
        return
    for param in facts.kernel.params:
        value = launch.values.get(param.var.name)
        if isinstance(value, int) and not param.constexpr and not -(2**31) <= value < 2**31:
            yield Finding(param.span, {"value": value, "name": param.var.name})


TRAP = Trap(
    id="scalar-14",
    severity=Severity.ERROR,
    message=Text(
        "pyasc passes the Python int {value} for '{name}' as an int32, so its high bits are lost: pass "
        "numpy.int64({value})",
        "pyasc 把传给 '{name}' 的 Python int {value} 作为 int32 传递，高位丢失：请传 numpy.int64({value})",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):  # expect: ASC701
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def run(x):
    kernel[8](x, 5000000000)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def run(x):
    kernel[8](x, 2000000000)
""",
    find=_find,
)
