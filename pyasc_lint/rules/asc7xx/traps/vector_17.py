"""One mask list in `select` calls of different blocks."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Block, Call, Const, Expr, Inlined, Sequence, Var, sub_blocks
from pyasc_lint.ir.spans import Span
from pyasc_lint.rules._rule import Finding, Text
from pyasc_lint.rules.asc7xx.traps._calls import is_run_time_block, notes, trace_time_variables
from pyasc_lint.rules.asc7xx.traps._trap import SINCE_1_1, Trap

_Mask = tuple[int, ...]


def _find(facts: KernelFacts) -> Iterator[Finding]:
    return _in_block(facts.kernel.body, {}, {}, trace_time_variables(facts))


def _in_block(
    block: Block, here: dict[_Mask, Span], gone: dict[_Mask, Span], trace_time: Collection[Var]
) -> Iterator[Finding]:
    """`here` are the masks that a call made in this block or one around it, `gone` those of blocks that have ended."""
    for stmt in block:
        if isinstance(stmt, Call) and stmt.api == "select":
            mask = _mask(stmt.args.get("mask"))
            if mask is not None and mask in gone:
                yield Finding(stmt.span, {"mask": list(mask), "line": gone[mask].line}, related=notes(stmt))
            elif mask is not None:
                here.setdefault(mask, stmt.span)
        for nested in sub_blocks(stmt):
            if is_run_time_block(stmt, trace_time) or isinstance(stmt, Inlined):
                inner = dict(here)
                yield from _in_block(nested, inner, gone, trace_time)
                gone.update((mask, span) for mask, span in inner.items() if mask not in here)
            else:
                yield from _in_block(nested, here, gone, trace_time)


def _mask(expr: Expr | None) -> _Mask | None:
    """The numbers of a constant mask list."""
    if not isinstance(expr, Sequence):
        return None
    values = [item.value for item in expr.items if isinstance(item, Const) and isinstance(item.value, int)]
    return tuple(map(int, values)) if len(values) == len(expr.items) else None


TRAP = Trap(
    id="vector-17",
    severity=Severity.WARNING,
    message=Text(
        "pyasc makes the mask {mask} once, in the branch or loop of the call in line {line}, and fails where it uses "
        "it outside: use an int mask, or call select with this list before that block",
        "pyasc 只在第 {line} 行调用所在的分支或循环内创建掩码 {mask}，在块外使用会失败：请使用 int "
        "掩码，或在该块之前先用此列表调用 select",
    ),
    bad="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    values = asc.TBuf(asc.TPosition.VECCALC)
    masks = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(values, 256)
    pipe.init_buffer(masks, 32)
    a = values.get(asc.float32)
    mask = masks.get(asc.uint8)
    mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
    params = asc.BinaryRepeatParams()
    if n > 3:
        asc.select(a, mask, a, a, mode, [255, 0], 1, params)
    asc.select(a, mask, a, a, mode, [255, 0], 1, params)  # expect: ASC701
""",
    good="""
import asc


@asc.jit
def kernel(x: asc.GlobalAddress, n: int):
    pipe = asc.TPipe()
    values = asc.TBuf(asc.TPosition.VECCALC)
    masks = asc.TBuf(asc.TPosition.VECCALC)
    pipe.init_buffer(values, 256)
    pipe.init_buffer(masks, 32)
    a = values.get(asc.float32)
    mask = masks.get(asc.uint8)
    mode = asc.SelMode.VSEL_TENSOR_TENSOR_MODE
    params = asc.BinaryRepeatParams()
    if n > 3:
        asc.select(a, mask, a, a, mode, 8, 1, params)
    asc.select(a, mask, a, a, mode, 8, 1, params)
""",
    find=_find,
    releases=SINCE_1_1,
)
