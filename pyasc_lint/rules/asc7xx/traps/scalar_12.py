"""A numpy scalar of the module."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Expr, For, Foreign, New
from pyasc_lint.ir.survey import survey
from pyasc_lint.ir.traversal import expressions
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for stmt in dict.fromkeys(stmt for stmt, _ in survey(facts.kernel).uses(Foreign)):
        if isinstance(stmt, For) and stmt.static:  # Python takes it for a number there
            continue
        for expr in expressions(stmt):
            scalar = _numpy_scalar(expr)
            if scalar is not None:
                yield Finding(stmt.span, {"name": scalar.name}, related=stack_notes(stmt.stack))
                break


def _numpy_scalar(expr: Expr) -> Foreign | None:
    todo = [expr]
    while todo:
        part = todo.pop()
        if isinstance(part, Foreign) and part.what == "instance" and part.name.startswith("numpy."):
            return part if part.name != "numpy.dtype" else None
        if not (isinstance(part, New) and part.cls == "InitConstValueParams"):  # pyasc looks into this one
            todo.extend(part.children())
    return None


TRAP = Trap(
    id="scalar-12",
    severity=Severity.WARNING,
    message=Text(
        "pyasc takes no {name} here, only Python numbers: write int(…) or float(…) around it at module level",
        "pyasc 在此不接受 {name}，只接受 Python 数值：请在模块级用 int(…) 或 float(…) 转换",
    ),
    bad="""
import asc
import numpy as np

TILE = np.int32(64)


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, TILE)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc
import numpy as np

TILE = int(np.int32(64))


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, TILE)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
