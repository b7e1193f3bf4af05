"""ASC002 unsupported-syntax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module, Remark
from pyasc_lint.rules._fix import Pairs, Proposal, did_you_mean
from pyasc_lint.rules._operands import described
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc0xx._unsupported_syntax import EXPRESSIONS, NAMES, SIGNATURES, STATEMENTS

_PAIRS = Text("take two operands at a time", "每次只取两个操作数")


class UnsupportedSyntax(Rule):
    """Python that `@asc.jit` rejects.

    ## What happens
    pyasc reads the kernel's source and traces it: it knows a part of Python's syntax, and for each operator only the
    values that a kernel can hold. Anything else stops the compilation with an `UnsupportedSyntaxError` or with the
    Python error behind it (`AttributeError`, `NameError`, `TypeError`, …), often far from the line at fault.

    Three things surprise most:

    * a name first bound in a run-time branch or loop does not exist after it;
    * `and`, `or` and `not` need a run-time operand, and a name keeps its type in branches and loops;
    * functions without `@asc.jit`, and most builtins, may not even be named.

    ## How to fix
    The message says what to write instead.

    ## Limits
    Judged is what is traced: code in a branch that trace time folds away, or behind a `return`, is not. Values that
    cannot be told are left alone. What pyasc takes and then fails on, or computes wrongly, is ASC701.

    ## Source
    The front end of pyasc 1.1.1, asked about every construct.
    """

    code = "ASC002"
    name = "unsupported-syntax"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("Python that @asc.jit rejects", "@asc.jit 不支持的 Python 写法")
    remedy = Text("write it with what @asc.jit supports, as the message says", "请按提示改用 @asc.jit 支持的写法")
    messages = {
        key: Text(f"pyasc rejects {text.en}", f"pyasc 不接受：{text.zh}")
        for texts in (EXPRESSIONS, NAMES, STATEMENTS, SIGNATURES)
        for key, text in texts.items()
    }
    bad = """
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    if 0 < n < 16:  # expect: ASC002
        asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(n: int):
    asc.init_soc_state()
    if (0 < n) and (n < 16):
        asc.pipe_barrier(asc.PipeID.PIPE_V)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        return self._findings(facts.kernel.remarks)

    def check_module(self, module: Module) -> Iterator[Finding]:
        return self._findings(module.remarks)

    def _findings(self, remarks: Iterable[Remark]) -> Iterator[Finding]:
        for remark in remarks:
            if remark.kind == "syntax":
                construct = remark.data["construct"]
                data = described(remark.data)
                related, fix = stack_notes(remark.stack), _fix(remark)
                yield Finding(remark.span, data, construct, related=related, fix=fix, aspect=construct)


def _fix(remark: Remark) -> Proposal | None:
    if remark.data["construct"] in ("comparison-chain", "boolop-chain"):
        return Proposal(_PAIRS, (Pairs(remark.span),))
    return did_you_mean(remark.span, remark.data.get("name", ""), remark.data.get("suggestion"))
