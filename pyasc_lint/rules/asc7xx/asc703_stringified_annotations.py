"""ASC703 stringified-annotations."""

from __future__ import annotations

from collections.abc import Iterator

from pyasc_lint.analysis.facts import KernelFacts
from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._fix import Proposal, Unimport
from pyasc_lint.rules._rule import Finding, Rule, Text

_DELETE = Text("delete the import", "删除该导入")


class StringifiedAnnotations(Rule):
    """`from __future__ import annotations` stands above a kernel with parameters.

    ## What happens
    The import turns every annotation of the file into a string. pyasc 1.1.1 asks `issubclass` of the annotation of each
    kernel parameter, so the launch ends in `TypeError: issubclass() arg 1 must be a class`.

    ## How to fix
    Remove the import from files with kernels. Where host code needs it, put the kernels into a file of their own.

    ## Limits
    Kernels without parameters are not affected.

    ## Source
    Argument handling of pyasc 1.1.1, run against its front end.
    """

    code = "ASC703"
    name = "stringified-annotations"
    severity = Severity.WARNING
    fixes = ("unsafe",)
    summary = Text(
        "a kernel with parameters below `from __future__ import annotations`",
        "带参数的 kernel 所在文件使用了 `from __future__ import annotations`",
    )
    remedy = Text(
        "remove the import, or move the kernels to a file without it", "请删除该导入，或将 kernel 移到不含该导入的文件"
    )
    messages = {
        "default": Text(
            "pyasc 1.1.1 cannot read the annotations of '{kernel}': `from __future__ import annotations` makes them "
            "strings",
            "pyasc 1.1.1 无法读取 '{kernel}' 的注解：`from __future__ import annotations` 把注解变成了字符串",
        ),
    }
    bad = """
from __future__ import annotations

import asc


@asc.jit
def kernel(x: asc.GlobalAddress):  # expect: ASC703
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""
    good = """
import asc


@asc.jit
def kernel(x: asc.GlobalAddress):
    asc.init_soc_state()
    asc.pipe_barrier(asc.PipeID.PIPE_ALL)
"""

    def check_kernel(self, facts: KernelFacts) -> Iterator[Finding]:
        for remark in facts.kernel.remarks:
            if remark.kind == "future-annotations":
                fix = Proposal(_DELETE, (Unimport(remark.span, "__future__", "annotations"),), applicability="unsafe")
                yield Finding(remark.span, {"kernel": facts.kernel.name}, fix=fix)
