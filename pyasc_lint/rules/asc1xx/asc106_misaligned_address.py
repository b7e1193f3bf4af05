"""ASC106 misaligned-address."""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from pyasc_lint.analysis.alignment import Misalignment, misalignments
from pyasc_lint.analysis.bounds import OddStart, odd_starts
from pyasc_lint.analysis.facts import Buffer, KernelFacts
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Proposal, RoundUp
from pyasc_lint.rules._rule import Finding, Note, Rule, Text
from pyasc_lint.rules._wording import CALLED, IN_RUN, amount, at, buffer_name, call_notes, place, run_of

_CAUSE = Text(
    "'{cause}' takes {bytes} bytes and shifts what follows{advice}",
    "'{cause}' 占用 {bytes} 字节，使其后的张量偏移{advice}",
)
_USED = Text("{call} uses it here", "{call} 在此处使用它")
_ROUND_UP = Text("; {count} elements would not", "；改为 {count} 个元素即可对齐")
_MULTIPLE = Text("; a multiple of {step} elements would not", "；元素个数取 {step} 的倍数即可对齐")
_ROUND_TILE = Text(
    "round the tile of '{cause}' up to a multiple of {step} elements", "把 '{cause}' 的 tile 取整到 {step} 个元素的倍数"
)
_ROUND_ADDRESS = Text("round the address up to a multiple of {alignment} bytes", "把地址取整到 {alignment} 字节的倍数")


class MisalignedAddress(Rule):
    """A tensor starts at an address that its memory cannot be used from.

    ## What happens
    Instructions address on-chip memory in blocks: 32 bytes in UB and L1, 512 in L0A and L0B, 64 in L0C and BIAS, 128 in
    FIXBUF. A start in between stops the core with an alignment error, or the instruction works on the block around
    it and destroys its neighbours. `LocalMemAllocator` does not round: one tile of 65 `float32` (260 bytes) shifts
    every tensor behind it by 4 bytes.

    ## How to fix
    Round the tile in front of it up to whole blocks (the related note names a count), or choose an address that is
    a multiple of the alignment. For a run-time length say what callers keep to: `# pyasc-lint: assume n % 8 == 0`.

    ## Limits
    Of all tensors behind one odd tile only the first one that is used is reported. Inputs without bounds or a
    congruence are not judged. Of the stricter rules of single instructions only that of a destination of `mmad` (1024
    bytes in L0C) is part of this check.

    ## Source
    Alignment tables of the chip documents (chip profiles). Constructor: Ascend C `LocalTensor` (asc-devkit).
    """

    code = "ASC106"
    name = "misaligned-address"
    severity = Severity.ERROR
    fixes = ("safe",)
    summary = Text("a start address breaks the alignment of its memory", "起始地址不满足所在存储的对齐要求")
    remedy = Text("round the tile before it, or the address, to whole blocks", "将其前面的 tile 或该地址取整到整块")
    messages = {
        "default": Text(
            "'{name}' starts at byte {start} of {hardware}{in_run}, which is no multiple of {alignment}",
            "'{name}' 起始于 {hardware} 的字节地址 {start}{in_run}，不是 {alignment} 的倍数",
        ),
        "possible": Text(
            "'{name}' may start at byte {start} of {hardware}{in_run}, which is no multiple of {alignment}",
            "'{name}' 可能起始于 {hardware} 的字节地址 {start}{in_run}，不是 {alignment} 的倍数",
        ),
        "operand": Text(
            "{call}: '{param}' starts inside '{name}' at byte {start} of {hardware}{in_run}, which is no multiple of "
            "{alignment}",
            "{call}：'{param}' 位于 '{name}' 之内，起始于 {hardware} 的字节地址 {start}{in_run}，不是 "
            "{alignment} 的倍数",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 100)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)  # expect: ASC106
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 104)
    b = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.duplicate(b, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for found in misalignments(facts):
            yield _finding(facts, found)
        for start in odd_starts(facts):
            yield _operand_finding(facts, start)


def _finding(facts: KernelFacts, found: Misalignment) -> Finding:
    buffer, run = found.buffer, found.verdict.witness
    data = {
        **place(facts, buffer),
        "start": at(buffer.address, run),
        "alignment": f"{found.alignment:,}",
        "run": run_of(facts, run, buffer.address),
        "in_run": IN_RUN if run else "",
    }
    related = (*_cause_notes(found.cause, found.alignment), *call_notes(buffer))
    if found.verdict.certainty is Certainty.CERTAIN:
        return Finding(buffer.span, data, related=related, fix=_fix(found))
    return Finding(buffer.span, data, "possible", Severity.WARNING, related, _fix(found))


def _fix(found: Misalignment) -> Proposal | None:
    """Rounds up the tile before it, or the address of a tensor that has one of its own."""
    cause, stmt = found.cause, found.buffer.stmt
    if cause is None:
        span = stmt.spans.get("addr")
        change = None if span is None else RoundUp(span, found.alignment)
        return None if change is None else Proposal(_ROUND_ADDRESS, (change,), {"alignment": found.alignment})
    size, span = cause.element_size.const, cause.stmt.spans.get("tile_size")
    if size is None or span is None:
        return None
    step = found.alignment // gcd(found.alignment, size)
    return Proposal(_ROUND_TILE, (RoundUp(span, step),), {"cause": buffer_name(cause), "step": step})


def _operand_finding(facts: KernelFacts, found: OddStart) -> Finding:
    run, stmt = found.verdict.witness, found.instruction.call.stmt
    data = {
        "call": stmt.api,
        "param": found.access.param,
        "name": buffer_name(found.region.buffer),
        "hardware": found.region.buffer.hardware or "?",
        "start": at(found.address, run),
        "alignment": f"{found.alignment:,}",
        "run": run_of(facts, run, found.address),
        "in_run": IN_RUN if run else "",
    }
    calls = tuple(Note(site.span, CALLED, {"function": site.function}) for site in reversed(stmt.stack))
    used = found.view is not None and (found.view.path, found.view.line) != (stmt.span.path, stmt.span.line)
    related = (Note(stmt.span, _USED, {"call": stmt.api}), *calls) if used else calls
    severity = None if found.verdict.certainty is Certainty.CERTAIN else Severity.WARNING
    if found.view is not None:
        return Finding(found.view, data, "operand", severity, related)
    return Finding(stmt.span, data, "operand", severity, related, aspect=found.access.param)


def _cause_notes(cause: Buffer | None, alignment: int) -> tuple[Note, ...]:
    if cause is None:
        return ()
    data: dict[str, object] = {"cause": buffer_name(cause), "bytes": amount(cause.size), "advice": ""}
    size = cause.element_size.const
    if size is not None:
        step = alignment // gcd(alignment, size)
        if cause.count.const is not None:
            data |= {"advice": _ROUND_UP, "count": f"{-(-cause.count.const // step) * step:,}"}
        else:
            data |= {"advice": _MULTIPLE, "step": step}
    return (Note(cause.span, _CAUSE, data),)
