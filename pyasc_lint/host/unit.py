"""The C++ text that is compiled for the CPU: what was emitted, and entry points."""

from __future__ import annotations

from pyasc_lint.host.emitted import Emitted, Launchable

_HEADER = '#include "kernel_operator.h"\n'


def entry(kernel: Launchable) -> str:
    """The function of the library that runs a kernel."""
    return f"host_run_{kernel.function}"


def unit(emitted: Emitted) -> str:
    """The emitted text as it is, and the functions that launch its kernels.

    A kernel may be named like a function of C (`fma`, `index`), which no device has: here it goes by another name.
    """
    text = emitted.text
    for kernel in emitted.kernels:
        if kernel.function[0].islower():
            text = text.replace(_HEADER, f"{_HEADER}#define {kernel.function} host_kernel_{kernel.function}\n", 1)
    lines = [text, '#line 1 "launch"']
    for kernel in emitted.kernels:
        operands = ", ".join(_operand(kind, number) for number, (kind, _) in enumerate(kernel.arguments))
        lines += [
            f'extern "C" int {entry(kernel)}(const HostJob* job)',
            "{",
            "    return ascend_host::Launch(*job, [](const HostArgument* argument) {",
            f"        {kernel.function}({operands});",
            "    });",
            "}",
        ]
    return "\n".join([*lines, ""])


def _operand(kind: str, number: int) -> str:
    argument = f"argument[{number}]"
    return f"ascend_host::ArrayOf({argument})" if kind == "GM_ADDR" else f"ascend_host::ValueOf<{kind}>({argument})"
