"""An offset added to a GlobalAddress that is no uint32."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import AddressAdd, Const
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for stmt, sum_ in survey(facts.kernel).uses(AddressAdd):
        offset = sum_.offset.value if isinstance(sum_.offset, Const) else None
        if isinstance(offset, int) and offset < 0:
            yield Finding(sum_.span or stmt.span, {"offset": offset}, related=stack_notes(stmt.stack))


TRAP = Trap(
    id="scalar-08",
    severity=Severity.ERROR,
    message=Text(
        "pyasc converts the offset {offset} to uint32, which moves the address past the end of memory: bind the "
        "address itself and slice the tensor",
        "pyasc 会把偏移 {offset} 转换为 uint32，地址将越过内存末尾：请绑定地址本身并对张量切片",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + (-64), 1024)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x + 64, 1024)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
