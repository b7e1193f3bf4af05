"""`trans_data_to_5hd` twice with one list, or with lists that are not 16 long."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call, Sequence
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import blocks, notes, value_key
from pyasc_lint.rules.asc7xx.traps._trap import Trap

_LENGTH = 16
_AGAIN = (
    Text("names an array after the first tensor of each list, again here", "按列表首个张量命名数组，此处重复声明"),
    Text("start each list with another tensor, or call in a loop", "请让各列表首个张量不同，或在循环中调用"),
)
_SHORT = (
    Text(f"emits an array of a length other than {_LENGTH}", f"生成的数组长度不是 {_LENGTH}"),
    Text(f"give {_LENGTH} tensors in each list", f"每个列表请给出 {_LENGTH} 个张量"),
)


def _find(facts: KernelFacts) -> Iterator[Finding]:
    for block in blocks(facts):
        declared: set[Hashable] = set()
        for stmt in block:
            if isinstance(stmt, Call) and stmt.api == "trans_data_to_5hd":
                problem = _problem(stmt, declared)
                if problem is not None:
                    yield Finding(stmt.span, {"problem": problem[0], "remedy": problem[1]}, related=notes(stmt))


def _problem(call: Call, declared: set[Hashable]) -> tuple[Text, Text] | None:
    lists = [call.args.get(name) for name in ("dst_list", "src_list")]
    found = None
    for tensors in lists:
        if isinstance(tensors, Sequence) and tensors.items:
            if len(tensors.items) != _LENGTH:
                return _SHORT
            key = value_key(tensors.items[0])
            found = _AGAIN if key in declared else found
            declared.add(key)
    return found


TRAP = Trap(
    id="vector-22",
    severity=Severity.ERROR,
    message=Text(
        "pyasc {problem}, which does not compile: {remedy}",
        "pyasc {problem}，无法通过 C++ 编译：{remedy}",
    ),
    bad="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.half, 4096)
    b = ub.alloc(asc.TPosition.VECCALC, asc.half, 4096)
    asc.duplicate(a, 0.0, 4096)
    params = asc.TransDataTo5HDParams(False, False, 1, 0, 0)
    rows = []
    columns = []
    for i in asc.static_range(16):
        rows.append(a[i * 16:])
        columns.append(b[i * 16:])
    asc.trans_data_to_5hd(columns, rows, params)
    asc.trans_data_to_5hd(columns, rows, params)  # expect: ASC701
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    good="""
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.half, 4096)
    b = ub.alloc(asc.TPosition.VECCALC, asc.half, 4096)
    asc.duplicate(a, 0.0, 4096)
    params = asc.TransDataTo5HDParams(False, False, 1, 0, 0)
    rows = []
    columns = []
    for i in asc.static_range(16):
        rows.append(a[i * 16:])
        columns.append(b[i * 16:])
    for turn in range(2):
        asc.trans_data_to_5hd(columns, rows, params)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
""",
    find=_find,
)
