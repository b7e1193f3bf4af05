"""ASC102 possible-tile-overflow."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.assumptions import bounding, can_assume
from pyasc_lint.analysis.capacity import physical_fits, sized_by
from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.analysis.values import Symbol
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import call_notes, earlier_notes, past_end, place, safe_value


class PossibleTileOverflow(Rule):
    """A tensor passes the end of its on-chip memory for some value that the known bounds allow.

    ## What happens
    Nothing checks a run-time tile length: not pyasc, not the compiler, not `LocalMemAllocator`. The kernel works until
    somebody launches it with a larger value; then the core stops with "the ub address out of bounds", or an
    instruction overwrites what lies behind. The message names such a value and the largest safe one.

    An input that nothing bounds is told of once, as information, with the comment that would bound it.

    ## How to fix
    Check the value in the host code and tell the linter what it keeps to: `# pyasc-lint: assume 0 < n <= 8192` inside
    the kernel. A guard in the kernel counts as well: `if ub.get_cur_addr() + 4 * n <= 196608:`. Or split the work into
    tiles of constant length.

    ## Limits
    Bounds come from `assume` comments, `asc.static_assert`, branch conditions, loop ranges and launches. A branch may
    go either way, so an overflow on one path only is reported here. Values that only the device knows (`get_value`)
    are not judged.

    ## Source
    Physical sizes: chip profiles (`--list-targets`). Allocator: Ascend C `LocalMemAllocator` (asc-devkit).
    """

    code = "ASC102"
    name = "possible-tile-overflow"
    severity = Severity.WARNING
    summary = Text("a tensor passes the end of its memory for some value", "在某些取值下，张量超出所在存储的末尾")
    remedy = Text(
        "bound the value in the host code, and say so in an assume comment",
        "在主机侧限制该值，并用 assume 注释写明其范围",
    )
    messages = {
        "default": Text(
            "{call} may pass the end of {hardware}: with {run} it takes bytes {start} to {end}, but {hardware} on "
            "{target} ends at {limit} ({excess} bytes too many{safe})",
            "{call} 可能超出 {hardware} 的末尾：当 {run} 时占用字节 {start} 到 {end}，但 {target} 的 {hardware} "
            "到 {limit} 为止（超出 {excess} 字节{safe}）",
        ),
        "negative": Text(
            "{call} may start before {hardware}: with {run} its address is {start}",
            "{call} 的起始地址可能在 {hardware} 之前：当 {run} 时地址为 {start}",
        ),
        "unbounded": Text(
            "nothing bounds {input}, which sizes {call}; if callers keep to a limit, say so: "
            "`# pyasc-lint: assume {assumption}`",
            "{input} 决定 {call} 的大小，但没有任何约束；若调用方保证其上限，请写明："
            "`# pyasc-lint: assume {assumption}`",
        ),
        "unlimited": Text(
            "nothing bounds {input}, which sizes {call}, and what would fit cannot be told; if callers keep to a "
            "limit, say so in an assume comment",
            "{input} 决定 {call} 的大小，但没有任何约束，且无法得知多大能够容纳；若调用方保证其上限，"
            "请用 assume 注释写明",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(n: int):
    # pyasc-lint: assume 0 < n <= 32768, n % 8 == 0
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, n)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, n)  # expect: ASC102
    asc.duplicate(a, 0.0, n)
    asc.duplicate(b, 0.0, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(n: int):
    # pyasc-lint: assume 0 < n <= 16384, n % 8 == 0
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, n)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, n)
    asc.duplicate(a, 0.0, n)
    asc.duplicate(b, 0.0, n)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        fits = physical_fits(facts)
        for fit in fits:
            buffer = fit.buffer
            if fit.certainty is Certainty.POSSIBLE and buffer.growing is None and not fit.repeated:
                message = "negative" if fit.negative else "default"
                related = (*earlier_notes(buffer.earlier), *call_notes(buffer))
                data = past_end(facts, fit) | safe_value(fits, fit)
                yield Finding(buffer.span, data, message, related=related)
        if facts.kernel.launch is None:
            yield from self._unbounded(facts)

    def _unbounded(self, facts: KernelFacts) -> Iterator[Finding]:
        """One finding for each input that nothing bounds, where it first sizes a tensor."""
        fits = physical_fits(facts)
        told: set[Symbol] = set()
        for fit in fits:
            buffer = fit.buffer
            if buffer.growing is not None or not fit.verdict.symbols:
                continue
            sizing = fit.facts.unbounded_symbols(sized_by(buffer), "above")
            for symbol in (symbol for symbol in fit.verdict.symbols if symbol in sizing and can_assume(facts, symbol)):
                if symbol in told:
                    continue
                told.add(symbol)
                parameter = facts.sizes.get(symbol)
                assumption = bounding(facts, fits, fit, symbol)
                data = {
                    **place(facts, buffer),
                    "input": f"{parameter}.dtype" if parameter is not None else symbol.name,
                    "assumption": assumption,
                }
                message = "unbounded" if assumption is not None else "unlimited"
                yield Finding(buffer.span, data, message, Severity.INFO, related=call_notes(buffer), aspect=symbol.name)
