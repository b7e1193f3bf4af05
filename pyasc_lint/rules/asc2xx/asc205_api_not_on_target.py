"""ASC205 api-not-on-target."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.availability import is_missing
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import MakeLocal, NewAllocator, Stmt
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes


class ApiNotOnTarget(Rule):
    """A function, or static-Tensor programming itself, that the target does not have.

    ## What happens
    pyasc exports functions of all products and emits every one for arch 2201: `scatter`, `mrg_sort4`, `rp_sort16` and
    others trace, but the C++ compiler has no such function for the chip, or the library has an empty one. Atlas
    200I/500 A2 and Atlas training products of the first generation do not have `LocalMemAllocator` and addressed
    `LocalTensor`s at all.

    ## How to fix
    Use what the chip has (`sort32` and `mrg_sort` instead of region proposals), or another `--target`.

    ## Limits
    A function that the chip has, but not in static-Tensor kernels, is ASC202. On a chip without static-Tensor
    programming only that is told, once for a kernel. What no document says of a product is not reported.

    ## Source
    Product support of each API page, and of `LocalMemAllocator` (asc-devkit).
    """

    code = "ASC205"
    name = "api-not-on-target"
    severity = Severity.ERROR
    summary = Text("the target does not have this function", "目标芯片不支持该接口")
    remedy = Text("use a function that the target has", "请使用目标芯片支持的接口")
    messages = {
        "default": Text(
            "{target} ({product}) does not have {missing}",
            "{target}（{product}）不支持 {missing}",
        ),
        "static": Text(
            "static-Tensor programming ({what}) is not supported on {target} ({product}); use TPipe and TQue there",
            "{target}（{product}）不支持静态 Tensor 编程（{what}）；请在该芯片上使用 TPipe 和 TQue",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float16, 256)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float16, 256)
    asc.duplicate(a, 0.0, 256)
    asc.rp_sort16(b, a, 1)  # expect: ASC205
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 32)
    i = ub.alloc(asc.TPosition.VECIN, asc.uint32, 32)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 64)
    asc.duplicate(a, 0.0, 32)
    asc.duplicate(i, 0, 32)
    asc.sort32(b, a, i, 1)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        names = {"target": facts.profile.name, "product": facts.profile.family}
        if not facts.profile.static_tensor.supported:
            first = next(filter(_is_static, survey(facts.kernel).stmts), None)
            if first is not None:
                what = "LocalMemAllocator" if isinstance(first, NewAllocator) else "LocalTensor(addr=…)"
                yield Finding(first.span, {**names, "what": what}, "static", related=stack_notes(first.stack))
            return
        for call in facts.calls:
            missing = is_missing(facts, call)
            if missing is not None:
                span = call.stmt.span
                yield Finding(span, {**names, "missing": missing}, related=stack_notes(call.stmt.stack))


def _is_static(stmt: Stmt) -> bool:
    return isinstance(stmt, NewAllocator) or (isinstance(stmt, MakeLocal) and stmt.address is not None)
