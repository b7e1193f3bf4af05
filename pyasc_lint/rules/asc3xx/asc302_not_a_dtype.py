"""ASC302 not-a-dtype."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Applicability, Severity
from pyasc_lint.rules._fix import Proposal, Replace
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes

_USE = Text("use {meant}", "使用 {meant}")


class NotADtype(Rule):
    """Something that is no asc dtype stands where an element type is due.

    ## What happens
    pyasc takes only `asc.DataType` objects such as `asc.float32`. The Python types `float` and `int`, strings, and the
    dtypes of numpy and torch have no form in the generated code: compiling ends in an `AttributeError` ("float has no
    to_ir") or in "No viable candidates", far from the line at fault.

    ## How to fix
    Write the asc dtype: `asc.half`, `asc.float32`, `asc.int32`, … To follow the dtype of an argument, use `x.dtype`.

    ## Limits
    Judged are `alloc`, `LocalTensor`, `asc.number`, `asc.array`, `reinterpret_cast`, `cast` of a scalar, and every
    other parameter that the API table calls a dtype. A value that cannot be told is left alone, and so is a name that
    `asc` lacks (ASC003).

    ## Source
    API table of pyasc 1.1.1, run against its front end.
    """

    code = "ASC302"
    name = "not-a-dtype"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("an argument that must be an asc dtype is none", "应为 asc 数据类型的参数不是 asc 数据类型")
    remedy = Text("pass an asc dtype such as asc.float32", "请传入 asc 数据类型，例如 asc.float32")
    messages = {
        "default": Text("{callee} takes an asc dtype, not {shown}", "{callee} 需要 asc 数据类型，而不是 {shown}"),
        "suggest": Text(
            "{callee} takes an asc dtype, not {shown}; use {suggestion}",
            "{callee} 需要 asc 数据类型，而不是 {shown}；请使用 {suggestion}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, float, 64)  # expect: ASC302
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
            if remark.kind != "not-a-dtype" or remark.data["trait"]:
                continue
            text, value = remark.data["text"], remark.data["value"]
            data = {**remark.data, "shown": f"{text} ({value})" if value else text}
            meant = remark.data["suggestion"]
            # What has another name may be meant for other places, too.
            applicability: Applicability = "unsafe" if value else "safe"
            fix = Proposal(_USE, (Replace(remark.span, meant),), {"meant": meant}, applicability) if meant else None
            message = "suggest" if meant else "default"
            yield Finding(remark.span, data, message, related=stack_notes(remark.stack), fix=fix)
