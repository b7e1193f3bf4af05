"""The manifest of an emitted kernel, for tools that build, launch or check it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from pyasc_lint.analysis.rows import BufferRow, MemoryMap
from pyasc_lint.codegen.host import Parameter, launcher_name
from pyasc_lint.codegen.kernel import KernelWriter
from pyasc_lint.ir.nodes import Assume, Call, Const, Enum, Kernel, Launch, Param, walk
from pyasc_lint.ir.types import AddressType, DType, StructType
from pyasc_lint.profiles import Profile

VERSION = 1


def manifest(writer: KernelWriter, profile: Profile, memory: Sequence[MemoryMap], files: Sequence[str]) -> str:
    """JSON. Sizes and addresses are bytes; `files` are the names of those of the project."""
    kernel = writer.kernel
    data = {
        "version": VERSION,
        "generator": "pyasc-lint",
        "kernel": kernel.name,
        "function": writer.function,
        "launcher": launcher_name(writer.function),
        "source": {"file": PurePath(kernel.path).name, "line": kernel.span.line},
        "target": {"name": profile.name, "arch": profile.arch, "npu_arch": profile.compiler.npu_arch},
        "kernel_type": writer.frame.kernel_type,
        "auto_sync": kernel.options.auto_sync,
        "parameters": _parameters(kernel.params, writer.parameters, kernel.launch),
        "assumptions": _assumptions(kernel),
        "memory": [_memory(each) for each in memory],
        "events": _events(kernel),
        "files": list(files),
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _parameters(params: Sequence[Param], passed: Sequence[Parameter], launch: Launch | None) -> list[dict[str, Any]]:
    types = {param.var: kind for param, kind, _ in passed}
    return [_parameter(param, types.get(param.var), launch) for param in params]


def _parameter(param: Param, c_type: str | None, launch: Launch | None) -> dict[str, Any]:
    kind = param.var.type
    found: dict[str, Any] = {"name": param.var.name}
    if c_type is None:
        value = launch.values.get(param.var.name) if launch is not None else None
        return found | {"kind": "constant", "value": value.name if isinstance(value, DType) else value}
    if isinstance(kind, StructType):
        return found | {"kind": "struct", "c_type": c_type, "fields": _fields(kind)}
    element = kind.element if isinstance(kind, AddressType) else kind
    dtype = element.name if isinstance(element, DType) else None
    return found | {"kind": "array" if isinstance(kind, AddressType) else "scalar", "dtype": dtype, "c_type": c_type}


def _fields(struct: StructType) -> list[dict[str, Any]]:
    return [
        {"name": name, **({"fields": _fields(kind)} if isinstance(kind, StructType) else {"dtype": str(kind)})}
        for name, kind in struct.fields
    ]


def _assumptions(kernel: Kernel) -> list[str]:
    texts = (stmt.text for stmt in walk(kernel.body) if isinstance(stmt, Assume) and stmt.source == "comment")
    return list(dict.fromkeys(texts))


def _memory(each: MemoryMap) -> dict[str, Any]:
    return {
        "memory": each.hardware,
        "core": each.core,
        "start": each.start,
        "end": each.end,
        "tensors": [_tensor(row) for row in each.buffers],
    }


def _tensor(row: BufferRow) -> dict[str, Any]:
    """A number that only a run knows is given as an expression."""
    return {
        "name": row.name,
        "position": row.position,
        "dtype": row.dtype,
        "address": row.start if row.start is not None else row.address,
        "bytes": row.bytes if row.bytes is not None else row.size_text,
        "line": row.span.line,
    }


def _events(kernel: Kernel) -> list[dict[str, Any]]:
    """The events that the kernel sets or waits for: their constant ids, and whether there are computed ones."""
    found: dict[str, tuple[set[int], bool]] = {}
    for stmt in walk(kernel.body):
        if not isinstance(stmt, Call) or stmt.api not in ("set_flag", "wait_flag"):
            continue
        event, number = stmt.args.get("event"), stmt.args.get("event_id", Const(0))
        if isinstance(event, Enum):
            ids, computed = found.get(event.member, (set(), False))
            constant = number.value if isinstance(number, Const) and isinstance(number.value, int) else None
            known = {constant} if constant is not None else set()
            found[event.member] = (ids | known, computed or constant is None)
    return [{"event": name, "ids": sorted(found[name][0]), "computed": found[name][1]} for name in sorted(found)]
