"""The host side of a kernel: a C function that launches it on a stream."""

from __future__ import annotations

from collections.abc import Sequence

from pyasc_lint.codegen.layout import INDENT, wrapped
from pyasc_lint.codegen.names import Names
from pyasc_lint.ir.nodes import Param
from pyasc_lint.ir.types import AddressType

Parameter = tuple[Param, str, str]
"""A parameter of a kernel, its C++ type and its name there."""


def launcher_name(kernel: str) -> str:
    """The C function that host code calls."""
    return f"launch_{kernel}"


def _signature(kernel: str, params: Sequence[Parameter]) -> tuple[str, str]:
    """The declaration of the launcher, and the launch."""
    names = Names()
    named = [(param, kind, names.fresh(name)) for param, kind, name in params]
    cores, stream = names.fresh("cores"), names.fresh("stream")
    declared, passed = [f"uint32_t {cores}", f"void* {stream}"], []
    for param, kind, name in named:
        address = isinstance(param.var.type, AddressType)
        declared.append(f"{'void*' if address else kind} {name}")
        passed.append(f"static_cast<uint8_t*>({name})" if address else name)
    head = f'extern "C" void {launcher_name(kernel)}({", ".join(declared)})'
    return head, f"{kernel}<<<{cores}, nullptr, {stream}>>>({', '.join(passed)});"


def header(kernel: str, params: Sequence[Parameter], structs: Sequence[str]) -> str:
    """What host code includes. `structs` are the definitions of those among the parameters."""
    declaration, _ = _signature(kernel, params)
    lines = [
        "#pragma once", "", "#include <cstdint>", "", *structs,
        f"// Queues {kernel} on a stream (an aclrtStream); the arrays are device addresses. Does not wait for it.",
        *wrapped(f"{declaration};", ""), "",
    ]  # fmt: skip
    return "\n".join(lines)


def launcher(kernel: str, params: Sequence[Parameter]) -> str:
    """The definition of the launcher."""
    declaration, launch = _signature(kernel, params)
    return "\n".join([*wrapped(declaration, ""), "{", *wrapped(launch, INDENT), "}", ""])
