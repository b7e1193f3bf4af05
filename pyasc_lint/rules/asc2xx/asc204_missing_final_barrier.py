"""ASC204 missing-final-barrier."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Last, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_LAST = Text("no full barrier follows {call} on some path", "存在一条路径，{call} 之后没有全流水屏障")
_FIX = Text("end with asc.pipe_barrier(asc.PipeID.PIPE_ALL)", "在结尾调用 asc.pipe_barrier(asc.PipeID.PIPE_ALL)")


class MissingFinalBarrier(Rule):
    """Some path through a static-Tensor kernel does not end in `asc.pipe_barrier(asc.PipeID.PIPE_ALL)`.

    ## What happens
    The scalar unit only dispatches instructions; when it reaches the end of the kernel, copies and vector instructions
    may still be under way. The guide demands that a static-Tensor kernel waits for them; pyasc 1.1.1 neither adds the
    barrier nor warns. Without it results may be incomplete, now and then only.

    ## How to fix
    Make `asc.pipe_barrier(asc.PipeID.PIPE_ALL)` the last statement of the kernel, outside of every branch and loop.

    ## Limits
    Helpers count where they are called. Scalar instructions and debug aids may follow the barrier. In a mixed kernel
    each core needs the barrier. Silent in a kernel with an error of ASC001 to ASC004, and where a call cannot be
    followed (ASC006).

    ## Source
    Ascend C guide, static-Tensor programming (asc-devkit).
    """

    code = "ASC204"
    name = "missing-final-barrier"
    severity = Severity.WARNING
    fixes = ("safe",)
    summary = Text("the kernel can end without a barrier of all pipes", "kernel 可能在没有全流水屏障的情况下结束")
    remedy = Text(
        "make asc.pipe_barrier(asc.PipeID.PIPE_ALL) the last statement of the kernel",
        "请将 asc.pipe_barrier(asc.PipeID.PIPE_ALL) 作为 kernel 的最后一条语句",
    )
    messages = {
        "always": Text(
            "{kernel} ends after {call} without asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
            "{kernel} 在 {call} 之后结束，而没有执行 asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
        ),
        "default": Text(
            "some path through {kernel} ends after {call} without asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
            "{kernel} 存在一条路径，在 {call} 之后结束而没有执行 asc.pipe_barrier(asc.PipeID.PIPE_ALL)",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():  # expect: ASC204
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
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
        frame = facts.frames.get(facts.core)
        if frame is None or frame.open is None or facts.has_source_errors or not facts.sees_all_code:
            return
        everywhere = all(other.open is not None for other in facts.frames.values())
        name = f"'{facts.kernel.name}'" if everywhere else f"'{facts.kernel.name}' ({facts.core})"
        last = {"call": called(frame.open)}
        yield Finding(
            facts.kernel.span,
            {"kernel": name, **last},
            "default" if frame.closed else "always",
            related=(Note(frame.open.span, _LAST, last), *stack_notes(frame.open.stack)),
            fix=Proposal(_FIX, (Last(facts.kernel.span, "asc.pipe_barrier(asc.PipeID.PIPE_ALL)"),)),
        )
