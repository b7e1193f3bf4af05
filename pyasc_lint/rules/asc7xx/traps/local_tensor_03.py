"""`LocalTensor(dtype, position, asc.ConstExpr(address), size)`."""

from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Text
from pyasc_lint.rules.asc7xx.traps._mends import UNWRAP
from pyasc_lint.rules.asc7xx.traps._trap import Trap

TRAP = Trap(
    id="local_tensor-03",
    severity=Severity.WARNING,
    fixes=("safe",),
    message=Text(
        "pyasc cannot build an asc.ConstExpr object inside a kernel: pass a Python int as address and size",
        "pyasc 不能在 kernel 内构造 asc.ConstExpr 对象：地址与大小请传 Python int",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECCALC, asc.ConstExpr(0), 64)  # expect: ASC701
    asc.duplicate(a, 0.0, 64)
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
    mend=UNWRAP,
)
