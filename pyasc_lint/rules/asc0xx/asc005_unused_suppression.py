from __future__ import annotations

from pyasc_lint.diagnostics import Severity
from pyasc_lint.rules._rule import Rule, Text


class UnusedSuppression(Rule):
    """A comment switches off a finding that is not there.

    ## What happens

    A `# noqa: ASC…` or `# pyasc-lint: disable-file` hid nothing. It stays behind after the code was mended and would
    hide the next true finding of that code.

    ## How to fix

    Delete the codes that are named, or the whole comment. Give a reason after the codes where you keep one:
    `# noqa: ASC116 the reserve is switched off`.

    ## Limits

    Only codes of this tool are judged, and only those that this run checks: a code left out by `--select` or `--ignore`
    is not called unused. A bare `# noqa` may serve another tool and is never reported. Nothing is judged in a file that
    could not be analysed.

    ## Source

    The findings of the same run.
    """

    code = "ASC005"
    name = "unused-suppression"
    severity = Severity.WARNING
    fixes = ("safe",)
    summary = Text("a suppression comment hides nothing", "抑制注释没有隐藏任何问题")
    remedy = Text("delete what is not needed", "请删除不需要的部分")
    messages = {
        "default": Text("unused suppression: {codes} found nothing here", "多余的抑制：{codes} 在此处没有发现问题"),
        "file": Text(
            "unused suppression: {codes} found nothing in this file", "多余的抑制：{codes} 在本文件中没有发现问题"
        ),
        "whole-file": Text("unused suppression: nothing was found in this file", "多余的抑制：本文件没有任何问题"),
    }
    bad = """\
TILE = 256  # noqa: ASC101 too big once  # expect: ASC005
"""
    good = """\
TILE = 256
"""
