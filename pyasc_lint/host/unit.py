"""The C++ text that is compiled for the CPU: what was emitted, with the lines of Python, and an entry point."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.host.emitted import Emitted

ENTRY = "host_run"
"""The function of the library that runs the kernel."""


def unit(emitted: Emitted) -> str:
    """The emitted text as it is, under #line directives, and the function that launches it."""
    lines = list(_located(emitted))
    calls = []
    for number, (kind, _) in enumerate(arguments(emitted)):
        operand = f"argument[{number}]"
        calls.append(f"ascend_host::ArrayOf({operand})" if kind == "GM_ADDR" else f"ascend_host::NumberOf<{kind}>({operand})")
    lines += [
        '#line 1 "launch"',
        f'extern "C" int {ENTRY}(const HostJob* job)',
        "{",
        "    return ascend_host::Launch(*job, [](const HostArgument* argument) {",
        f"        {emitted.function}({', '.join(calls)});",
        "    });",
        "}",
    ]
    return "\n".join([*lines, ""])


def arguments(emitted: Emitted) -> list[tuple[str, str]]:
    """C++ type and name of every parameter that the C++ function has."""
    return [(each["c_type"], each["name"]) for each in emitted.parameters if each["kind"] != "constant"]


def _located(emitted: Emitted) -> Iterator[str]:
    """The lines, each under the place that it comes from."""
    for line, origin in zip(emitted.text.splitlines(), emitted.origins, strict=True):
        if origin is not None and line.strip():
            yield f'#line {origin.line} "{_quoted(origin.path)}"'
        yield line


def _quoted(path: str) -> str:
    return path.replace("\\", "\\\\").replace('"', '\\"')
