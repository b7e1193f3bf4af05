"""ASC701 pyasc-release-bug."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from pyasc_lint.analysis.facts import SOURCE_ERRORS, KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module, Remark
from pyasc_lint.rules._operands import described
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes
from pyasc_lint.rules.asc7xx.traps._registry import all_traps
from pyasc_lint.rules.asc7xx.traps._trap import Trap


class _Messages(Mapping[str, Text]):
    """The message of each trap, by its id, with the trap and the releases that have it. Loads the traps when asked."""

    def __getitem__(self, key: str) -> Text:
        trap = all_traps()[key]
        releases = sorted(trap.releases)
        return Text(
            f"{trap.message.en} (pyasc {', '.join(releases)}: {trap.id})",
            f"{trap.message.zh}（pyasc {'、'.join(releases)}：{trap.id}）",
        )

    def __iter__(self) -> Iterator[str]:
        return iter(all_traps())

    def __len__(self) -> int:
        return len(all_traps())


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
    fixes = ("safe", "unsafe")
    summary = Text("pyasc gets this wrong, or cannot do it", "pyasc 会错误处理，或不支持该写法")
    remedy = Text("write it as the message says", "请按提示改写")
    messages = _Messages()
    bad = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c, a, b, asc.MmadParams(16, 16, 16))  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.half, asc.TPosition.A2, 0, 256)
    b = asc.LocalTensor(asc.half, asc.TPosition.B2, 0, 256)
    c = asc.LocalTensor(asc.float32, asc.TPosition.CO1, 0, 256)
    asc.init_const_value(a, asc.InitConstValueParams(1, 1, 0, 0))
    asc.init_const_value(b, asc.InitConstValueParams(1, 1, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
    asc.mmad(c, a, b, asc.MmadParams(16, 16, 16, unit_flag=0, cmatrix_source=False, cmatrix_init_val=True))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

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
            data = {key: ", ".join(value) if isinstance(value, tuple) else value for key, value in remark.data.items()}
            yield _as(trap, Finding(remark.span, described(data), related=stack_notes(remark.stack)))


def _found(facts: KernelFacts) -> Iterator[Finding]:
    for trap in all_traps().values():
        for finding in trap.find(facts):
            yield _as(trap, finding)


def _as(trap: Trap, finding: Finding) -> Finding:
    severity = finding.severity if finding.severity is not None else trap.severity
    fix = finding.fix if finding.fix is not None else trap.mend(finding.span, finding.data)
    return replace(finding, message=trap.id, severity=severity, trap=trap.id, releases=trap.releases, fix=fix)
