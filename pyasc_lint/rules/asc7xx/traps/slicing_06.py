"""`t(i)`, the call operator of tensors."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import SLICE
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="slicing-06",
    severity=Severity.ERROR,
    fixes=("safe",),
    message=Text(
        "pyasc emits a call of the tensor, which does not compile: write t[i:]",
        "pyasc 会生成对张量的调用，无法通过 C++ 编译：请写 t[i:]",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a(64), 0.0, 64)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 128)
    asc.duplicate(a[64:], 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    mend=SLICE,
)
