"""The slice form of `data_copy` twice with one tensor."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call, Expr, Ref, View
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import blocks, notes, value_key
from pyasc_lint.rules.asc7xx.traps._trap import Trap


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for block in blocks(facts):
        declared: set[Hashable] = set()
        for stmt in block:
            if isinstance(stmt, Call) and stmt.api == "data_copy" and "slice_list1" in stmt.args:
                tensors = [stmt.args[name] for name in ("dst", "src") if name in stmt.args]
                again = next((tensor for tensor in tensors if value_key(tensor) in declared), None)
                if again is not None:
                    yield Finding(stmt.span, {"name": _name(again)}, related=notes(stmt))
                declared.update(map(value_key, tensors))


def _name(tensor: Expr) -> str:
    while isinstance(tensor, View):
        tensor = tensor.base
    return tensor.var.name if isinstance(tensor, Ref) and tensor.var.name else "?"


TRAP = Trap(
    id="data_copy-14",
    severity=Severity.ERROR,
    message=Text(
        "pyasc declares the slice list of '{name}' a second time in this block, which does not compile: use "
        "DataCopyParams, or put the copies into a loop",
        "pyasc 会在同一代码块中第二次声明 '{name}' 的切片数组，无法通过 C++ 编译：请使用 "
        "DataCopyParams，或把拷贝放进循环",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 15, 0, 2, 16)
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.data_copy(b, x_gm, [row], [row], 1)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 1024)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    b = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    row = asc.SliceInfo(0, 15, 0, 2, 16)
    asc.data_copy(a, x_gm, [row], [row], 1)
    asc.data_copy(b, x_gm, asc.DataCopyParams(1, 2, 0, 0))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
