"""`LocalTensor(asc.void, …)`."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Alloc, Foreign, MakeLocal
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    found = survey(facts.kernel)
    made: list[Alloc | MakeLocal] = [*found.of(Alloc), *found.of(MakeLocal)]
    for stmt in made:
        if isinstance(stmt.dtype, Foreign) and stmt.dtype.name == "asc.void":
            yield Finding(stmt.span, {}, related=stack_notes(stmt.stack))


TRAP = Trap(
    id="local_tensor-10",
    severity=Severity.WARNING,
    message=Text(
        "pyasc accepts asc.void here and fails later, without saying where: use the dtype of the elements",
        "pyasc 在此接受 asc.void，随后失败且不指明位置：请使用元素的数据类型",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.void, asc.TPosition.VECCALC, 0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, 0, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
