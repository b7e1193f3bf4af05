"""The host side of a kernel: a C function that launches it on a stream."""

from __future__ import annotations

from pyasc_lint.codegen.errors import CannotEmit
from pyasc_lint.codegen.layout import INDENT, wrapped
from pyasc_lint.codegen.names import Names
from pyasc_lint.ir.nodes import Param
from pyasc_lint.ir.types import DTYPES, AddressType


def launcher_name(kernel: str) -> str:
    """The C function that host code calls."""
    return f"launch_{kernel}"


def _signature(kernel: str, params: list[tuple[Param, str, str]]) -> tuple[str, str]:
    """The declaration of the launcher, and the launch. `params` holds C++ types and names as the kernel has them."""
    names = Names()
    named = [(param, kind, names.fresh(name)) for param, kind, name in params]
    cores, stream = names.fresh("cores"), names.fresh("stream")
    declared, passed = [f"uint32_t {cores}", f"void* {stream}"], []
    for param, kind, name in named:
        address = isinstance(param.var.type, AddressType)
        if param.var.type == DTYPES["float16"]:
            raise CannotEmit("emit-parameter", f"'{name}': the host has no half; make it a float32", param.span)
        declared.append(f"{'void*' if address else kind} {name}")
        passed.append(f"static_cast<uint8_t*>({name})" if address else name)
    head = f'extern "C" void {launcher_name(kernel)}({", ".join(declared)})'
    return head, f"{kernel}<<<{cores}, nullptr, {stream}>>>({', '.join(passed)});"


def header(kernel: str, params: list[tuple[Param, str, str]]) -> str:
    """What host code includes."""
    declaration, _ = _signature(kernel, params)
    lines = [
        "#pragma once", "", "#include <cstdint>", "",
        f"// Queues {kernel} on a stream (an aclrtStream); the arrays are device addresses. Does not wait for it.",
        *wrapped(f"{declaration};", ""), "",
    ]  # fmt: skip
    return "\n".join(lines)


def launcher(kernel: str, params: list[tuple[Param, str, str]]) -> str:
    """The file that CANN compiles: the kernel and its launcher, which must be seen together."""
    declaration, launch = _signature(kernel, params)
    lines = [
        f'#include "{kernel}.h"', f'#include "{kernel}_kernel.h"', '#include "acl/acl.h"', "",
        *wrapped(declaration, ""), "{", *wrapped(launch, INDENT), "}", "",
    ]  # fmt: skip
    return "\n".join(lines)
