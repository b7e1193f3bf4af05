"""ASC202 api-not-static."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pyasc_lint.analysis.availability import Exclusion, exclusions
from pyasc_lint.analysis.facts import CallFact, KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import called, stack_notes

_REDUCE = Text(
    "use asc.whole_{what}, asc.block_{what} or both in turn",
    "请改用 asc.whole_{what}、asc.block_{what}，或两者依次使用",
)
_SUM = Text(
    "use asc.whole_reduce_sum, asc.block_reduce_sum or asc.pair_reduce_sum",
    "请改用 asc.whole_reduce_sum、asc.block_reduce_sum 或 asc.pair_reduce_sum",
)
_SELECT = Text(
    "use asc.maxs, asc.mins, asc.max or asc.min where the choice is one of size, else multiply by a tensor of 0 and 1",
    "若按大小取舍请改用 asc.maxs、asc.mins、asc.max 或 asc.min，否则可乘以由 0 和 1 构成的张量",
)
_SYNC = Text(
    "use asc.cross_core_set_flag and asc.cross_core_wait_flag with mode 0 in a MIX kernel, or two launches",
    "请在 MIX 类型的 kernel 中改用模式 0 的 asc.cross_core_set_flag 与 asc.cross_core_wait_flag，或拆成两次启动",
)
_WORKSPACE = Text("pass the workspace as a kernel argument", "请将 workspace 作为 kernel 参数传入")
_SORT = Text("use asc.sort32 and asc.mrg_sort", "请改用 asc.sort32 和 asc.mrg_sort")
_DEQ = Text(
    "use asc.add, then asc.cast to float16 after asc.set_deq_scale, then asc.relu",
    "请依次改用 asc.add、asc.set_deq_scale 之后的 asc.cast（转为 float16）和 asc.relu",
)
_INSTEAD: Mapping[str, Text] = {
    "reduce_sum": _SUM,
    "reduce_max": _REDUCE,
    "reduce_min": _REDUCE,
    "select": _SELECT,
    "sync_all": _SYNC,
    "ib_set": _SYNC,
    "ib_wait": _SYNC,
    "notify_next_block": _SYNC,
    "wait_pre_block": _SYNC,
    "get_sys_workspace": _WORKSPACE,
    "set_sys_workspace": _WORKSPACE,
    "sort": _SORT,
    "add_deq_relu": _DEQ,
}
_HIGH_LEVEL = Text("build it from basic instructions", "请用基础 API 组合实现")
_FRAMEWORK = Text("use it in a TPipe kernel only", "只能在 TPipe 框架的 kernel 中使用")
_COPY = Text("copy through global memory", "请经由全局内存搬运")
_OTHER_FORM = Text("use another form of it", "请改用该函数的其他形式")


class ApiNotStatic(Rule):
    """A function that static-Tensor programming does not allow on the target.

    ## What happens
    Only the functions of a published list may stand in a kernel that manages its memory itself. The others take event
    ids or buffers from `TPipe` behind your back: without one they read what is not there, and the ids collide with the
    flags of the kernel. pyasc and the compiler accept them, and the results are wrong only now and then. The list
    differs by product: `reduce_max` is on that of Ascend 950 but not on those of Atlas A2 and A3.

    ## How to fix
    The message names what to use instead.

    ## Limits
    Debug aids such as `printf` are on no list and forbidden nowhere: they are not reported. A function that the chip
    does not have at all is ASC205; TPipe and its queues are ASC201.

    ## Source
    Ascend C guide, static-Tensor programming, supported API of each product (asc-devkit).
    """

    code = "ASC202"
    name = "api-not-static"
    severity = Severity.ERROR
    summary = Text("a function that static-Tensor programming does not allow", "静态 Tensor 编程不支持的接口")
    remedy = Text("use functions of the published list", "请使用支持范围内的接口")
    messages = {
        "default": Text(
            "{call} is not allowed in static-Tensor kernels on {target} ({product}); {instead}",
            "在 {target}（{product}）上，静态 Tensor kernel 不支持 {call}；{instead}",
        ),
        "form": Text(
            "this form of {call} is not allowed in static-Tensor kernels on {target} ({product}); {instead}",
            "在 {target}（{product}）上，静态 Tensor kernel 不支持 {call} 的这一形式；{instead}",
        ),
        "path": Text(
            "{call} from {source} to {destination} is not allowed in static-Tensor kernels on {target} ({product}): it "
            "needs a TPipe; {instead}",
            "在 {target}（{product}）上，静态 Tensor kernel 不支持 {call} 从 {source} 到 {destination} 的搬运"
            "（内部依赖 TPipe）；{instead}",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    x_gm = asc.GlobalTensor()
    x_gm.set_global_buffer(x, 64)
    ub = asc.LocalMemAllocator()
    row = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    work = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    total = ub.alloc(asc.TPosition.VECCALC, asc.float32, 8)
    asc.duplicate(row, 1.0, 64)
    asc.reduce_sum(total, row, work, 64)  # expect: ASC202
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    row = ub.alloc(asc.TPosition.VECIN, asc.float32, 64)
    total = ub.alloc(asc.TPosition.VECCALC, asc.float32, 8)
    asc.duplicate(row, 1.0, 64)
    asc.whole_reduce_sum(total, row, 64, 1, 1, 1, 8)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for call, excluded in exclusions(facts).items():
            source, _, destination = (excluded.path or "").partition("->")
            data = {
                "call": called(call.stmt),
                "target": facts.profile.name,
                "product": facts.profile.family,
                "source": source,
                "destination": destination,
                "instead": _instead(call, excluded),
                "what": call.stmt.api,
            }
            message = "path" if excluded.path else "form" if excluded.form else "default"
            yield Finding(call.stmt.span, data, message, related=stack_notes(call.stmt.stack))


def _instead(call: CallFact, excluded: Exclusion) -> Text:
    if excluded.path:
        return _COPY
    if excluded.form:
        return _OTHER_FORM
    return _INSTEAD.get(call.stmt.api, _HIGH_LEVEL if call.stmt.api.startswith("adv.") else _FRAMEWORK)
