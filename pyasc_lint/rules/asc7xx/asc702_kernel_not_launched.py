"""ASC702 kernel-not-launched."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module
from pyasc_lint.rules._fix import Cores, Proposal
from pyasc_lint.rules._rule import Finding, Rule, Text

_LAUNCH = Text("launch it on {cores} core(s)", "在 {cores} 个核上启动")


class KernelNotLaunched(Rule):
    """Host code calls an `@asc.jit` function directly.

    ## What happens
    `kernel(x)` runs the body as plain Python on the host: nothing is compiled, nothing runs on the device. It ends in
    an error inside the first `asc` call, or, where there is none on the way, in nothing at all.

    ## How to fix
    Launch it with the number of cores in brackets: `kernel[8](x)`, or `kernel[8, stream](x)`.

    ## Limits
    Calls from other `@asc.jit` functions inline the callee and are fine. A name that may stand for several functions is
    left alone.

    ## Source
    `JITFunction` of pyasc 1.1.1.
    """

    code = "ASC702"
    name = "kernel-not-launched"
    severity = Severity.WARNING
    fixes = ("unsafe",)
    summary = Text("host code calls a kernel without [cores]", "主机代码调用 kernel 时缺少 [核数]")
    remedy = Text("give the number of cores: kernel[8](...)", "请给出核数：kernel[8](...)")
    messages = {
        "default": Text(
            "{name}() runs as plain Python on the host and launches nothing: write {name}[cores](...)",
            "{name}() 会在主机上作为普通 Python 执行，不会启动任何核函数：应写作 {name}[核数](...)",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch(x):
    kernel(x)  # expect: ASC702
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)


def launch(x):
    kernel[8](x)
"""

    def check_module(self, module: Module) -> Iterator[Finding]:
        for remark in module.remarks:
            if remark.kind == "bare-call":
                cores = _cores(module, remark.data["name"])
                fix = Proposal(_LAUNCH, (Cores(remark.span, cores),), {"cores": cores}, "unsafe")
                yield Finding(remark.span, remark.data, fix=fix)


def _cores(module: Module, name: str) -> int:
    """As many cores as other launches of the kernel in its file use, else one."""
    launches = [launch for kernel, *_ in module.kernels if kernel.name == name for launch in kernel.launches]
    return next((launch.cores for launch in launches if launch.cores), 1)
