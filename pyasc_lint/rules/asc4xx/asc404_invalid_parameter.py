"""ASC404 invalid-parameter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.analysis.limits import Breach, breaches
from pyasc_lint.analysis.verdict import Certainty
from pyasc_lint.diagnostics import Severity, Span
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import IN_RUN, SAFE, amount, at, called, run_of, stack_notes


class InvalidParameter(Rule):
    """An argument or a field of a parameter struct is outside what its instruction can do.

    ## What happens
    pyasc casts every number to the type of its C++ field without a look: a `uint8_t` stride of 300 becomes 44, a
    `uint16_t` block count of 70,000 becomes 4,464. Fields of fewer bits in the instruction wrap on the device. A mask
    past the elements of one repeat, a compare whose count is no whole number of 256-byte blocks, or a round mode that a
    conversion does not have give wrong results without any message, and a length of 0 (the default of `block_len`)
    makes the instruction do nothing.

    ## How to fix
    Keep to the range in the message. Split what is too long for one instruction into several.

    ## Limits
    A length that may be 0, or is 0 in some launch, is no defect; one that always is 0 is. A count that reaches past its
    tensor is ASC107, bytes that are no multiple of 32 in `data_copy` are ASC115, event ids are ASC503 and pipes and
    events ASC508. In counter mode, and with `is_set_mask=False` where that has an effect, masks and repeats are not
    judged.

    ## Source
    Parameter tables of each API page of Ascend C, and the C++ types of its structs (asc-devkit).
    """

    code = "ASC404"
    name = "invalid-parameter"
    severity = Severity.ERROR
    summary = Text(
        "an argument is outside its documented range, or makes the call a no-op", "参数超出文档范围，或使调用成为空操作"
    )
    remedy = Text("keep to the documented range", "请将参数限制在文档给出的范围内")
    messages = {
        "range": Text(
            "{call}: {what} is {value}{in_run}, but must be {low} to {high}{safe}",
            "{call}：{what} 为 {value}{in_run}，取值范围为 {low} 到 {high}{safe}",
        ),
        "negative": Text(
            "{call}: {what} is {value}{in_run}, but must not be negative",
            "{call}：{what} 为 {value}{in_run}，不能为负数",
        ),
        "wraps": Text(
            "{call}: {what} is {value}{in_run}, which its C++ field ({type}) turns into {becomes}; allowed: {low} to "
            "{high}{safe}",
            "{call}：{what} 为 {value}{in_run}，其 C++ 字段（{type}）会将其截断为 {becomes}；"
            "取值范围为 {low} 到 {high}{safe}",
        ),
        "nothing": Text(
            "{call} does nothing, because {what} is 0",
            "{what} 为 0，{call} 不执行任何操作",
        ),
        "nothing-default": Text(
            "{call} does nothing, because {what} is not given and 0 by default",
            "未指定 {what}，其默认值为 0，{call} 不执行任何操作",
        ),
        "mask-count": Text(
            "{call}: {what} is {value}{in_run}, but one repeat has {limit} elements of {size} bytes{safe}",
            "{call}：{what} 为 {value}{in_run}，但每次迭代只有 {limit} 个 {size} 字节的元素{safe}",
        ),
        "mask-words": Text(
            "{call}: the {what} list has {count} items, but must have two: [bits of elements 0 to 63, bits of elements "
            "64 to 127]",
            "{call}：{what} 列表有 {count} 项，必须为两项：[元素 0 到 63 的比特位，元素 64 到 127 的比特位]",
        ),
        "mask-high": Text(
            "{call}: the high word of {what} must be 0 for elements of 4 or 8 bytes, since one repeat has no more than "
            "64 of them",
            "{call}：元素为 4 或 8 字节时每次迭代不超过 64 个元素，{what} 的高 64 位必须为 0",
        ),
        "number": Text(
            "{call}: {what} is {value}, but must be one of {allowed}",
            "{call}：{what} 为 {value}，可选值为 {allowed}",
        ),
        "member": Text(
            "{call}: {what} must not be {member}; allowed: {allowed}",
            "{call}：{what} 不能为 {member}；可选值为 {allowed}",
        ),
        "round-mode": Text(
            "{call}: the conversion from {conversion} has no {member} on {target}; allowed: {allowed}",
            "{call}：在 {target} 上从 {conversion} 的转换不支持 {member}；可选值为 {allowed}",
        ),
        "compare-mode": Text(
            "{call}: {dtype} has no {member} on {target}; allowed: {allowed}",
            "{call}：在 {target} 上 {dtype} 不支持 {member}；可选值为 {allowed}",
        ),
        "count-multiple": Text(
            "{call}: {value} elements{in_run} are no whole number of {unit}-byte blocks, and the rest is left out; "
            "make {what} a multiple of {step}",
            "{call}：{value} 个元素{in_run}不足整数个 {unit} 字节块，余下的元素不参与计算；"
            "请使 {what} 为 {step} 的倍数",
        ),
        "bytes-multiple": Text(
            "{call}: {what} is {value} bytes{in_run}, but must be a multiple of the element's {size} bytes",
            "{call}：{what} 为 {value} 字节{in_run}，必须是元素大小 {size} 字节的整数倍",
        ),
        "padding": Text(
            "{call}: {what} is {value} elements{in_run}, but a side can be padded by 32 bytes ({limit} elements) at "
            "most{safe}",
            "{call}：{what} 为 {value} 个元素{in_run}，但每侧最多填充 32 字节（{limit} 个元素）{safe}",
        ),
        "padding-value": Text(
            "{call}: {what} is {value}, but must be 0 for 64-bit elements",
            "{call}：{what} 为 {value}，但元素为 64 位时必须为 0",
        ),
        "list-length": Text(
            "{call}: {what} has {count} items, but dim_value is {wanted}",
            "{call}：{what} 有 {count} 项，但 dim_value 为 {wanted}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8192)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 8192)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 256)
    asc.data_copy(a, x_gm, asc.DataCopyParams())  # expect: ASC404
    asc.duplicate(a, 0.0, 8192)
    asc.exp(b, a, 64, 4, asc.UnaryRepeatParams(1, 1, 8, 300))  # expect: ASC404
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 8192)
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECIN, asc.float32, 8192)
    b = ub.alloc(asc.TPosition.VECOUT, asc.float32, 256)
    asc.data_copy(a, x_gm, asc.DataCopyParams(1, 1024, 0, 0))
    asc.set_flag(asc.HardEvent.MTE2_V, 0)
    asc.wait_flag(asc.HardEvent.MTE2_V, 0)
    asc.exp(b, a, 64, 4, asc.UnaryRepeatParams(1, 1, 8, 200))
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        found = [(call, breach) for call in facts.calls for breach in breaches(facts, call)]
        idle = _always_idle(facts, found)
        for call, breach in found:
            if breach.is_idle and (call.stmt.span, breach.what) not in idle:
                continue
            severity = Severity.WARNING if breach.verdict.certainty is Certainty.POSSIBLE else None
            data = {"call": called(call.stmt), "target": facts.profile.name, **_fields(facts, call, breach)}
            related = stack_notes(call.stmt.stack)
            yield Finding(breach.span, data, breach.kind, severity, related=related, aspect=breach.what)


def _always_idle(facts: KernelFacts, found: list[tuple[CallFact, Breach]]) -> set[tuple[Span, str]]:
    """Calls, by their place, that do nothing however often they are inlined or unrolled, and why.

    In a launch a rest may well be empty: that is no defect of the kernel.
    """
    if facts.kernel.launch is not None:
        return set()
    times = Counter(call.stmt.span for call in facts.calls)
    idle = Counter((call.stmt.span, breach.what) for call, breach in found if breach.is_idle)
    return {place for place, number in idle.items() if number == times[place[0]]}


def _fields(facts: KernelFacts, call: CallFact, breach: Breach) -> dict[str, object]:
    value, run = breach.value, breach.verdict.witness
    if value is None:
        return {"what": breach.what, **breach.details}
    safe = breach.largest_safe(call.facts)
    return {
        "what": breach.what,
        "value": at(value, run) if run else amount(value),
        "in_run": IN_RUN if run else "",
        "run": run_of(facts, run, breach.judged or value) if run else "",
        "safe": SAFE if safe is not None else "",
        "symbol": safe[0].name if safe is not None else "",
        "safest": f"{safe[1]:,}" if safe is not None else "",
        **breach.details,
    }
