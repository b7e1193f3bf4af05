"""ASC206 wrong-kernel-type."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.kernel_type import WrongKernelType, wrong_kernel_type
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Option, Proposal
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import called

_PLACE = Text("{call} needs {core}", "{call} 需要 {core}")
_CUBE = Text("the cube core", "Cube 核")
_VECTOR = Text("the vector core", "Vector 核")
_SCHEDULER = Text("a MIX kernel", "MIX 类型的 kernel")
_DEFAULT = Text("no kernel_type", "未指定 kernel_type")
_MAX_NOTES = 8
_COMPILE = Text("compile it as {wanted}", "按 {wanted} 编译")


class KernelTypeRule(Rule):
    """A kernel is compiled for one kind of core, but has instructions of the other.

    ## What happens
    On Atlas A2 and A3 the vector core has the UB and the cube core everything else. Without `kernel_type` pyasc
    compiles a kernel for the vector core (`AIV_ONLY`), unless it registers a `Matmul` object. Then `mmad`, `load_data`,
    `fixpipe` and copies into L1 are compiled for a core that does not have them, and flags between cores never fire,
    since the hardware does not schedule the cores together. Nothing warns; the kernel hangs, or its result is garbage.

    ## How to fix
    `from asc.runtime.config import KernelType`, then `@asc.jit(kernel_type=KernelType.AIC_ONLY)` for a cube kernel, or
    `KernelType.MIX_AIC_1_2` for one that uses both and tells them apart by `asc.ascend_is_aic()` and
    `asc.ascend_is_aiv()`.

    ## Limits
    Told once for a kernel, at its `def`. Allocations alone are no instructions. An operand in a memory that its
    instruction cannot reach on any core is ASC403. A kernel type that is not a member of `KernelType` is not judged.

    ## Source
    pyasc 1.1.1, `asc/runtime/compiler.py`; page CrossCoreSetFlag of Ascend C (asc-devkit).
    """

    code = "ASC206"
    name = "wrong-kernel-type"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a kernel is compiled for a core that lacks its instructions", "kernel 的编译目标核不支持其中的指令")
    remedy = Text(
        "give @asc.jit the kernel_type that the instructions need", "在 @asc.jit 中指定指令所需的 kernel_type"
    )
    messages = {
        "cube": Text(
            "'{kernel}' is compiled as {compiled} ({why}), but needs the cube core for {ops}: "
            "@asc.jit(kernel_type=KernelType.{wanted})",
            "'{kernel}' 按 {compiled} 编译（{why}），但 {ops} 需要 Cube 核：@asc.jit(kernel_type=KernelType.{wanted})",
        ),
        "vector": Text(
            "'{kernel}' is compiled as {compiled}, but needs the vector core for {ops}: "
            "@asc.jit(kernel_type=KernelType.{wanted})",
            "'{kernel}' 按 {compiled} 编译，但 {ops} 需要 Vector 核：@asc.jit(kernel_type=KernelType.{wanted})",
        ),
        "cross-core": Text(
            "'{kernel}' is compiled as {compiled} ({why}), where {ops} never take effect: "
            "@asc.jit(kernel_type=KernelType.{wanted})",
            "'{kernel}' 按 {compiled} 编译（{why}），其中 {ops} 永远不会生效："
            "@asc.jit(kernel_type=KernelType.{wanted})",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):  # expect: ASC206
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    a = asc.LocalTensor(asc.float16, asc.TPosition.A1, 0, 256)
    asc.data_copy(a, x_gm, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc
from asc.runtime.config import KernelType


@asc.jit(kernel_type=KernelType.AIC_ONLY)
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 256)
    a = asc.LocalTensor(asc.float16, asc.TPosition.A1, 0, 256)
    asc.data_copy(a, x_gm, 256)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        wrong = wrong_kernel_type(facts)
        if wrong is None:
            return
        names = dict.fromkeys(called(call) for call in wrong.calls)
        data = {
            "kernel": facts.kernel.name,
            "compiled": wrong.kind,
            "why": _DEFAULT if facts.kernel.options.kernel_type is None else f"kernel_type={wrong.kind}",
            "ops": ", ".join(names),
            "wanted": _wanted(wrong),
        }
        message = "cross-core" if wrong.cross_core else "cube" if wrong.compiled == "AIV_ONLY" else "vector"
        core = _SCHEDULER if wrong.cross_core else _CUBE if wrong.compiled == "AIV_ONLY" else _VECTOR
        notes = [Note(call.span, _PLACE, {"call": called(call), "core": core}) for call in wrong.calls]
        change = Option(facts.kernel.span, "kernel_type", "asc.runtime.config", "KernelType", _wanted(wrong))
        fix = Proposal(_COMPILE, (change,), {"wanted": _wanted(wrong)})
        yield Finding(facts.kernel.span, data, message, related=tuple(notes[:_MAX_NOTES]), fix=fix)


def _wanted(wrong: WrongKernelType) -> str:
    """The kernel type that has all cores the kernel needs."""
    if wrong.mixed:
        return "MIX_AIC_1_2"
    return "AIC_ONLY" if wrong.compiled == "AIV_ONLY" else "AIV_ONLY"
