from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Rule, Text


class SyntaxErrorRule(Rule):
    """The file is not valid Python, so nothing in it was checked.

    ## What happens

    Python cannot parse the file, and neither can pyasc, which reads the source of a kernel to compile it. The other
    files of the run are checked as usual.

    ## How to fix

    Correct the text at the reported place; the cause is often a bracket or a quote that is left open some lines above.

    ## Limits

    The grammar is that of the Python that runs pyasc-lint: run it with the version that runs the kernels. Only the
    first error of a file is reported.

    ## Source

    Python's own parser.
    """

    code = "ASC001"
    name = "syntax-error"
    severity = Severity.ERROR
    summary = Text("the file does not parse", "文件无法解析")
    remedy = Text(
        "correct the syntax; look for a bracket or quote left open above this place",
        "请修正语法；检查此处上方是否有未闭合的括号或引号",
    )
    messages = {"default": Text("syntax error: {detail}", "语法错误：{detail}")}
    bad = """\
import asc

@asc.jit
def kernel(x: asc.GlobalAddress)  # expect: ASC001
    asc.init_soc_state()
"""
    good = """\
import asc

@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
