"""ASC111 invalid-tile-size."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis import values as v
from pyasc_lint.analysis.facts import Buffer, KernelFacts
from pyasc_lint.analysis.verdict import Certainty, broken
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Const, Ref
from pyasc_lint.ir.types import DType
from pyasc_lint.rules._fix import Integral, Proposal
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import IN_RUN, at, call_notes, place, run_of

_INTEGER = Text("make it an integer", "改为整数")


class InvalidTileSize(Rule):
    """The size of an allocation is zero, negative or not an integer.

    ## What happens
    pyasc passes any number on. A size of zero gives a tensor that shares its address with the next one, a negative size
    moves the cursor back over tensors that are still in use, and of a float pyasc 1.1.1 drops the fraction without a
    word: `1000 / 3` allocates 333 elements.

    ## How to fix
    Pass a positive integer. In Python `/` always gives a float: divide with `//`, or with `asc.ceildiv` where the last,
    incomplete tile counts.

    ## Limits
    A run-time value is reported where the known bounds allow zero or less; one that nothing bounds from below is not.
    A constructed `LocalTensor` may have size 0, pyasc's default for it.

    ## Source
    pyasc 1.1.1, `LocalMemAllocator.alloc`; Ascend C `LocalMemAllocator::Alloc` (asc-devkit).
    """

    code = "ASC111"
    name = "invalid-tile-size"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a tile size is zero, negative or not an integer", "tile 大小为零、负数或非整数")
    remedy = Text("pass a positive integer; divide with //", "传入正整数；除法请使用 //")
    messages = {
        "default": Text(
            "{call}: a tile of {count} elements{in_run}; it must be positive",
            "{call}：tile 有 {count} 个元素{in_run}，但必须为正数",
        ),
        "possible": Text(
            "{call}: the tile may have {count} elements, with {run}; it must be positive",
            "{call}：当 {run} 时 tile 有 {count} 个元素，但必须为正数",
        ),
        "float": Text(
            "{call}: the tile size {value} is a float, not an integer; pyasc drops its fraction",
            "{call}：tile 大小 {value} 是浮点数而不是整数，pyasc 会丢弃其小数部分",
        ),
        "float-variable": Text(
            "{call}: the tile size {value} is a run-time {dtype}, not an integer",
            "{call}：tile 大小 {value} 是运行时的 {dtype}，不是整数",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 2048 / 2)  # expect: ASC111
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 2048 // 2)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for buffer in facts.buffers:
            if buffer.is_alloc:
                yield from _findings(facts, buffer)


def _findings(facts: KernelFacts, buffer: Buffer) -> Iterator[Finding]:
    data, related, count = dict(place(facts, buffer)), call_notes(buffer), buffer.stmt.count
    if isinstance(count, Const) and isinstance(count.value, float):
        span = buffer.stmt.spans.get("tile_size")
        fix = Proposal(_INTEGER, (Integral(span),)) if span is not None else None
        yield Finding(buffer.span, {**data, "value": count.value}, "float", related=related, fix=fix)
        return
    if isinstance(count, Ref) and isinstance(count.type, DType) and count.type.kind == "float":
        data |= {"value": count.var.name, "dtype": count.type.name}
        yield Finding(buffer.span, data, "float-variable", related=related)
        return
    verdict = broken(buffer.facts, v.le(buffer.count, 0), buffer.count, "below")
    run = verdict.witness
    data |= {"count": at(buffer.count, run), "run": run_of(facts, run, buffer.count), "in_run": IN_RUN if run else ""}
    if verdict.certainty is Certainty.CERTAIN:
        yield Finding(buffer.span, data, related=related)
    elif verdict.certainty is Certainty.POSSIBLE:
        yield Finding(buffer.span, data, "possible", Severity.WARNING, related)
