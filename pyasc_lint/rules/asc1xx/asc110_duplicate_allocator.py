"""ASC110 duplicate-allocator."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Move, Proposal, Replace
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import LOOP, stack_notes

_FIRST = Text("the first one is made here", "第一个在此处创建")
_SAME = Text("use '{name}', the allocator that is there", "使用已有的分配器 '{name}'")
_BEFORE = Text("make it before the loop", "移到循环之前")


class DuplicateAllocator(Rule):
    """A kernel makes a second allocator for the same memory.

    ## What happens
    Allocators know nothing of each other: each starts at the beginning of the memory. The tensors of the second one
    lie on those of the first, and both overwrite each other's data without any error on the device; only the CPU debug
    build notices.

    ## How to fix
    Make one `LocalMemAllocator` for each memory at the top of the kernel, and pass it to helpers. To reuse memory on
    purpose construct `asc.LocalTensor(dtype, position, address, size)`.

    ## Limits
    Allocators in branches that exclude each other are fine. A loop that runs at most once, and `asc.static_range` with
    unknown bounds, make no second one.

    ## Source
    Ascend C `LocalMemAllocator` (asc-devkit): one object for each hardware in a kernel's life.
    """

    code = "ASC110"
    name = "duplicate-allocator"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("a second allocator for the same memory", "为同一存储创建了第二个分配器")
    remedy = Text("make one allocator for each memory, and pass it on", "每个存储只创建一个分配器，并将其传递下去")
    messages = {
        "default": Text(
            "second LocalMemAllocator for {hardware}: it starts at the beginning again, and its tensors overlap those "
            "of the first",
            "为 {hardware} 创建了第二个 LocalMemAllocator：它重新从头开始分配，其张量会与第一个分配器的张量重叠",
        ),
        "loop": Text(
            "every iteration makes another LocalMemAllocator for {hardware}, which starts at the beginning again",
            "每次迭代都为 {hardware} 新建一个 LocalMemAllocator，并重新从头开始分配",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    scratch = asc.LocalMemAllocator(asc.Hardware.UB)  # expect: ASC110
    b = scratch.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for allocator in facts.allocators:
            if allocator.hardware is None or facts.profile.memory(allocator.hardware) is None:
                continue
            stmt, data = allocator.stmt, {"hardware": allocator.hardware}
            calls = stack_notes(stmt.stack)
            if allocator.earlier is not None:
                first = allocator.earlier.stmt
                notes = (Note(first.span, _FIRST), *stack_notes(first.stack), *calls)
                fix = None
                if first.var.name and first.stack == stmt.stack:
                    fix = Proposal(_SAME, (Replace(stmt.span, first.var.name),), {"name": first.var.name})
                yield Finding(stmt.span, data, related=notes, fix=fix)
            elif allocator.repeating is not None:
                related = (Note(allocator.repeating.span, LOOP), *calls)
                fix = Proposal(_BEFORE, (Move(stmt.span, allocator.repeating.span),), applicability="unsafe")
                yield Finding(stmt.span, data, "loop", related=related, fix=fix)
