"""How rules write numbers, tensors and places in messages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyasc_lint.analysis.capacity import Fit, largest_safe
from pyasc_lint.analysis.facts import Buffer, KernelFacts, size_name
from pyasc_lint.analysis.values import Poly, Symbol, operands
from pyasc_lint.ir.nodes import Alloc, Call, Const, Ref
from pyasc_lint.ir.spans import Stack
from pyasc_lint.rules._rule import Note, Text

EARLIER = Text(
    "'{name}' takes bytes {start} to {end} of {hardware}", "'{name}' 占用 {hardware} 的字节 {start} 到 {end}"
)
CALLED = Text("called from here, through '{function}'", "由此处经 '{function}' 调用")
IN_RUN = Text(" (with {run})", "（当 {run} 时）")
FITS = Text("; largest tile that fits: {largest}", "；可容纳的最大 tile：{largest}")
ALL_FIT = Text(
    "; largest tile that fits: {largest}, or {together} for each of the {alike} of this size",
    "；可容纳的最大 tile：{largest}；若 {alike} 个同样大小的 tile 一起减小，则各为 {together}",
)
SAFE = Text("; largest safe {symbol}: {safest}", "；{symbol} 的最大安全值：{safest}")
LOOP = Text("the loop", "该循环")
_SOME_RUN = Text("some input", "某些输入")

_MAX_RELATED = 8


def amount(value: Poly) -> str:
    """A byte or element number: with thousands separators where constant, else as an expression."""
    return f"{value.const:,}" if value.const is not None else str(value)


def at(value: Poly, run: Mapping[Symbol, int]) -> str:
    """The number that a value is in a run; as `amount` where the run does not tell."""
    try:
        return f"{value.evaluate(run):,}"
    except (KeyError, ArithmeticError, ValueError):
        return amount(value)


def run_of(facts: KernelFacts, run: Mapping[Symbol, int], value: Poly) -> Text:
    """What makes a value what it is in a run: `n = 24584, i = 3`."""
    english, chinese = [], []
    unnamed = {symbol for symbol in operands(value) if symbol.kind == "opaque"}
    for symbol in sorted((run.keys() & value.free_symbols()) - unnamed, key=lambda symbol: symbol.index):
        test = facts.choices.get(symbol)
        if test is not None:
            holds = run[symbol] == 1
            english.append(f"the condition in line {test.line} {'true' if holds else 'false'}")
            chinese.append(f"第 {test.line} 行的条件{'成立' if holds else '不成立'}")
        elif symbol.name != "?":
            english.append(f"{symbol.name} = {run[symbol]}")
            chinese.append(english[-1])
    return Text(", ".join(english), "、".join(chinese)) if english else _SOME_RUN


def made_by(buffer: Buffer) -> str:
    """The call that makes a tensor, as the source has it: `ub.alloc(VECOUT, float32, 16392)`."""
    position, dtype, count = buffer.position or "?", size_name(buffer.element), _count_text(buffer)
    if isinstance(buffer.stmt, Alloc):
        allocator = buffer.stmt.allocator
        name = allocator.var.name if isinstance(allocator, Ref) and allocator.var.name else "allocator"
        return f"{name}.alloc({position}, {dtype}, {count})"
    return f"LocalTensor({dtype}, {position}, {buffer.address}, {count})"


def _count_text(buffer: Buffer) -> str:
    """The number of elements as the source names it, or its value."""
    match buffer.stmt.count:
        case Ref(var=var) if var.name and buffer.count.const is None:
            return var.name
        case Const(value=float() as value):
            return str(value)
    return str(buffer.count)


def buffer_name(buffer: Buffer) -> str:
    return buffer.name or made_by(buffer)


def place(facts: KernelFacts, buffer: Buffer) -> Mapping[str, object]:
    """The fields that most messages about a tensor need."""
    return {
        "call": made_by(buffer),
        "name": buffer_name(buffer),
        "hardware": buffer.hardware or "?",
        "target": facts.profile.name,
        "start": amount(buffer.address),
        "end": amount(buffer.end),
        "bytes": amount(buffer.size),
        "count": amount(buffer.count),
        "dtype": size_name(buffer.element),
    }


def past_end(facts: KernelFacts, fit: Fit) -> dict[str, object]:
    """The fields of messages about a tensor that passes an end of its memory, in the run that the verdict names.

    `in_run` and `fits` are phrases, empty where there is nothing to say.
    """
    buffer, run = fit.buffer, fit.verdict.witness
    tile, alike = fit.largest_count, len(fit.alike)
    together = fit.largest_shared if alike > 1 else None
    return {
        **place(facts, buffer),
        "start": at(buffer.address, run),
        "end": at(buffer.end, run),
        "bytes": at(buffer.size, run),
        "limit": f"{fit.end:,}",
        "excess": at(buffer.end - fit.end, run),
        "run": run_of(facts, run, buffer.end),
        "in_run": IN_RUN if run else "",
        "fits": "" if not tile else FITS if together is None else ALL_FIT,
        "largest": f"{tile:,}" if tile else "",
        "together": f"{together:,}" if together else "",
        "alike": alike,
    }


def safe_value(fits: Sequence[Fit], fit: Fit) -> dict[str, object]:
    """The fields of the phrase `safe`: the largest value of an input with which the tensors of `fits` fit, and the
    assumption that it is kept to."""
    inputs = sorted(fit.buffer.end.free_symbols(), key=lambda symbol: symbol.index)
    bounds = ((symbol, largest_safe(fit, fits, symbol)) for symbol in inputs if symbol.kind == "param")
    for symbol, safest in bounds:
        if safest is not None:
            assumption = f"{symbol.name} <= {safest}"
            return {"safe": SAFE, "symbol": symbol.name, "safest": f"{safest:,}", "assumption": assumption}
    return {"safe": ""}


def earlier_notes(buffers: Sequence[Buffer]) -> tuple[Note, ...]:
    """The tensors that already take space, latest last."""
    return tuple(
        Note(
            buffer.span,
            EARLIER,
            {
                "name": buffer_name(buffer),
                "start": amount(buffer.address),
                "end": amount(buffer.end),
                "hardware": buffer.hardware or "?",
            },
        )
        for buffer in buffers[-_MAX_RELATED:]
    )


def call_notes(buffer: Buffer) -> tuple[Note, ...]:
    """The helper calls through which a tensor is made."""
    return stack_notes(buffer.stack)


def stack_notes(stack: Stack) -> tuple[Note, ...]:
    """The helper calls around a statement, innermost first."""
    return tuple(Note(site.span, CALLED, {"function": site.function}, call=True) for site in reversed(stack))


def called(call: Call) -> str:
    """What a call calls, as the source has it: `asc.data_copy`, `asc.TQue.enque`."""
    return f"asc.{call.api}"
