"""ASC006 analysis-incomplete."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.framework import is_framework
from pyasc_lint.analysis.paths import illegal_paths
from pyasc_lint.analysis.trace.judge import trace
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Call
from pyasc_lint.ir.survey import survey
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_ELSEWHERE = frozenset({"unsatisfiable"})
"""Gaps that another rule reports: an `assume` comment that no value meets is ASC007."""


class AnalysisIncomplete(Rule):
    """Something in the kernel could not be followed, so silence about it proves nothing.

    ## What happens
    The analysis goes on, but it does not know what the reported place does. The message names the rules that this
    mutes. Wherever a number, a tensor or a buffer depends on it, findings that need it are left out.

    ## How to fix
    Write the helper as an `@asc.jit` function in a file of the project, so that it can be followed; keep lists and
    objects out of run-time loops; bound a number with `# pyasc-lint: assume ...`. Where that is not worth it, check the
    place by hand.

    ## Limits
    Reported in static-Tensor kernels, and where code that is not seen may make the kernel one.

    ## Source
    The tool's own analysis.
    """

    code = "ASC006"
    name = "analysis-incomplete"
    severity = Severity.INFO
    summary = Text("a part of the kernel could not be analysed", "kernel 的一部分无法分析")
    remedy = Text(
        "write it so that the analysis can follow, or check it by hand", "请改写成分析可以跟踪的形式，或人工检查此处"
    )
    messages = {
        "default": Text("this is not analysed: findings may be missing", "此处未被分析：可能遗漏问题"),
        "call": Text(
            "the call of {name}() cannot be followed: what it allocates, writes or waits for is not seen (ASC1xx, "
            "ASC5xx), and ASC203 and ASC204 are silent in this kernel",
            "无法跟踪对 {name}() 的调用：其中的内存分配、写入与同步均不可见（ASC1xx、ASC5xx），"
            "且本 kernel 不再检查 ASC203 与 ASC204",
        ),
        "inline": Text(
            "the C++ text of {name} is not read: what it allocates, writes or waits for is not seen (ASC1xx, ASC5xx), "
            "and ASC203 and ASC204 are silent in this kernel",
            "不解析 {name} 中的 C++ 代码：其中的内存分配、写入与同步均不可见（ASC1xx、ASC5xx），"
            "且本 kernel 不再检查 ASC203 与 ASC204",
        ),
        "recursion": Text(
            "'{name}' calls itself and is followed no further: rules about its effects are silent, ASC203 and ASC204 "
            "in the whole kernel",
            "'{name}' 递归调用自身，不再继续跟踪：与其效果有关的规则不再报告，整个 kernel 不再检查 ASC203 与 ASC204",
        ),
        "depth": Text(
            "the code nests too deeply to be followed: what lies deeper is not analysed, and ASC203 and ASC204 are "
            "silent in this kernel",
            "代码嵌套过深，无法继续跟踪：更深处未被分析，且本 kernel 不再检查 ASC203 与 ASC204",
        ),
        "size": Text(
            "the kernel has more than {limit} statements once loops are unrolled: nothing from here on is analysed, "
            "and ASC203 and ASC204 are silent in this kernel",
            "循环展开后 kernel 的语句超过 {limit} 条：此处之后未被分析，且本 kernel 不再检查 ASC203 与 ASC204",
        ),
        "unsized": Text(
            "{name}: the bytes it touches are not modelled, so no rule on bytes (ASC105 to 107, ASC112 to 115) or on "
            "synchronisation (ASC5xx) judges this call",
            "{name}：未对其访问的字节建模，因此字节类规则（ASC105 至 107、ASC112 至 115）与同步类规则（ASC5xx）"
            "不检查该调用",
        ),
        "unseen": Text(
            "{name} comes from code that no file of the run or its folder defines: its value is not known, and rules "
            "about what depends on it (ASC1xx, ASC4xx, ASC5xx) are silent",
            "{name} 的定义不在本次检查的文件及其目录中：其值未知，依赖它的规则（ASC1xx、ASC4xx、ASC5xx）不再报告",
        ),
        "paths": Text(
            "the documents do not tell which pipes move data on {name}: rules about the order and life time of data "
            "(ASC105, ASC112, ASC501 to 507, ASC604) are silent",
            "文档未说明 {name} 上各搬运通路所用的流水：与数据顺序和生命周期有关的规则（ASC105、ASC112、ASC501 至 507、"
            "ASC604）不再报告",
        ),
        "auto-sync": Text(
            "the documents do not tell what the compiler's auto-sync inserts on {name}: order within V and with the "
            "scalar unit is not judged (ASC501, ASC507)",
            "文档未说明编译器的自动同步在 {name} 上插入哪些同步：不检查 V 内部以及与标量单元之间的顺序"
            "（ASC501、ASC507）",
        ),
        "pipe": Text(
            "{name}: a run of the kernel does not tell which memories it moves data between, so no rule on "
            "synchronisation (ASC5xx) judges this call",
            "{name}：从 kernel 的运行中无法得知其在哪些存储之间搬运数据，因此同步类规则（ASC5xx）不检查该调用",
        ),
        "cross-core": Text(
            "{name}: ordering between cores is not modelled, so rules about synchronisation (ASC5xx) see each core "
            "alone",
            "{name}：尚未对核间同步建模，同步规则（ASC5xx）只单独分析每个核",
        ),
        "list": Text(
            "a list changes in a run-time loop: its elements are unknown from here on, and rules about what they hold "
            "(ASC1xx, ASC3xx to ASC5xx) are silent",
            "列表在运行时循环中被修改：此后其元素未知，与其内容有关的规则（ASC1xx、ASC3xx 至 ASC5xx）不再报告",
        ),
        "rebound": Text(
            "'{name}' becomes another kind of object in a run-time loop: it is unknown from here on, and rules about "
            "it (ASC1xx, ASC3xx to ASC5xx) are silent",
            "'{name}' 在运行时循环中变为另一种对象：此后其值未知，与它有关的规则（ASC1xx、ASC3xx 至 ASC5xx）不再报告",
        ),
        "attribute": Text(
            "the assignment to attribute '{name}' is not followed: rules about what reads it (ASC1xx, ASC3xx to "
            "ASC5xx) use the old value",
            "未跟踪对属性 '{name}' 的赋值：读取它的规则（ASC1xx、ASC3xx 至 ASC5xx）仍使用旧值",
        ),
    }
    bad = """
