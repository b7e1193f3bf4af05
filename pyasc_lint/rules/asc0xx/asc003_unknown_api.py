"""ASC003 unknown-api."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module, Remark
from pyasc_lint.rules._fix import did_you_mean
from pyasc_lint.rules._operands import described
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes


class UnknownApi(Rule):
    """A name that `asc`, or the asc class or enum it is asked of, does not have.

    ## What happens
    Compiling the kernel ends in an `AttributeError`. Names of `asc` are looked up before anything is traced, so this
    holds for code that is never reached as well.

    ## How to fix
    Use the name that the message proposes. Functions of pyasc are written in snake case (`DataCopy` is
    `asc.data_copy`); enums and classes keep the spelling of Ascend C.

    ## Limits
    Never reported below `asc.lib`, `asc.runtime`, `asc.adv` and `asc.language`, nor for attributes that the kernel
    itself sets. `asc.TensorTrait` is ASC301.

    ## Source
    API table of pyasc 1.1.1, read from the installed package.
    """

    code = "ASC003"
    name = "unknown-api"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("asc, or one of its classes, has no such name", "asc 或其类中没有该名称")
    remedy = Text("use a name that pyasc 1.1.1 has", "请使用 pyasc 1.1.1 提供的名称")
    messages = {"default": Text("{owner} has no '{name}'{hint}", "{owner} 中没有 '{name}'{hint}")}
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.Duplicate(a, 0.0, 64)  # expect: ASC003
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
        return self._findings(facts.kernel.remarks)

    def check_module(self, module: Module) -> Iterator[Finding]:
        return self._findings(module.remarks)

    def _findings(self, remarks: Iterable[Remark]) -> Iterator[Finding]:
        for remark in remarks:
            if remark.kind != "unknown-api":
                continue
            data, fix = (
                described(remark.data),
                did_you_mean(remark.span, remark.data["name"], remark.data["suggestion"]),
            )
            if data["suggestion"]:
                data["suggestion"] = f"{data['owner']}.{data['suggestion']}"
            yield Finding(remark.span, data, related=stack_notes(remark.stack), fix=fix)
