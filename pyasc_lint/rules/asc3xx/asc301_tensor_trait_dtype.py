"""ASC301 tensor-trait-dtype."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes


class TensorTraitDtype(Rule):
    """A TensorTrait stands where an element type is due.

    ## What happens
    In Ascend C, `TensorTrait` bundles an element type with a position and a layout and may replace the element type of
    a tensor. pyasc has no such type: up to 1.1.1 `asc` exports none, and every dtype argument takes an `asc.DataType`
    only. The kernel does not compile.

    ## How to fix
    Pass the element type itself, such as `asc.float32`, and the position in its own argument.

    ## Limits
    Any class of the name `TensorTrait` counts: of `asc`, of a file of the project or of another package, its instances
    and aliases as well.

    ## Source
    Names and call forms of pyasc 1.1.1, run against its front end.
    """

    code = "ASC301"
    name = "tensor-trait-dtype"
    severity = Severity.ERROR
    summary = Text("a TensorTrait is used as an element type", "将 TensorTrait 用作元素类型")
    remedy = Text("pass the element type itself, such as asc.float32", "请直接传入元素类型，例如 asc.float32")
    messages = {
        "default": Text(
            "{callee} takes an asc dtype, but {text} is a TensorTrait",
            "{callee} 需要 asc 数据类型，但 {text} 是 TensorTrait",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    trait = asc.TensorTrait(asc.float32, asc.TPosition.VECIN)
    a = ub.alloc(asc.TPosition.VECIN, trait, 64)  # expect: ASC301
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        if not facts.kernel.is_static:
            return
        for remark in facts.kernel.remarks:
            if remark.kind == "not-a-dtype" and remark.data["trait"]:
                yield Finding(remark.span, remark.data, related=stack_notes(remark.stack))
