"""ASC201 tpipe-mixing."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.framework import framework_uses
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import NewAllocator
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_STATIC = Text("the kernel manages its memory itself: {static}", "本 kernel 自行管理片上内存：{static}")


class TPipeMixing(Rule):
    """A kernel that places its tensors itself also uses the TPipe framework.

    ## What happens
    Static-Tensor programming and the TPipe framework both hand out the same on-chip memory from address 0, and both
    use the event ids of the core. Neither knows of the other: tensors overlap without any message, and a flag that one
    side raises is taken by the other. `LocalTensorAuto` moreover makes pyasc 1.1.1 erase every flag and barrier of the
    kernel.

    ## How to fix
    Keep to one model in a kernel. Static: `LocalMemAllocator` or `LocalTensor(dtype, position, address, size)` with
    `set_flag` and `wait_flag`. Framework: `TPipe`, `TQue`, `TBuf`, without allocators and addresses.

    ## Limits
    Helpers count where they are called; the finding stands at the call inside the helper. A branch on a `ConstExpr`
    parameter that keeps both models apart is fine, since pyasc compiles only one side.

    ## Source
    Ascend C guide, static-Tensor programming (asc-devkit); class table of pyasc 1.1.1.
    """

    code = "ASC201"
    name = "tpipe-mixing"
    severity = Severity.ERROR
    summary = Text("the TPipe framework is used in a static-Tensor kernel", "在静态 Tensor kernel 中使用了 TPipe 框架")
    remedy = Text(
        "use either static tensors or the TPipe framework in a kernel",
        "同一 kernel 中只能选用静态 Tensor 或 TPipe 框架之一",
    )
    messages = {
        "default": Text(
            "{call} belongs to the TPipe framework, which hands out the same memory from address 0 as this "
            "static-Tensor kernel ({static})",
            "{call} 属于 TPipe 框架，它与本静态 Tensor kernel（{static}）从 0 地址开始分配同一片上内存",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    pipe = asc.TPipe()  # expect: ASC201
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for use in framework_uses(facts):
            static = "LocalMemAllocator" if isinstance(use.static, NewAllocator) else "LocalTensor"
            related = (Note(use.static.span, _STATIC, {"static": static}), *stack_notes(use.call.stack))
            yield Finding(use.call.span, {"call": called(use.call), "static": static}, related=related)
