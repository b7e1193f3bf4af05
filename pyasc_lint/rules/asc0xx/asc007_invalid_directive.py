from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.ir.nodes import Module
from pyasc_lint.rules._rule import Finding, Rule, Text
from pyasc_lint.rules._wording import stack_notes

_FORMS = "assume EXPR, disable-file, disable-file=CODES, target=CHIP"


class InvalidDirective(Rule):
    """A comment is meant for this tool, but the tool cannot obey it.

    ## What happens

    The comment has no effect: what it should hide is still reported, what it should promise is not known.

    ## How to fix

    The forms are

    - `# noqa: ASC101, ASC106 the reason` for one statement; prefixes (`ASC1`), rule names (`tile-overflow`) and single
      traps (`ASC701[cube-01]`) are fine as well;
    - `# pyasc-lint: disable-file` or `# pyasc-lint: disable-file=ASC1,ASC603` for a file;
    - `# pyasc-lint: assume 64 <= n <= 8192, n % 64 == 0` inside a kernel;
    - `# pyasc-lint: target=Ascend910B4` for a file.

    A reason may follow after ` # `.

    ## Limits

    In `# noqa`, only words that begin like a code of this tool, or that are one slip away from a rule's name, are
    judged.

    ## Source

    The rules and chips this version knows.
    """

    code = "ASC007"
    name = "invalid-directive"
    severity = Severity.WARNING
    fixes = ("safe",)
    summary = Text("a pyasc-lint comment that cannot be obeyed", "无法执行的 pyasc-lint 注释")
    remedy = Text(f"correct the comment; the forms are: {_FORMS}", f"请修正注释；可用形式：{_FORMS}")
    messages = {
        "prefix": Text("this comment has no effect: write `# pyasc-lint:`", "此注释无效：应写作 `# pyasc-lint:`"),
        "empty": Text(f"`# pyasc-lint:` says nothing; expected {_FORMS}", f"`# pyasc-lint:` 后没有内容；应为 {_FORMS}"),
        "unknown-keyword": Text(
            "unknown directive `{keyword}`; expected " + _FORMS, "未知指令 `{keyword}`；应为 " + _FORMS
        ),
        "unknown-keyword-close": Text(
            "unknown directive `{keyword}`; did you mean `{close}`?", "未知指令 `{keyword}`；是否想写 `{close}`？"
        ),
        "assume-form": Text(
            "`assume` needs a condition, such as `assume 64 <= n <= 8192, n % 64 == 0`",
            "`assume` 需要一个条件，例如 `assume 64 <= n <= 8192, n % 64 == 0`",
        ),
        "disable-file-form": Text(
            "expected `disable-file` alone or `disable-file=` and codes, such as `disable-file=ASC1,ASC603`",
            "应为单独的 `disable-file`，或 `disable-file=` 加规则码，例如 `disable-file=ASC1,ASC603`",
        ),
        "target-form": Text(
            "`target` needs a chip, such as `target=Ascend910B1`", "`target` 需要芯片名，例如 `target=Ascend910B1`"
        ),
        "second-target": Text("line {line} already sets the target of this file", "第 {line} 行已指定本文件的目标芯片"),
        "unknown-target": Text("unknown chip `{name}`{hint}", "未知芯片 `{name}`{hint}"),
        "bad-code": Text("`{code}` is no rule code; one looks like ASC101", "`{code}` 不是规则码；规则码形如 ASC101"),
        "unknown-selector": Text("no rule matches `{code}`", "没有规则匹配 `{code}`"),
        "unknown-selector-close": Text(
            "no rule matches `{code}`; did you mean `{close}`?", "没有规则匹配 `{code}`；是否想写 `{close}`？"
        ),
        "assume-syntax": Text("`{text}` is no Python expression", "`{text}` 不是合法的 Python 表达式"),
        "assume-condition": Text(
            "`{text}` is no condition the analysis can use: compare integers or dtypes of the kernel",
            "分析无法使用条件 `{text}`：请比较 kernel 中的整数或数据类型",
        ),
        "assume-name": Text(
            "`{text}`: the kernel knows no `{name}` here", "`{text}`：kernel 在此处没有名为 `{name}` 的变量"
        ),
        "assume-place": Text(
            "`assume` has no effect here: put it into a kernel, above what it is about",
            "`assume` 在此处无效：请写在 kernel 内、相关语句之前",
        ),
        "unsatisfiable": Text("no value meets `{condition}` here", "此处没有任何取值满足 `{condition}`"),
        "launch": Text(
            "`{condition}` does not hold for this launch, which was checked without it",
            "`{condition}` 对这次启动不成立，检查这次启动时已忽略该条件",
        ),
    }
    bad = """\
# pyasc-lint: tarket=Ascend910B4  # expect: ASC007
TILE = 256
"""
    good = """\
# pyasc-lint: target=Ascend910B4
TILE = 256
"""

    def check_module(self, module: Module) -> Iterator[Finding]:
        for remark in module.remarks:
            if remark.kind == "assume":
                yield Finding(remark.span, remark.data, f"assume-{remark.data['problem']}")

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for remark in facts.kernel.remarks:
            if remark.kind == "assume":
                message = f"assume-{remark.data['problem']}"
                notes, aspect = stack_notes(remark.stack), str(remark.data.get("text", ""))
                yield Finding(remark.span, remark.data, message, related=notes, aspect=aspect)
        for gap in facts.gaps:
            if gap.cause == "unsatisfiable":
                message = "unsatisfiable" if facts.kernel.launch is None else "launch"
                notes = stack_notes(gap.stack)
                yield Finding(gap.span, {"condition": gap.name}, message, related=notes, aspect=gap.name)