import asc
from operators import prepare


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    prepare(a)  # expect: ASC006
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def prepare(a: asc.LocalTensor):
    asc.duplicate(a, 1.0, 64)


@asc.jit
def kernel():
    asc.init_soc_state()
    a = asc.LocalTensor(asc.float32, asc.TPosition.VECIN, 0, 64)
    prepare(a)
    asc.muls(a, a, 2.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        if not facts.kernel.is_static and (facts.sees_all_code or _uses_framework(facts)):
            return
        for gap in facts.gaps:
            if gap.cause in _ELSEWHERE:
                continue
            data = {"name": gap.name, "limit": f"{gap.limit:,}"}
            message = gap.cause if gap.cause in self.messages else "default"
            yield Finding(gap.span, data, message, related=stack_notes(gap.stack), aspect=f"{gap.cause} {gap.name}")
        yield from _unordered(facts)


def _unordered(facts: KernelFacts) -> Iterator[Finding]:
    """What the runs of a kernel cannot judge."""
    shown = trace(facts)
    told = {gap.span for gap in facts.gaps}
    for fact in facts.calls:
        stmt = fact.stmt
        if stmt in shown.unplaced and stmt.span not in told and fact not in illegal_paths(facts):
            told.add(stmt.span)
            yield Finding(stmt.span, {"name": called(stmt)}, "pipe", related=stack_notes(stmt.stack), aspect="pipe")
    if shown.relied is not None:
        yield Finding(facts.kernel.span, {"name": facts.profile.name}, "auto-sync", aspect="auto-sync")


def _uses_framework(facts: KernelFacts) -> bool:
    return any(is_framework(call.api) for call in survey(facts.kernel).of(Call))
