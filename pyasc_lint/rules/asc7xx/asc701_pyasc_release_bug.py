"""ASC701 pyasc-release-bug."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pyasc_lint.analysis.facts import SOURCE_ERRORS, KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module, Remark
from pyasc_lint.rules._operands import described
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.rules.asc7xx.traps._trap import Trap


class PyascReleaseBug(Rule):
    """Code that is right as Ascend C, or as Python, but that this release of pyasc gets wrong.

    ## What happens
    pyasc traces the Python of a kernel and writes Ascend C. For some constructs it hangs, crashes, drops what you
    wrote, computes something else, or emits C++ that does not compile (error); others it refuses although Ascend C
    allows them (warning). Most of this is silent: the kernel builds, and its results are wrong.

    Each such trap has an id, such as `cube-01`, which the message ends with. Select or ignore one alone with
    `ASC701[cube-01]`, also in `# noqa: ASC701[cube-01]`.

    ## How to fix
    Write it as the message says. `pyasc-version` in the configuration says which release you build with; with
    `pyasc-version = "none"` (you emit with this tool, or write Ascend C by hand) the rule is silent.

    ## Limits
    What another rule says of the same place is left to it: refused Python is ASC002, calls that fit no form are ASC004,
    memory is ASC1xx. Traps that leave nothing to see in the source, such as stale caches, are not reported.

    ## Source
    The front end of pyasc 1.1.1, run on a small kernel for each trap, and its output compared with the source.
    """

    code = "ASC701"
    name = "pyasc-release-bug"
    severity = Severity.ERROR
    summary = Text("pyasc gets this wrong, or cannot do it", "pyasc 会错误处理，或不支持该写法")
    remedy = Text("write it as the message says", "请按提示改写")
    messages = {
        trap.id: Text(
            f"{trap.message.en} (pyasc {', '.join(sorted(trap.releases))}: {trap.id})",
            f"{trap.message.zh}（pyasc {'、'.join(sorted(trap.releases))}：{trap.id}）",
        )
        for trap in all_traps().values()
    }
    bad = all_traps()["control_flow-01"].bad
    good = all_traps()["control_flow-01"].good

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        remarks = facts.kernel.remarks
        told = {remark.span for remark in remarks if remark.kind in SOURCE_ERRORS}
        for finding in (*_noted(remarks), *_found(facts)):
            if finding.span not in told:
                yield finding

    def check_module(self, module: Module) -> Iterator[Finding]:
        return _noted(module.remarks)


def _noted(remarks: Iterable[Remark]) -> Iterator[Finding]:
    """The traps that the frontend saw."""
    for remark in remarks:
        if remark.kind == "trap":
            trap = all_traps()[remark.data["id"]]
            yield _as(trap, Finding(remark.span, described(remark.data), related=stack_notes(remark.stack)))


def _found(facts: KernelFacts) -> Iterator[Finding]:
    for trap in all_traps().values():
        for finding in trap.find(facts):
            yield _as(trap, finding)


def _as(trap: Trap, finding: Finding) -> Finding:
    severity = finding.severity if finding.severity is not None else trap.severity
    return replace(finding, message=trap.id, severity=severity, trap=trap.id, releases=trap.releases)
