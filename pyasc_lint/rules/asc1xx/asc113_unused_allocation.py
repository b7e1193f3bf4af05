"""ASC113 unused-allocation."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Delete, Proposal
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import call_notes, place

_DELETE = Text("delete the allocation", "删除该分配")


class UnusedAllocation(Rule):
    """A tensor takes memory that nothing ever uses.

    ## What happens
    The allocator's cursor moves on, so the memory is lost to the rest of the kernel.

    ## How to fix
    Delete the allocation, or use the tensor. An allocation that only fills a gap is better made an address of
    `asc.LocalTensor`.

    ## Limits
    Silent in a kernel that could not be followed completely (ASC006) or that has an error of ASC001 to ASC004.

    ## Source
    The kernel itself.
    """

    code = "ASC113"
    name = "unused-allocation"
    severity = Severity.INFO
    fixes = ("unsafe",)
    summary = Text("an allocated tensor is never used", "分配的张量从未被使用")
    remedy = Text("delete the allocation, or use the tensor", "删除该分配，或使用该张量")
    messages = {
        "default": Text(
            "'{name}' is never used; it takes {bytes} bytes of {hardware}",
            "'{name}' 从未被使用，却占用 {hardware} 的 {bytes} 字节",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)  # expect: ASC113
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
        if facts.kernel.launch is not None or facts.has_source_errors or not facts.sees_all_code:
            return
        for buffer in facts.buffers:
            if buffer in facts.unused:
                fix = Proposal(_DELETE, (Delete(buffer.span),), applicability="unsafe")
                yield Finding(buffer.span, place(facts, buffer), related=call_notes(buffer), fix=fix)
