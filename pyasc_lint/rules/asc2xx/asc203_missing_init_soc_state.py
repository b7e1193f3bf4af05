"""ASC203 missing-init-soc-state."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import First, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_FIRST = Text("{call} is issued before", "{call} 在其之前执行")
_FIX = Text("call asc.init_soc_state() first", "在开头调用 asc.init_soc_state()")


class MissingInitSocState(Rule):
    """Some path through a static-Tensor kernel issues an instruction before `asc.init_soc_state()`.

    ## What happens
    The guide demands the call at the entry of a static-Tensor kernel and calls the behaviour without it undefined: the
    core still has the state that the kernel before left, such as its atomic mode and its vector mask. pyasc 1.1.1
    neither adds the call nor warns.

    ## How to fix
    Make `asc.init_soc_state()` the first statement of the kernel, outside of every branch and loop.

    ## Limits
    Constructors, allocations, queries such as `get_block_idx` and debug aids may stand before it. In a mixed kernel
    each core needs the call. Silent in a kernel with an error of ASC001 to ASC004, and where a call cannot be followed
    (ASC006).

    ## Source
    Ascend C guide, static-Tensor programming (asc-devkit).
    """

    code = "ASC203"
    name = "missing-init-soc-state"
    severity = Severity.WARNING
    fixes = ("safe",)
    summary = Text("an instruction runs before asc.init_soc_state()", "在 asc.init_soc_state() 之前执行了指令")
    remedy = Text(
        "make asc.init_soc_state() the first statement of the kernel",
        "请将 asc.init_soc_state() 作为 kernel 的第一条语句",
    )
    messages = {
        "default": Text(
            "some path through {kernel} reaches {call} before asc.init_soc_state()",
            "{kernel} 存在一条路径，在 asc.init_soc_state() 之前就执行 {call}",
        ),
        "never": Text(
            "{kernel} never calls asc.init_soc_state(); it must come before {call}, the first instruction",
            "{kernel} 从未调用 asc.init_soc_state()；它必须先于第一条指令 {call}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():  # expect: ASC203
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
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
        frame = facts.frames.get(facts.core)
        if frame is None or frame.early is None or facts.has_source_errors or not facts.sees_all_code:
            return
        everywhere = all(other.early is not None for other in facts.frames.values())
        name = f"'{facts.kernel.name}'" if everywhere else f"'{facts.kernel.name}' ({facts.core})"
        first = {"call": called(frame.early)}
        yield Finding(
            facts.kernel.span,
            {"kernel": name, **first},
            "default" if frame.seen else "never",
            related=(Note(frame.early.span, _FIRST, first), *stack_notes(frame.early.stack)),
            fix=Proposal(_FIX, (First(facts.kernel.span, "asc.init_soc_state()"),)),
        )
