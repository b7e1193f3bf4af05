"""ASC004 bad-call."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.api import Failure, Reason
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module, Remark
from pyasc_lint.rules._fix import keyword_meant
from pyasc_lint.rules._operands import described
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes

_USE = Text("; use {suggestion}", "；请使用 {suggestion}")
_FORMS = Text("; there is one for {suggestion}", "；已有的重载：{suggestion}")
_KEYWORD = Text("; did you mean '{suggestion}'?", "；您是否想写 '{suggestion}'？")


class BadCall(Rule):
    """Arguments that fit no form of what they are passed to.

    ## What happens
    pyasc tries the registered forms of a function one after the other. Where none takes the arguments it raises "No
    viable candidates were found to dispatch" or a `TypeError`; where it takes them although Ascend C has no such
    overload, the C++ compiler fails.

    ## How to fix
    The message names the argument, what the parameter takes, and the form that works where the declared one does not:
    some forms that pyasc 1.1.1 declares are rejected all the same.

    ## Limits
    An argument whose kind is not known fits everything. Element types are judged by ASC303 and ASC304, values by
    ASC404, the positions that a LocalTensor may have by ASC403, and what must be a dtype by ASC302.

    ## Source
    API table of pyasc 1.1.1, each form run against its front end.
    """

    code = "ASC004"
    name = "bad-call"
    severity = Severity.ERROR
    fixes = ("safe", "unsafe")
    summary = Text("the arguments fit no form of the call", "参数与该调用的任何形式都不匹配")
    remedy = Text("pass the arguments that one of its forms takes", "请按其支持的某种形式传入参数")
    messages = {
        "missing": Text("{callee}: missing argument '{param}'{hint}", "{callee}：缺少参数 '{param}'{hint}"),
        "some-missing": Text("{callee}: an argument is missing{hint}", "{callee}：缺少参数{hint}"),
        "too-many": Text("{callee}: too many positional arguments{hint}", "{callee}：位置参数过多{hint}"),
        "unknown-keyword": Text("{callee} has no parameter '{slot}'{hint}", "{callee} 没有参数 '{slot}'{hint}"),
        "duplicate": Text(
            "{callee}: '{param}' is given twice, or must be given by position{hint}",
            "{callee}：'{param}' 重复给出，或必须按位置给出{hint}",
        ),
        "wrong-kind": Text(
            "{callee}: '{param}' must be {wants}, not {got}{hint}",
            "{callee}：'{param}' 应为 {wants}，而不是 {got}{hint}",
        ),
        "unwanted-kind": Text("{callee}: '{param}' cannot be {got}{hint}", "{callee}：'{param}' 不能是 {got}{hint}"),
        "rejected": Text(
            "{callee}: this form is declared, but pyasc 1.1.1 rejects it{hint}",
            "{callee}：该形式虽有声明，但 pyasc 1.1.1 不接受{hint}",
        ),
        "no-overload": Text(
            "{callee}: pyasc takes these arguments, but Ascend C has no such overload{hint}",
            "{callee}：pyasc 接受这些参数，但 Ascend C 没有这样的重载{hint}",
        ),
        "no-overload-kind": Text(
            "{callee}: Ascend C takes {wants} for '{param}', not {got}, which pyasc does not check{hint}",
            "{callee}：Ascend C 的 '{param}' 应为 {wants}，而不是 {got}；pyasc 不作检查{hint}",
        ),
        "no-overload-without": Text(
            "{callee}: Ascend C needs '{param}' as well, which pyasc does not check{hint}",
            "{callee}：Ascend C 还需要 '{param}'；pyasc 不作检查{hint}",
        ),
        "helper-missing": Text("{callee}(): missing argument '{name}'", "{callee}()：缺少参数 '{name}'"),
        "helper-extra": Text(
            "{callee}() takes {count} positional arguments, got {got}",
            "{callee}() 只接受 {count} 个位置参数，给出了 {got} 个",
        ),
        "helper-twice": Text("{callee}(): '{name}' is given twice", "{callee}()：'{name}' 重复给出"),
        "helper-positional": Text(
            "{callee}(): '{name}' must be given by position", "{callee}()：'{name}' 必须按位置给出"
        ),
        "helper-unknown": Text("{callee}() has no parameter '{name}'{hint}", "{callee}() 没有参数 '{name}'{hint}"),
        "helper-constexpr": Text(
            "{callee}(): '{name}' is a ConstExpr parameter and takes a trace-time value of its type, not {operand}",
            "{callee}()：'{name}' 是 ConstExpr 参数，需要相应类型的编译期的值，而不是{operand}",
        ),
        "helper-kind": Text(
            "{callee}(): {operand} cannot be passed for '{name}'; annotate the parameter as asc.ConstExpr, or pass "
            "tensors and numbers",
            "{callee}()：不能为 '{name}' 传入{operand}；请将该参数注解为 asc.ConstExpr，或传入张量与数值",
        ),
        "launch-default": Text(
            "{callee}: '{name}' must be given although it has a default: pyasc does not apply it",
            "{callee}：尽管 '{name}' 有默认值也必须给出：pyasc 不会使用默认值",
        ),
        "launch-kind": Text(
            "{callee}: {operand} cannot be passed to a kernel for '{name}'; annotate the parameter as asc.ConstExpr",
            "{callee}：不能把{operand}传给 kernel 的 '{name}'；请将该参数注解为 asc.ConstExpr",
        ),
    }
    bad = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32)  # expect: ASC004
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel():
    asc.init_soc_state()
    ub = asc.LocalMemAllocator()
    a = ub.alloc(asc.TPosition.VECCALC, asc.float32, 64)
    asc.duplicate(a, 0.0, 64)
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        return self._findings(facts.kernel.remarks)

    def check_module(self, module: Module) -> Iterator[Finding]:
        return self._findings(module.remarks)

    def _findings(self, remarks: Iterable[Remark]) -> Iterator[Finding]:
        for remark in remarks:
            match remark.kind:
                case "bad-call":
                    message, data = _api_call(remark.data["callee"], remark.data["failure"])
                case "bad-helper-call" | "bad-launch":
                    message, data = _helper_call(remark.kind == "bad-launch", remark.data)
                case _:
                    continue
            named = message.endswith("unknown-keyword")
            fix = keyword_meant(remark.span, str(data["slot"]), remark.data["failure"].suggestion) if named else None
            yield Finding(remark.span, data, message, related=stack_notes(remark.stack), fix=fix)


def _api_call(callee: str, failure: Failure) -> tuple[str, dict[str, object]]:
    """The message and the data for a call of asc."""
    data: dict[str, object] = {
        "callee": f"asc.{callee}",
        "param": failure.param,
        "slot": failure.slot,
        "got": failure.got,
        "wants": failure.wants,
        "suggestion": failure.suggestion,
        "hint": _USE if failure.suggestion else "",
    }
    match failure.reason:
        case Reason.MISSING:
            return ("missing" if failure.param else "some-missing"), data
        case Reason.TOO_MANY:
            return "too-many", data
        case Reason.UNKNOWN_KEYWORD:
            return "unknown-keyword", {**data, "hint": _KEYWORD if failure.suggestion else ""}
        case Reason.DUPLICATE:
            return "duplicate", data
        case Reason.WRONG_KIND:
            return ("wrong-kind" if failure.wants else "unwanted-kind"), data
        case Reason.NO_CPP_OVERLOAD if failure.wants:
            return "no-overload-kind", data
        case Reason.NO_CPP_OVERLOAD if failure.slot is None and failure.param:
            return "no-overload-without", data
        case Reason.NO_CPP_OVERLOAD:
            return "no-overload", {**data, "hint": _FORMS if failure.suggestion else ""}
    return "rejected", data


def _helper_call(launch: bool, data: Mapping[str, object]) -> tuple[str, dict[str, object]]:
    """The message and the data for a call of a helper, or a launch."""
    problem = str(data["problem"])
    filled = described(data)
    if launch:
        filled["callee"] = f"{data['callee']}[…]"
    own = "launch" if launch and f"launch-{problem}" in BadCall.messages else "helper"
    return f"{own}-{problem}", filled
